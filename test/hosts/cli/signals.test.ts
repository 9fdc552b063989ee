import { describe, expect, it } from "vitest";
import { createCliWorlds } from "../../support/cli-world.ts";
import type { Operation } from "../../support/faulty-sandbox/index.ts";

const { sandbox, world } = await createCliWorlds("signals");

/** Runs `clean` and sends it `signal` while the service holds a request for `operation` without a response. */
async function interrupted(operation: Operation, signal: NodeJS.Signals) {
  const at = world({ env: { WINNOW_LIMIT_START: "1" } });
  sandbox.faults.add({ name: "hang-before", operation, account: at.label });
  const list = at.list("list.csv", ["ann@acme.example", "bob@acme.example"]);
  const { child, ended } = at.start("clean", list, "--out", at.out, "--yes");
  await expect.poll(() => at.requestCount(operation)).toBe(1);
  child.kill(signal);
  const ran = await ended;
  sandbox.faults.clear();
  return { at, ran };
}

// Windows has no signals to send.
describe.runIf(process.platform !== "win32")("the first signal ends a command", () => {
  it.each([
    ["upload", 2],
    ["download", 1],
  ] as const)("while the %s hangs, and the next run continues", async (operation, uploads) => {
    const { at, ran } = await interrupted(operation, "SIGTERM");
    expect(ran).toMatchObject({ code: 6, stderr: expect.stringContaining("winnow resume") });
    expect(await at.spawn({}, "resume", "--yes")).toMatchObject({ code: 0 });
    expect(at.requestCount("upload")).toBe(uploads);
    expect(at.charges()).toEqual([1, 1]);
  });
});
