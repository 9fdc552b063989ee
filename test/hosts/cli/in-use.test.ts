import { type ChildProcess, spawn } from "node:child_process";
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import { hostname } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { layoutOf, openJournal } from "../../../electron/engine/store/index.ts";
import { suiteFolder } from "../../support/folders.ts";
import { listen, stop } from "../../support/processes.ts";
import { runWinnow } from "../../support/run-winnow.ts";
import { PROGRAM, root } from "../../support/winnow.ts";

const folder = suiteFolder();
let dataDir: string;
let file: string;
let service: Server;
let env: Record<string, string>;
let holder: ChildProcess;

/** A cleaning whose upload hangs holds the data folder. */
beforeAll(async () => {
  dataDir = join(folder, "data");
  file = join(folder, "list.csv");
  writeFileSync(file, "email\nann@acme.example\nbob@acme.example\n");
  let heard = () => {};
  const uploading = new Promise<void>((resolve) => {
    heard = resolve;
  });
  service = createServer((request, response: ServerResponse) => {
    if (request.method === "POST") return heard();
    response.end(JSON.stringify({ success: true, credits_info: { credits_remaining: 500 } }));
  });
  const port = await listen(service);
  env = {
    WINNOW_DATA_DIR: dataDir,
    WINNOW_BASE_URL: `http://127.0.0.1:${port}`,
    WINNOW_API_KEY: "key-of-in-use-1234",
  };
  holder = spawn(process.execPath, [PROGRAM, "clean", file, "--out", join(folder, "out.csv"), "--yes"], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: "ignore",
  });
  await uploading;
  // A file that the other hands over.
  mkdirSync(join(dataDir, "exports", "6f0d8a52-2f0e-4f5e-9d39-0a1b2c3d4e5f"), { recursive: true });
}, 60_000);
afterAll(async () => {
  const ended = new Promise((resolve) => holder.on("close", resolve));
  holder.kill("SIGKILL");
  await ended;
  await stop(service);
});

const run = (...args: string[]) => runWinnow(args, { env });
const names = () => readdirSync(dataDir, { recursive: true }).map(String).sort();

describe("while another Winnow has the data folder", () => {
  it.each([
    ["lists", /running\t2\tlist\.csv/, ["lists"]],
    ["account list", /127\.0\.0\.1/, ["account", "list"]],
    ["preview", /Different addresses +2/, ["preview"]],
  ])("`%s` reads and leaves everything as it is", async (_name, words, args) => {
    const before = names();
    const ran = await run(...args, ...(args[0] === "preview" ? [file] : []));
    expect(ran.code, ran.stderr).toBe(0);
    expect(ran.stdout).toMatch(words);
    expect(names()).toEqual(before);
  });

  it.each([
    ["clean", ["clean", "FILE", "--out", "OUT", "--yes"]],
    ["check", ["check", "ann@acme.example"]],
    ["resume", ["resume"]],
    ["export", ["export", "list.csv", "--out", "OUT"]],
    ["backup", ["backup"]],
  ])("`%s` says who has it and exits with a code of its own", async (_name, args) => {
    const given: Record<string, string> = { FILE: file, OUT: join(folder, "other.csv") };
    const ran = await run(...args.map((arg) => given[arg] ?? arg));
    expect(ran.code, ran.stderr).toBe(8);
    expect(ran.stderr).toContain("Winnow is already running");
    expect(ran.stderr).toContain(`process ${holder.pid} on ${hostname()}`);
  });
});

describe("a damaged journal", () => {
  it.each([
    ["is no database", (path: string) => writeFileSync(path, "x".repeat(8192))],
    ["is cut off", (path: string) => truncateSync(path, 5000)],
    ["is overwritten in the middle", (path: string) => overwrite(path, 4096, statSync(path).size - 8192)],
  ])(
    "is reported as damaged by a command that only reads, and left as it is: it %s",
    async (_name, damage) => {
      const damaged = mkdtempSync(join(folder, "damaged-"));
      const path = join(damaged, "winnow.db");
      const layout = layoutOf(damaged);
      const opened = openJournal(path, layout.backups);
      if (opened.ok) opened.value.close();
      damage(path);
      const before = readFileSync(path);
      const ran = await runWinnow(["lists"], { env: { WINNOW_DATA_DIR: damaged } });
      expect(ran.code, ran.stderr).toBe(2);
      expect(ran.stderr).toMatch(/damaged.*left as it is.*winnow restore/);
      expect(readFileSync(path).equals(before)).toBe(true);
    },
  );
});

function overwrite(path: string, from: number, bytes: number): void {
  const file = openSync(path, "r+");
  writeSync(file, Buffer.alloc(bytes, "x"), 0, bytes, from);
  closeSync(file);
}
