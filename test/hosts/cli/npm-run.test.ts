import { type ChildProcess, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { testFolder } from "../../support/folders.ts";
import { follow, listen, stop } from "../../support/processes.ts";
import { root } from "../../support/winnow.ts";

let folder: string;
let service: Server;
let port: number;
let asked: Promise<void>;
let child: ChildProcess | null = null;

beforeEach(async () => {
  folder = testFolder();
  writeFileSync(join(folder, "list.csv"), "email\nann@acme.example\nbob@acme.example\n");
  let heard = () => {};
  asked = new Promise((resolve) => {
    heard = resolve;
  });
  // It never answers.
  service = createServer(() => heard());
  port = await listen(service);
});
afterEach(async () => {
  child?.kill("SIGKILL");
  await stop(service);
});

/** Runs `program` with a `clean` behind; it has ended once no process holds its output. */
function start(program: string, args: readonly string[]) {
  const clean = ["clean", join(folder, "list.csv"), "--out", join(folder, "out.csv"), "--yes"];
  const started = spawn(program, [...args, ...clean], {
    cwd: root,
    env: {
      ...process.env,
      WINNOW_DATA_DIR: join(folder, "data"),
      WINNOW_BASE_URL: `http://127.0.0.1:${port}`,
      WINNOW_API_KEY: "key-of-npm-run-1234",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  child = started;
  return follow(started);
}

// Windows has no signals to send.
describe.runIf(process.platform !== "win32")("a command started by an npm script", () => {
  it("ends when the script receives SIGTERM", async () => {
    // As on a machine whose own Node is too old: the script runs the pinned one.
    const script = `import(${JSON.stringify(join(root, "scripts/setup.mjs"))}).then(async ({ runPinned }) => { process.exitCode = await runPinned(process.argv.slice(1)); })`;
    const running = start(process.execPath, ["--eval", script, join(root, "out/main/cli.js")]);
    await asked;
    running.child.kill("SIGTERM");
    expect(await running.ended).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("Nothing was uploaded"),
    });
  });
});
