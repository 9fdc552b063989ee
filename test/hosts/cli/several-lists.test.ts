import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { cliWorlds } from "../../support/cli-world.ts";
import { CTRL_C, ENTER, type InPty, winnowInPty } from "../../support/pty.ts";

const { sandbox, world } = await cliWorlds("several");
const ALL = ["--keep", "deliverable,undeliverable,accept_all,unknown"];
let running: InPty | null = null;
afterEach(() => {
  try {
    running?.kill("SIGKILL");
  } catch {
    // It has ended.
  }
  running = null;
});

function two(credits = 100) {
  const at = world({ credits });
  const one = at.list("one.csv", ["ann@acme.example", "bob@acme.example"]);
  const other = at.list("two.csv", ["bob@acme.example", "cat@acme.example"]);
  return { at, one, other, out: join(at.folder, "cleaned") };
}

describe("`winnow clean` of several lists", () => {
  it("writes each under its name into a folder; an address in two of them is paid for once", async () => {
    const { at, one, other, out } = two();
    const ran = await at.run("clean", one, other, "--out", out, "--yes", "--json", ...ALL);
    expect(ran.code, ran.stderr).toBe(0);
    expect(ran.stderr).toContain("2 lists: 4 credits at most");
    expect(JSON.parse(ran.stdout)).toMatchObject({
      cleanings: [
        { file: one, state: "done", credits: 2 },
        { file: other, state: "done", credits: 1 },
      ],
      notBegun: [],
    });
    expect(readdirSync(out).sort()).toEqual(["one.csv", "two.csv"]);
    expect(readFileSync(join(out, "one.csv"), "utf8")).toBe(readFileSync(one, "utf8"));
    expect(readFileSync(join(out, "two.csv"), "utf8")).toBe(readFileSync(other, "utf8"));
    expect(at.charges()).toEqual([1, 1, 1]);
  });

  it("writes each under its name into a folder that exists, also over what stands there where that is asked for", async () => {
    const { at, one, other, out } = two();
    const third = at.list("three.csv", ["dan@acme.example"]);
    const lists = [one, other, third];
    const outs = ["one.csv", "two.csv", "three.csv"].map((name) => join(out, name));
    mkdirSync(out);
    const dry = await at.run("clean", ...lists, "--out", out, "--dry-run", "--json");
    expect(JSON.parse(dry.stdout).lists.map((list: { out: string }) => list.out)).toEqual(outs);
    const ran = await at.run("clean", ...lists, "--out", out, "--yes", ...ALL);
    expect(ran.code, ran.stderr).toBe(0);
    for (const [nth, list] of lists.entries())
      expect(readFileSync(outs[nth] ?? "", "utf8")).toBe(readFileSync(list, "utf8"));
    for (const path of outs) writeFileSync(path, "Mine\n");
    const over = await at.run("clean", ...lists, "--out", out, "--yes", "--overwrite", ...ALL);
    expect(over.code, over.stderr).toBe(0);
    for (const [nth, list] of lists.entries())
      expect(readFileSync(outs[nth] ?? "", "utf8")).toBe(readFileSync(list, "utf8"));
    expect(at.charges()).toEqual([1, 1, 1, 1]);
  });

  it("finds what stands at the place of any of them before anything is sent", async () => {
    const { at, one, other, out } = two();
    mkdirSync(out);
    writeFileSync(join(out, "two.csv"), "Mine\n");
    const ran = await at.run("clean", one, other, "--out", out, "--yes");
    expect(ran.code, ran.stderr).toBe(2);
    expect(ran.stderr).toContain(join(out, "two.csv"));
    expect(at.requests()).toBe(0);
    expect(readdirSync(out)).toEqual(["two.csv"]);
  });

  // Windows has another kind of terminal.
  it.runIf(process.platform !== "win32")("asks once, for the price of all of them", async () => {
    const { at, one, other, out } = two();
    const args = ["clean", one, other, "--out", out, ...ALL];
    running = winnowInPty(args, { env: at.env });
    await running.shows("Clean 2 lists for 4 credits at most? [y/N]");
    running.type(CTRL_C);
    expect((await running.ended).code).toBe(2);
    expect(existsSync(out)).toBe(false);
    expect(at.requests("upload")).toBe(0);
    running = winnowInPty(args, { env: at.env });
    await running.shows("[y/N]");
    running.type(`y${ENTER}`);
    const { code, shown } = await running.ended;
    expect(code, shown).toBe(0);
    expect(shown.split("[y/N]")).toHaveLength(2);
    expect(at.charges()).toEqual([1, 1, 1]);
  });

  it("is held to --max-credits in all", async () => {
    const { at, one, other, out } = two();
    const args = ["clean", one, other, "--out", out, "--yes"];
    const ran = await at.run(...args, "--max-credits", "2");
    expect(ran.code).toBe(4);
    expect(ran.stderr).toContain("It needs 3 credits and the limit is 2");
    expect(at.requests("upload")).toBe(0);
    expect(existsSync(out)).toBe(false);
    const within = await at.run(...args, "--max-credits", "3", ...ALL);
    expect(within.code, within.stderr).toBe(0);
    expect(readdirSync(out).sort()).toEqual(["one.csv", "two.csv"]);
    expect(at.charges()).toEqual([1, 1, 1]);
  });

  it.each<[string, (at: ReturnType<typeof two>) => string[]]>([
    ["a file where the folder is to be", ({ one, other }) => [one, other, "--out", one]],
    ["standard output", ({ one, other }) => [one, other, "--out", "-"]],
    ["two lists of one name", ({ at, one, out }) => [one, again(at.folder), "--out", out]],
    ["the folder that they are in", ({ at, one, other }) => [one, other, "--out", at.folder]],
  ])("refuses %s, and sends nothing", async (_name, argsOf) => {
    const given = two();
    const ran = await given.at.run("clean", ...argsOf(given), "--yes", "--overwrite");
    expect(ran.code, ran.stderr).toBe(2);
    expect(given.at.requests()).toBe(0);
    expect(readFileSync(given.one, "utf8")).toContain("ann@acme.example");
  });

  // Windows has no such signals.
  it.runIf(process.platform !== "win32")(
    "ended by a signal says which were not begun, with --quiet too, and `resume` goes on with the other",
    async () => {
      const { at, one, other, out } = two();
      sandbox.faults.add({ name: "500-json", operation: "status", account: at.label });
      const ran = await at.runWith(
        {
          onStderr: (text, kill) => {
            if (text.includes('"started"')) kill("SIGTERM");
          },
        },
        ...["clean", one, other, "--out", out, "--yes", "--quiet", "--progress", "jsonl", ...ALL],
      );
      expect(ran.code, ran.stderr).toBe(6);
      expect(ran.stderr).toContain(`Not begun: ${other}`);
      sandbox.faults.clear();
      const resumed = await at.run("resume", "--quiet");
      expect(resumed.code, resumed.stderr).toBe(0);
      expect(readdirSync(out)).toEqual(["one.csv"]);
    },
  );
});

function again(folder: string): string {
  mkdirSync(join(folder, "again"));
  const path = join(folder, "again", "ONE.csv");
  writeFileSync(path, "Email\nzoe@acme.example\n");
  return path;
}

it("`winnow preview` of several lists looks into each", async () => {
  const { at, one, other } = two();
  const ran = await at.run("preview", one, other);
  expect(ran.code, ran.stderr).toBe(0);
  expect(ran.stdout.match(/^Different addresses +2$/gm)).toHaveLength(2);
  const told = JSON.parse((await at.run("preview", one, other, "--json")).stdout);
  expect(told).toMatchObject({
    lists: [
      { file: one, rows: 2 },
      { file: other, rows: 2 },
    ],
  });
});
