import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type CliWorld, createCliWorlds } from "../../support/cli-world.ts";
import { BACKSPACE, CTRL_D, ENTER, type InPty, winnowInPty } from "../../support/pty.ts";
import { runWinnow } from "../../support/run-winnow.ts";

const { sandbox, world } = await createCliWorlds("prompts");
const WITHOUT_ACCOUNT = { WINNOW_BASE_URL: undefined, WINNOW_API_KEY: undefined };

const PRICE = "Clean the list for 2 credits? [y/N]";
const clean = (at: CliWorld, more: Record<string, string> = {}) => {
  const file = at.list("contacts.csv", ["ann@acme.example", "bob@acme.example"]);
  return winnowInPty(["clean", file, "--out", at.out], { env: { ...at.env, ...more } });
};
const ADD = ["account", "add", "--label", "Acme", "--base-url", sandbox.baseUrl];
/** Without a keychain, the key is kept only for this run. */
const NO_KEYCHAIN = { DBUS_SESSION_BUS_ADDRESS: "unix:path=/nowhere" };
const add = (at: CliWorld) => winnowInPty(ADD, { env: { ...at.env, ...WITHOUT_ACCOUNT, ...NO_KEYCHAIN } });

const keyOf = ({ env }: CliWorld) => env.WINNOW_API_KEY ?? "";

const WAYS: [string, (pty: InPty) => void][] = [
  ["Ctrl-D", (pty) => pty.type(CTRL_D)],
  ["SIGTERM", (pty) => pty.kill("SIGTERM")],
];

// Windows has neither these signals nor this kind of terminal.
describe.runIf(process.platform !== "win32")("the question about the price", () => {
  it.each<(typeof WAYS)[number]>([...WAYS, ["an empty line", (pty) => pty.type(ENTER)]])(
    "counts as declined after %s: nothing is started, and the command reports this",
    async (_name, leave) => {
      const at = world();
      const pty = clean(at);
      await pty.waitForText(PRICE);
      leave(pty);
      const { code, shown } = await pty.ended;
      expect(code, shown).toBe(2);
      expect(shown).toContain("Nothing was changed, uploaded or charged.");
      expect(shown).not.toMatch(/internal error|resume|\n\s+at /);
      expect(at.requestCount("upload")).toBe(0);
      expect(existsSync(at.out)).toBe(false);
    },
  );

  it("accepts 'y' as a yes, also on a dumb terminal", async () => {
    const at = world();
    const pty = clean(at, { TERM: "dumb" });
    await pty.waitForText(PRICE);
    pty.type(`y${ENTER}`);
    const { code, shown } = await pty.ended;
    expect(code, shown).toBe(0);
    expect(shown).not.toContain("\x1b");
    expect(readFileSync(at.out, "utf8")).toContain("Email");
  });
});

describe.runIf(process.platform !== "win32")("the question for the API key", () => {
  const LABEL = "API key";
  const added = async (type: (pty: InPty, key: string) => void) => {
    const at = world();
    const pty = add(at);
    await pty.waitForText(LABEL);
    type(pty, keyOf(at));
    return { at, ...(await pty.ended) };
  };

  it.each<[string, (pty: InPty, key: string) => void]>([
    ["pasted with empty lines around it", (pty, key) => pty.type(`\r\n${key}\r\n\r\n`)],
    ["pasted between a terminal's marks", (pty, key) => pty.type(`\x1b[200~${key}\x1b[201~\r`)],
    ["corrected letter by letter", (pty, key) => pty.type(`${key}xy${BACKSPACE}${BACKSPACE}\r`)],
  ])("accepts a key %s, and shows no character of it", async (_name, type) => {
    const { at, code, shown } = await added(type);
    expect(code, shown).toBe(0);
    expect(shown).toContain("Acme is connected");
    for (let from = 0; from + 4 <= keyOf(at).length; from++) {
      expect(shown).not.toContain(keyOf(at).slice(from, from + 4));
    }
    for (const entry of readdirSync(at.dataDir, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      expect(readFileSync(join(entry.parentPath, entry.name)).includes(keyOf(at)), entry.name).toBe(false);
    }
  });

  it.each(WAYS)("can be aborted: %s ends the command", async (_name, leave) => {
    const at = world();
    const pty = add(at);
    await pty.waitForText(LABEL);
    leave(pty);
    const { code, shown } = await pty.ended;
    expect(code, shown).toBe(2);
    expect(shown).toContain("Nothing was");
    expect(shown).not.toMatch(/internal error|resume|\n\s+at /);
    expect(at.requestCount("balance")).toBe(0);
  });

  it("reads a key from a pipe, with or without a line end", async () => {
    for (const end of ["\n", "\r\nmore\n", ""]) {
      const at = world();
      const env = { WINNOW_DATA_DIR: at.dataDir, ...NO_KEYCHAIN };
      const ran = await runWinnow(ADD, { env, input: keyOf(at) + end });
      expect(ran.code, ran.stderr).toBe(0);
      expect(ran.stdout + ran.stderr).not.toContain(keyOf(at));
    }
  });

  it.each([["--api-key=canary-key-0000"], ["canary-key-0000"]])(
    "cannot be bypassed by a key in the arguments, which is refused and not printed: %s",
    async (...args) => {
      const at = world();
      const ran = await runWinnow(["account", "add", "--label", "Acme", ...args], {
        env: { WINNOW_DATA_DIR: at.dataDir },
      });
      expect(ran.code).toBe(2);
      expect(ran.stdout + ran.stderr).not.toContain("canary");
      expect(at.requestCount("balance")).toBe(0);
    },
  );
});

describe.runIf(process.platform !== "win32")("the question about a much shorter file", () => {
  it.each([
    ["y", 0, 3],
    ["n", 2, 41],
  ])("answered with %s ends with %i and leaves %i lines", async (answer, exitCode, lines) => {
    const at = world();
    const long = Array.from({ length: 40 }, (_, i) => `p${i}@x.example`);
    writeFileSync(at.out, `Email\n${long.join("\n")}\n`);
    const file = at.list("short.csv", ["ann@deliverable.example", "bob@deliverable.example"]);
    const pty = winnowInPty(["clean", file, "--out", at.out, "--overwrite"], { env: at.env });
    await pty.waitForText(PRICE);
    pty.type(`y${ENTER}`);
    await pty.waitForText("Replace it anyway? [y/N]");
    pty.type(`${answer}${ENTER}`);
    const { code, shown } = await pty.ended;
    expect(code, shown).toBe(exitCode);
    expect(readFileSync(at.out, "utf8").trim().split("\n")).toHaveLength(lines);
  });
});
