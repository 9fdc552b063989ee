import { type ChildProcess, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { testFolder } from "../../support/folders.ts";
import { root } from "../../support/winnow.ts";

let folder: string;
let service: Server;
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
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
});
afterEach(async () => {
  child?.kill("SIGKILL");
  service.closeAllConnections();
  await new Promise((resolve) => service.close(resolve));
});

/** Runs `program` with a `clean` behind; resolves with all that was said once nobody holds its output any more. */
function start(program: string, args: readonly string[]) {
  const address = service.address();
  const port = address !== null && typeof address !== "string" ? address.port : 0;
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
  let text = "";
  for (const stream of [started.stdout, started.stderr]) {
    stream.setEncoding("utf8").on("data", (piece: string) => {
      text += piece;
    });
  }
  return { started, over: new Promise<string>((resolve) => started.on("close", () => resolve(text))) };
}

// Windows has no signals to send.
describe.runIf(process.platform !== "win32")("a command started by an npm script", () => {
  it("ends when the script receives SIGTERM", async () => {
    // As on a machine whose own Node is too old: the script runs the pinned one.
    const script = `import(${JSON.stringify(join(root, "scripts/setup.mjs"))}).then(async ({ runPinned }) => { process.exitCode = await runPinned(process.argv.slice(1)); })`;
    const { started, over } = start(process.execPath, ["--eval", script, join(root, "out/main/cli.js")]);
    await asked;
    started.kill("SIGTERM");
    expect(await over).toContain("Nothing was uploaded");
    expect(started.exitCode).toBe(2);
  });
});
