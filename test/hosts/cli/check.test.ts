import { spawn } from "node:child_process";
import { createServer, type Server, type ServerResponse } from "node:http";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { z } from "zod";
import { testFolder } from "../../support/folders.ts";
import { follow, listen, stop } from "../../support/processes.ts";
import { runWinnow } from "../../support/run-winnow.ts";
import { PROGRAM, root } from "../../support/winnow.ts";

let folder: string;
let server: Server;
let port: number;
/** The service's own book: every check that it answered with a verdict is paid for. */
let charged: string[];
/** Answers a check in another way than with a verdict; false: it does not. */
let instead: (address: string, response: ServerResponse) => boolean;

beforeEach(async () => {
  folder = testFolder();
  charged = [];
  instead = () => false;
  server = createServer((request, response) => {
    const url = new URL(request.url ?? "", "http://service");
    const say = (body: unknown) => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(body));
    };
    if (url.pathname === "/v1/info")
      return say({ success: true, credits_info: { credits_remaining: 1000 - charged.length } });
    const email = url.searchParams.get("email") ?? "";
    if (instead(email, response)) return;
    charged.push(email);
    say({ result: "deliverable", email, success: "true", message: "" });
  });
  port = await listen(server);
});
afterEach(() => stop(server));

function environment(): Record<string, string> {
  return {
    WINNOW_DATA_DIR: join(folder, "data"),
    WINNOW_BASE_URL: `http://127.0.0.1:${port}`,
    WINNOW_API_KEY: "key-of-the-check-test",
  };
}

function check(...args: string[]) {
  const said = { stdout: "", stderr: "" };
  const ended = runWinnow(["check", ...args], { env: environment() }).then(({ code, ...words }) => {
    Object.assign(said, words);
    return code;
  });
  return { said, ended };
}

/** The same in a process of its own, which can be ended. */
function spawnCheck(...args: string[]) {
  const child = spawn(process.execPath, [PROGRAM, "check", ...args], {
    cwd: root,
    env: { ...process.env, ...environment() },
  });
  const { said, ended } = follow(child);
  return { said, ended: ended.then(({ code }) => code), child };
}

/** The service charges every check from now on, and answers none. */
function chargeAndHang(): void {
  instead = (address) => charged.push(address) > 0;
}

const reportSchema = z.object({
  checks: z.array(z.object({ address: z.string(), problem: z.object({ code: z.string() }).nullable() })),
});

/** The addresses that have no verdict for this reason. */
function withProblem({ checks }: z.infer<typeof reportSchema>, code: string): string[] {
  return checks.flatMap(({ address, problem }) => (problem?.code === code ? address : [])).toSorted();
}

const people = (n: number) => Array.from({ length: n }, (_, i) => `p${i}@firm.example`);

it("more addresses than the usual limit are checked only with a sufficient --max-credits", async () => {
  const refused = check(...people(21));
  expect(await refused.ended, refused.said.stderr).toBe(4);
  expect(refused.said.stderr).toContain("--max-credits 21");
  expect([refused.said.stdout, charged]).toEqual(["", []]);

  const allowed = check(...people(21), "P0@firm.example", "--max-credits", "21");
  expect(await allowed.ended, allowed.said.stderr).toBe(0);
  expect(allowed.said.stderr).toContain("up to 21 credits");
  expect(charged).toHaveLength(21);
  const shown = allowed.said.stdout.trimEnd().split("\n");
  expect(shown).toHaveLength(21);
});

it("each verdict is printed as it arrives", async () => {
  const shown = Promise.withResolvers<void>();
  instead = (address, response) => {
    if (address !== "p2@firm.example") return false;
    void shown.promise.then(() => {
      instead = () => false;
      response.writeHead(429, { "content-type": "application/json", "retry-after": "1" });
      response.end(JSON.stringify({ result: "Too many requests", success: "false" }));
    });
    return true;
  };
  const running = spawnCheck(...people(3));
  await expect.poll(() => running.said.stdout).toContain("p1@firm.example");
  shown.resolve();
  expect(await running.ended, running.said.stderr).toBe(0);
  expect(running.said.stdout.trimEnd().split("\n")).toHaveLength(3);
});

