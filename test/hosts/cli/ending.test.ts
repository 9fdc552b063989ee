import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CTRL_C, type InPty, inPty, winnowInPty } from "../../support/pty.ts";
import { PROGRAM, spawnWinnow } from "../../support/winnow.ts";

type Ending = readonly [name: string, end: (pty: InPty) => void];
const BY_SIGNAL: Ending = ["SIGHUP", (pty) => pty.kill("SIGHUP")];
const BY_KEYS: Ending = ["Ctrl-C", (pty) => pty.type(CTRL_C)];

let folder: string;
let file: string;
let service: Server;
let env: Record<string, string>;
/** Requests that are never answered, as `GET /v1/info`. */
let silent: Set<string>;
let asked: (path: string) => void;
let running: InPty | null = null;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "winnow-ending-"));
  file = join(folder, "list.csv");
  writeFileSync(file, "email\nann@acme.example\nbob@acme.example\n");
  silent = new Set();
  asked = () => {};
  const jobs = { job_id: "job-1", success: true, message: "ok" };
  service = createServer((request, response: ServerResponse) => {
    const path = `${request.method} ${new URL(request.url ?? "", "http://service").pathname}`;
    request.resume();
    asked(path);
    if (silent.has(path)) return;
    if (path === "GET /v1/info")
      response.end(JSON.stringify({ success: true, credits_info: { credits_remaining: 500 } }));
    else response.end(JSON.stringify({ ...jobs, status: "preparing", total: 2 }));
  });
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  const address = service.address();
  const port = address !== null && typeof address !== "string" ? address.port : 0;
  env = {
    WINNOW_DATA_DIR: join(folder, "data"),
    WINNOW_BASE_URL: `http://127.0.0.1:${port}`,
    WINNOW_API_KEY: "key-of-ending-1234",
  };
});
afterEach(async () => {
  try {
    running?.kill("SIGKILL");
  } catch {
    // It has ended.
  }
  running = null;
  service.closeAllConnections();
  await new Promise((resolve) => service.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

const clean = (...more: string[]) => ["clean", file, "--out", join(folder, "out.csv"), ...more];
const start = (args: readonly string[], more: Record<string, string> = {}) => {
  running = winnowInPty(args, { env: { ...env, ...more }, columns: 300 });
  return running;
};

/** Resolves once the service was asked for `path`, which it does not answer. */
function hangs(path: string): Promise<void> {
  silent.add(path);
  return new Promise((resolve) => {
    asked = (one) => {
      if (one === path) resolve();
    };
  });
}

// Windows has neither these signals nor this kind of terminal.
describe.runIf(process.platform !== "win32")("a command at a terminal", () => {
  it.each([BY_KEYS])("ended by %s while the price is worked out begins nothing", async (_name, end) => {
    const reached = hangs("GET /v1/info");
    const pty = start(clean());
    await reached;
    end(pty);
    const { code, shown } = await pty.ended;
    expect(code, shown).toBe(2);
    expect(shown).toContain("Nothing was uploaded");
    expect(shown).not.toMatch(/mistake|\n\s+at /);
  });

  it.each([BY_SIGNAL])("ended by %s while an upload hangs says how to go on", async (_name, end) => {
    const reached = hangs("POST /v1/bulk");
    const pty = start(clean("--yes"));
    await reached;
    end(pty);
    const { code, shown } = await pty.ended;
    expect(code, shown).toBe(6);
    expect(shown).toContain("winnow resume");
  });

  it.each([BY_KEYS, BY_SIGNAL])(
    "ended by %s under a progress bar leaves the cursor as it was",
    async (_name, end) => {
      const pty = start(clean("--yes"));
      await pty.shows("Preparing [");
      end(pty);
      const { code, shown } = await pty.ended;
      expect(code, shown).toBe(6);
      // Shown again after it was hidden.
      expect(shown.lastIndexOf("\x1b[?25h")).toBeGreaterThan(shown.lastIndexOf("\x1b[?25l"));
    },
  );
});

describe.runIf(process.platform !== "win32")("a command that npm runs at a terminal", () => {
  it.each<readonly [string, number, string, readonly string[]]>([
    ["a progress bar", 6, "Preparing [", ["--yes"]],
  ])("ends with Ctrl-C at %s, in words", async (_name, _code, words, more) => {
    running = inPty("npm", ["run", "--silent", "winnow", "--", ...clean(...more)], {
      env,
      columns: 300,
    });
    await running.shows(words);
    running.type(CTRL_C);
    const { shown } = await running.ended;
    expect(shown).toMatch(more.length === 0 ? /Nothing was uploaded/ : /winnow resume/);
    expect(shown).not.toMatch(/mistake|\n\s+at /);
  });
});

describe.runIf(process.platform !== "win32")("a signal that comes before anything is loaded", () => {
  it("ends the command with code 2, and nothing is begun", async () => {
    const signal = "SIGTERM";
    // Sent as soon as somebody listens for it.
    const hook = `process.on("newListener", (name) => { if (name === ${JSON.stringify(signal)}) setImmediate(() => process.kill(process.pid, ${JSON.stringify(signal)})); });`;
    const ran = await spawnWinnow(clean("--yes"), {
      env: { ...env, NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(hook)}` },
    });
    expect(ran.signal).toBe(null);
    expect(ran.code, ran.stderr).toBe(2);
    expect(ran.stderr).toContain("Nothing was uploaded");
  });
});

describe.runIf(existsSync("/dev/full"))("standard output", () => {
  it.each([[["--help"]], [["preview", "FILE"]]])("on a full disk ends %j in one line", async (args) => {
    const command = `"${process.execPath}" "${PROGRAM}" ${args.map((arg) => (arg === "FILE" ? `"${file}"` : arg)).join(" ")} > /dev/full`;
    running = inPty("/bin/sh", ["-c", command], { env, columns: 300 });
    const { code, shown } = await running.ended;
    expect(code, shown).toBe(2);
    expect(shown).toMatch(/disk/i);
    expect(shown).not.toMatch(/mistake|\n\s+at |Error/);
  });

  it.each([[["preview", "FILE"]]])("whose reader has gone ends %j without a word", async (args) => {
    const command = `"${process.execPath}" "${PROGRAM}" ${args.map((arg) => (arg === "FILE" ? `"${file}"` : arg)).join(" ")} 2>"${folder}/said" | true; cat "${folder}/said"`;
    running = inPty("/bin/sh", ["-c", command], { env, columns: 300 });
    const { shown } = await running.ended;
    expect(shown).not.toMatch(/mistake|\n\s+at |Error|written/);
  });
});
