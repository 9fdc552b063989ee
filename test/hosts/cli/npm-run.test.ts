import { spawn } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createCliWorlds } from "../../support/cli-world.ts";
import { collectOutput } from "../../support/processes.ts";
import { root } from "../../support/winnow.ts";

const { sandbox, world } = await createCliWorlds("npm-run");

// Windows has no signals to send.
describe.runIf(process.platform !== "win32")("a command started by an npm script", () => {
  it("ends when the script receives SIGTERM", async () => {
    const at = world();
    sandbox.faults.add({ name: "hang-before", operation: "balance", account: at.label });
    // As on a machine whose own Node is too old: the script runs the pinned one.
    const script = `import(${JSON.stringify(join(root, "scripts/setup.mjs"))}).then(async ({ runPinned }) => { process.exitCode = await runPinned(process.argv.slice(1)); })`;
    const clean = ["clean", at.list("list.csv", ["ann@acme.example"]), "--out", at.out, "--yes"];
    const child = spawn(process.execPath, ["--eval", script, join(root, "out/main/cli.js"), ...clean], {
      cwd: root,
      env: { ...process.env, ...at.env },
    });
    const { ended } = collectOutput(child);
    await expect.poll(() => at.requestCount("balance")).toBe(1);
    child.kill("SIGTERM");
    expect(await ended).toMatchObject({ code: 2, stderr: expect.stringContaining("Nothing was uploaded") });
  });
});
