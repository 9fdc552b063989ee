import { describe, expect, it } from "vitest";
import { type CliWorld, createCliWorlds } from "../../support/cli-world.ts";
import type { ProcessResult } from "../../support/processes.ts";
import { ENTER, winnowInPty } from "../../support/pty.ts";
import { reportOf } from "../../support/winnow.ts";

const ROWS = 4;
const { sandbox, world: empty } = await createCliWorlds("cancel");

/** An account, a data folder and a list of four addresses. */
function world(env: Record<string, string> = {}) {
  const at = empty({ env });
  const addresses = Array.from({ length: ROWS }, (_, i) => `person${i}@acme.example`);
  return { ...at, file: at.list("contacts.csv", addresses) };
}

type World = CliWorld & { readonly file: string };
const clean = ({ file, out }: World) => ["clean", file, "--out", out, "--yes"];
const killedAt = (at: World, point: string) => at.spawn({ env: { WINNOW_FAULT_POINT: point } }, ...clean(at));

/** Starts a cleaning that the service never finishes, and interrupts its command. Returns the cleaning's id. */
async function started(at: World): Promise<string> {
  sandbox.faults.add({ name: "status-endless", account: at.label });
  const left = await at.runWith(
    { onStderr: (text, kill) => void (text.includes("Verifying") && kill("SIGINT")) },
    ...clean(at),
  );
  expect(left.code, left.stderr).toBe(6);
  return idOf(await at.run("lists"));
}
const idOf = (listed: ProcessResult) => listed.stdout.split("\t")[0] ?? "";

describe("cancelling a started cleaning", () => {
  it("is refused with advice on how to get the results and how to give up the cleaning", async () => {
    const at = world();
    const id = await started(at);
    const refused = await at.expectFailure(6, "The verification cannot be stopped", "cancel", id);
    expect(refused.stderr).toContain("winnow cancel <cleaning> --give-up");
    expect((await at.run("lists")).stdout).not.toMatch(/\t(cancelled|failed)\t/);
  });

  it("without a terminal, requires --give-up --yes and first shows the credits that count as spent", async () => {
    const at = world();
    const id = await started(at);
    const unasked = await at.expectFailure(
      2,
      `up to ${ROWS} credits count as spent`,
      "cancel",
      id,
      "--give-up",
    );
    expect(unasked.stderr).toContain(`winnow cancel ${id} --give-up --yes`);
    expect((await at.run("lists")).stdout).not.toContain("\tfailed\t");

    const given = await at.runOk("cancel", id, "--give-up", "--yes");
    expect(given.stderr).toContain(`contacts.csv is given up. Up to ${ROWS} credits count as spent.`);
    expect(given.stderr).toContain("winnow resume");
    expect((await at.run("lists")).stdout).toContain("\tfailed\t");

    sandbox.faults.clear();
    const resumed = await at.runOk("resume", "--json");
    expect(reportOf(resumed)).toMatchObject({ uploaded: ROWS, missing: 0 });
    expect(at.charges()).toEqual(Array.from({ length: ROWS }, () => 1));
  });

  it("cancels only the parts that were not started, and reports this", async () => {
    const at = world({ WINNOW_LIMIT_ADDRESSES: "2" });
    sandbox.faults.add({ name: "lists-full", operation: "upload", account: at.label, skip: 1 });
    await killedAt(at, "committed:verifying");
    await at.expectFailure(
      6,
      "The parts of contacts.csv that were not started are cancelled.",
      "cancel",
      "contacts.csv",
    );
    sandbox.faults.clear();
    await at.run("resume");
    expect(at.charges()).toEqual([1, 1]);
  });

  // Windows has another kind of terminal.
  it.runIf(process.platform !== "win32")(
    "asks for confirmation in a terminal and changes nothing on 'n'",
    async () => {
      const at = world();
      const id = await started(at);
      for (const [answer, code, state] of [
        ["n", 2, /\tunfinished\t/],
        ["y", 0, /\tfailed\t/],
      ] as const) {
        const running = winnowInPty(["cancel", id, "--give-up"], { env: at.env, columns: 400 });
        await running.waitForText("Give it up? [y/N]");
        running.type(answer + ENTER);
        const { code: ended, shown } = await running.ended;
        expect(ended, shown).toBe(code);
        expect((await at.run("lists")).stdout).toMatch(state);
      }
    },
  );
});

it("a cleaning that is done, unknown or not unique by name cannot be cancelled", async () => {
  const at = world();
  expect((await at.run("cancel", "contacts.csv")).stderr).toContain("No cleaning is called 'contacts.csv'");
  await at.runOk(...clean(at));
  await at.expectFailure(2, "nothing to cancel", "cancel", "contacts.csv", "--give-up", "--yes");
  await at.run("clean", at.file, "--out", `${at.folder}/second.csv`, "--yes");
  await at.expectFailure(2, "winnow lists", "cancel", "contacts.csv");
  expect(at.charges()).toEqual(Array.from({ length: ROWS }, () => 1));
});