it("a name beside an address is read as in the window, repeats count once, and other words are reported", async () => {
  const named = check(
    "Ann Smith <ann@firm.example>",
    '"Bell, Bob" <bob@firm.example>; mailto:bob@firm.example',
    "see ANN@firm.example.",
    "--max-credits",
    "2",
  );
  expect(await named.ended, named.said.stderr).toBe(0);
  expect(named.said.stderr).toContain("2 addresses: up to 2 credits");
  expect(named.said.stderr).toContain("1 word is not an address, and costs nothing: see\n");
  expect(charged.map((one) => one.toLowerCase()).toSorted()).toEqual([
    "ann@firm.example",
    "bob@firm.example",
  ]);
});

it("a word that is no address costs nothing and does not stop the others from being checked", async () => {
  const mixed = check(
    "",
    "ann@firm.example",
    "nobody",
    "a..b@firm.example",
    "bob@firm.example",
    "--max-credits",
    "2",
  );
  expect(await mixed.ended, mixed.said.stderr).toBe(2);
  expect(mixed.said.stderr).toContain(
    "2 words are not addresses, and cost nothing: nobody a..b@firm.example\n",
  );
  expect(charged.toSorted()).toEqual(["ann@firm.example", "bob@firm.example"]);
  expect(mixed.said.stdout).toContain("a..b@firm.example\tnot checked");

  const none = check("nobody");
  expect(await none.ended, none.said.stderr).toBe(2);
  expect(none.said.stderr).toContain("nobody");
});

it.each(["SIGTERM", "SIGKILL"] as const)(
  "checks cut off by %s are not paid for again unasked, and are said to be perhaps paid",
  { timeout: 60_000 },
  async (signal) => {
    chargeAndHang();
    const cut = spawnCheck(...people(3), "--json");
    await expect.poll(() => charged.length, { timeout: 30_000 }).toBe(3);
    cut.child.kill(signal);
    const code = await cut.ended;
    if (signal !== "SIGKILL") {
      expect(code).toBe(6);
      expect(cut.said.stderr).toContain("Of 3 addresses: It is not certain whether the address was checked");
      expect(cut.said.stderr).not.toMatch(/nothing was|kept/i);
      const report = JSON.parse(cut.said.stdout);
      expect(report.problem).toMatchObject({ code: "check_unheard" });
      expect(report.checks).toHaveLength(3);
    }

    instead = () => false;
    charged = [];
    const next = check(...people(4));
    expect(await next.ended, next.said.stderr).toBe(5);
    expect(charged).toEqual(["p3@firm.example"]);
    expect(next.said.stderr).toContain("Of 3 addresses: The address may have been paid for already");
    expect(next.said.stderr).toContain("winnow check --again");

    const again = check(...people(4), "--again");
    expect(await again.ended, again.said.stderr).toBe(0);
    expect(charged.toSorted()).toEqual([...people(3), "p3@firm.example"].toSorted());
  },
);

it("checks that SIGTERM stopped before they were sent are reported as unsent", {
  timeout: 60_000,
}, async () => {
  chargeAndHang();
  const cut = spawnCheck(...people(12), "--json");
  await expect.poll(() => charged.length, { timeout: 30_000, interval: 1 }).toBeGreaterThan(0);
  cut.child.kill("SIGTERM");
  expect(await cut.ended, cut.said.stderr).toBe(6);
  const sent = [...charged];
  const report = reportSchema.parse(JSON.parse(cut.said.stdout));
  expect(report.checks.map(({ address }) => address)).toEqual(people(12));
  const doubted = withProblem(report, "check_unheard");
  expect(doubted).toEqual(expect.arrayContaining(sent));
  expect(withProblem(report, "check_unsent")).toHaveLength(12 - doubted.length);

  instead = () => false;
  const next = check(...people(12), "--json");
  expect(await next.ended, next.said.stderr).toBe(5);
  const then = reportSchema.parse(JSON.parse(next.said.stdout));
  expect(withProblem(then, "check_unheard_before")).toEqual(doubted);
  // What was not sent is what is sent now.
  const unsent = people(12).filter((address) => !doubted.includes(address));
  expect(charged.slice(sent.length).toSorted()).toEqual(unsent.toSorted());
});
