import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createSandbox, type Sandbox } from "../../../electron/sandbox/index.ts";
import { CTRL_C, winnowInPty } from "../../support/pty.ts";
import { runWinnow } from "../../support/run-winnow.ts";

let sandbox: Sandbox;
let folder: string;
let file: string;
let worlds = 0;

beforeAll(async () => {
  sandbox = await createSandbox({ speed: Number.POSITIVE_INFINITY });
  folder = mkdtempSync(join(tmpdir(), "winnow-refused-"));
  file = join(folder, "contacts.csv");
  writeFileSync(file, "Email\nann@acme.example\nbob@acme.example\ncee@acme.example\n");
});
afterAll(async () => {
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

function world(credits = 100) {
  const label = `refused-${++worlds}`;
  const { key } = sandbox.createAccount({ label, credits });
  const dataDir = join(folder, label);
  const bare = { WINNOW_DATA_DIR: dataDir };
  return {
    bare,
    env: { ...bare, WINNOW_BASE_URL: sandbox.baseUrl, WINNOW_API_KEY: key },
    args: ["clean", file, "--out", join(folder, `${label}.csv`)],
    /** What stands on the disk of lists. */
    lists: () => (existsSync(join(dataDir, "lists")) ? readdirSync(join(dataDir, "lists")) : []),
  };
}

it.each<[string, number, readonly string[], { credits?: number; bare?: boolean }]>([
  ["is dearer than --max-credits", 4, ["--yes", "--max-credits", "2"], {}],
  ["has nobody to agree to it", 2, [], {}],
  ["names an unknown column", 2, ["--yes", "--column", "Nowhere"], {}],
])("a cleaning that %s leaves no copy of the list behind", async (_name, code, more, how) => {
  const at = world(how.credits);
  const ran = await runWinnow([...at.args, ...more], { env: how.bare ? at.bare : at.env });
  expect(ran.code, ran.stderr).toBe(code);
  expect(at.lists()).toEqual([]);
});

it.each([["Ctrl-C", CTRL_C]])("%s at the question leaves no copy of the list behind", async (_name, keys) => {
  const at = world();
  const pty = winnowInPty(at.args, { env: at.env });
  await pty.shows("Clean the list for 3 credits?");
  expect(at.lists()).toHaveLength(1);
  pty.type(keys);
  const { code, shown } = await pty.ended;
  expect(code, shown).toBe(2);
  expect(at.lists()).toEqual([]);
});

it("a cleaning that was begun keeps its list", async () => {
  const at = world();
  const ran = await runWinnow([...at.args, "--yes"], { env: at.env });
  expect(ran.code, ran.stderr).toBe(0);
  expect(at.lists()).toHaveLength(1);
});
