import { spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  watch,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createSandbox, type Sandbox } from "../../../electron/sandbox/index.ts";
import { BACKSPACE, CTRL_C, CTRL_D, ENTER, type InPty, inPty, winnowInPty } from "../../support/pty.ts";
import { runWinnow } from "../../support/run-winnow.ts";
import { PROGRAM, root } from "../../support/winnow.ts";

let sandbox: Sandbox;
let folder: string;
let file: string;
let worlds = 0;
let running: InPty | null = null;

beforeAll(async () => {
  sandbox = await createSandbox({ speed: Number.POSITIVE_INFINITY });
  folder = mkdtempSync(join(tmpdir(), "winnow-prompts-"));
  file = join(folder, "contacts.csv");
  writeFileSync(file, "Email\nann@acme.example\nbob@acme.example\n");
});
afterEach(() => {
  try {
    running?.kill("SIGKILL");
  } catch {
    // It has ended.
  }
  running = null;
});
afterAll(async () => {
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

function world() {
  const label = `prompts-${++worlds}`;
  const { key } = sandbox.createAccount({ label, credits: 100 });
  const out = join(folder, `${label}.csv`);
  const dataDir = join(folder, label);
  const env = { WINNOW_DATA_DIR: dataDir };
  const requests = (operation: string) =>
    sandbox.requests.filter((one) => one.account === label && one.operation === operation).length;
  return { label, key, out, dataDir, env, requests, uploads: () => requests("upload") };
}

type World = ReturnType<typeof world>;
const account = (at: World) => ({ WINNOW_BASE_URL: sandbox.baseUrl, WINNOW_API_KEY: at.key });

const start = (args: readonly string[], env: Record<string, string | undefined>) => {
  running = winnowInPty(args, { env });
  return running;
};
const PRICE = "Clean the list for 2 credits? [y/N]";
const clean = (at: World, more: Record<string, string> = {}) =>
  start(["clean", file, "--out", at.out], { ...at.env, ...account(at), ...more });
/** There is no keychain: the key is known to this run alone. */
const add = (at: World, more: Record<string, string> = {}) =>
  start(["account", "add", "--label", "Acme", "--base-url", sandbox.baseUrl], {
    ...at.env,
    DBUS_SESSION_BUS_ADDRESS: "unix:path=/nowhere",
    ...more,
  });

/** Resolves once the file is there. */
function appears(path: string): Promise<void> {
  return new Promise((resolve) => {
    const watcher = watch(dirname(path), () => look());
    const look = () => {
      if (!existsSync(path)) return;
      watcher.close();
      resolve();
    };
    look();
  });
}

/** Two ways to leave a prompt without an answer. */
const WAYS: [string, (pty: InPty) => void][] = [
  ["Ctrl-D", (pty) => pty.type(CTRL_D)],
  ["SIGTERM", (pty) => pty.kill("SIGTERM")],
];

// Windows has neither these signals nor this kind of terminal.
describe.runIf(process.platform !== "win32")("the question whether the price is agreed to", () => {
  it.each(WAYS)("ends with %s: nothing is begun, and that is what is said", async (_name, leave) => {
    const at = world();
    const pty = clean(at);
    await pty.shows(PRICE);
    leave(pty);
    const { code, shown } = await pty.ended;
    expect(code, shown).toBe(2);
    expect(shown).toContain("Nothing was uploaded");
    expect(shown).not.toMatch(/mistake|resume|\n\s+at /);
    expect(at.uploads()).toBe(0);
    expect(existsSync(at.out)).toBe(false);
  });

  it.each([""])("takes %j for a no", async (answer) => {
    const at = world();
    const pty = clean(at);
    await pty.shows(PRICE);
    pty.type(answer + ENTER);
    const { code, shown } = await pty.ended;
    expect(code, shown).toBe(2);
    expect(shown).toContain("Nothing was uploaded");
    expect(at.uploads()).toBe(0);
  });

  it("takes 'y' for a yes, also where the terminal knows no cursor", async () => {
    const at = world();
    const pty = clean(at, { TERM: "dumb" });
    await pty.shows(PRICE);
    pty.type(`y${ENTER}`);
    const { code, shown } = await pty.ended;
    expect(code, shown).toBe(0);
    expect(shown).not.toContain("\x1b");
    expect(readFileSync(at.out, "utf8")).toContain("Email");
  });
});

describe.runIf(process.platform !== "win32")("the API key", () => {
  const LABEL = "API key";
  const added = async (type: (pty: InPty, key: string) => void) => {
    const at = world();
    const pty = add(at);
    await pty.shows(LABEL);
    type(pty, at.key);
    return { at, ...(await pty.ended) };
  };

  it.each<[string, (pty: InPty, key: string) => void]>([
    ["pasted with empty lines around it", (pty, key) => pty.type(`\r\n${key}\r\n\r\n`)],
    ["pasted between a terminal's marks", (pty, key) => pty.type(`\x1b[200~${key}\x1b[201~\r`)],
    ["corrected letter by letter", (pty, key) => pty.type(`${key}xy${BACKSPACE}${BACKSPACE}\r`)],
  ])("%s is taken, and no letter of it is shown", async (_name, type) => {
    const { at, code, shown } = await added(type);
    expect(code, shown).toBe(0);
    expect(shown).toContain("Acme is connected");
    for (let from = 0; from + 4 <= at.key.length; from++) {
      expect(shown).not.toContain(at.key.slice(from, from + 4));
    }
    for (const entry of readdirSync(at.dataDir, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      expect(readFileSync(join(entry.parentPath, entry.name)).includes(at.key), entry.name).toBe(false);
    }
  });

  it.each(WAYS)("need not be given: %s ends the question", async (_name, leave) => {
    const at = world();
    const pty = add(at);
    await pty.shows(LABEL);
    leave(pty);
    const { code, shown } = await pty.ended;
    expect(code, shown).toBe(2);
    expect(shown).toContain("Nothing was");
    expect(shown).not.toMatch(/mistake|resume|\n\s+at /);
    expect(at.requests("balance")).toBe(0);
  });

  it.each([["Ctrl-C", `half${CTRL_C}`]])("leaves the terminal as it was after %s", async (_name, keys) => {
    const at = world();
    const note = join(folder, `${at.label}.stty`);
    const program = `"${process.execPath}" "${PROGRAM}"`;
    const command = `stty -g > "${note}"; ${program} account add --label Acme --base-url ${sandbox.baseUrl}; stty -g >> "${note}"`;
    running = inPty("/bin/sh", ["-c", `trap : INT; ${command}`], { env: at.env });
    await running.shows(LABEL);
    running.type(keys);
    await running.ended;
    const [before, after, ...rest] = readFileSync(note, "utf8").trim().split("\n");
    expect([after, ...rest]).toEqual([before]);
  });

  it("is taken from a pipe, whether its line ends or not", { timeout: 60_000 }, async () => {
    for (const end of ["\n", "\r\nmore\n", ""]) {
      const at = world();
      const args = ["account", "add", "--label", "Acme", "--base-url", sandbox.baseUrl];
      const env = { ...at.env, DBUS_SESSION_BUS_ADDRESS: "unix:path=/nowhere" };
      const ran = await runWinnow(args, { env, input: at.key + end });
      expect(ran.code, ran.stderr).toBe(0);
      expect(ran.stdout + ran.stderr).not.toContain(at.key);
    }
  });

  it("is not waited for any more when a signal comes while a pipe is open", async () => {
    const at = world();
    const child = spawn(
      process.execPath,
      [PROGRAM, "account", "add", "--label", "Acme", "--base-url", sandbox.baseUrl],
      { cwd: root, env: { ...process.env, ...at.env }, stdio: ["pipe", "pipe", "pipe"] },
    );
    mkdirSync(at.dataDir);
    let said = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
    // It reads what comes, and waits for the rest of the line.
    await new Promise((resolve) => child.stdin.write("half", resolve));
    await appears(join(at.dataDir, "lock.db.holder"));
    child.kill("SIGTERM");
    expect(await new Promise((resolve) => child.on("close", resolve))).toBe(2);
    expect(said).not.toContain("half");
  });

  it.each([["--api-key=canary-key-0000"], ["canary-key-0000"]])(
    "as an argument is refused in words, and not repeated: %s",
    async (...args) => {
      const at = world();
      const ran = await runWinnow(["account", "add", "--label", "Acme", ...args], { env: at.env });
      expect(ran.code).toBe(2);
      expect(ran.stdout + ran.stderr).not.toContain("canary");
      expect(at.requests("balance")).toBe(0);
    },
  );
});
