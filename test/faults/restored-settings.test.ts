import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Settings } from "../../shared/bridge/app.ts";
import { type InProcess, openInProcess, unwrap } from "../support/in-process.ts";
import { quickSandbox } from "../support/quick-sandbox.ts";
import { createMemoryKeychain } from "../unit/accounts/memory-keychain.ts";

const sandbox = await quickSandbox();
const { key } = sandbox.createAccount({ label: "restored-settings", credits: 10 });
let folder: string;
let at: InProcess;
let accountId: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "winnow-restored-"));
  at = unwrap(await openInProcess(join(folder, "data"), { keychain: createMemoryKeychain() }));
  const added = await at.call("accounts.add", { label: "A", baseUrl: sandbox.baseUrl, apiKey: key });
  accountId = unwrap(added).id;
});
afterEach(async () => {
  await at.close();
  rmSync(folder, { recursive: true, force: true });
});

const set = async (settings: Partial<Settings>) => unwrap(await at.call("settings.set", settings));

/** The settings after a backup was made with `then` and restored where they are `now`. */
async function restored(then: Partial<Settings>, now: Partial<Settings>): Promise<Settings> {
  await set({ accountId, ...then });
  const { path } = unwrap(await at.call("app.backup", { target: { path: folder } }));
  await set(now);
  unwrap(await at.call("app.restore", { kind: "path", path }));
  return unwrap(await at.call("settings.get", {}));
}

it.each([
  [500, 0, 0],
  [500, 100, 100],
  [100, 500, 100],
  [0, 500, 0],
])(
  "of %i credits in the backup and %i now, a list may cost %i to start unasked",
  async (then, now, comes) => {
    const settings = await restored({ startUnderCredits: then }, { startUnderCredits: now });
    expect(settings).toMatchObject({ startUnderCredits: comes, accountId });
  },
);

it("another chosen account starts nothing unasked", async () => {
  const settings = await restored({ startUnderCredits: 500 }, { accountId: "another" });
  expect(settings).toMatchObject({ startUnderCredits: 0, accountId });
});

it("what is deleted, sent or asked for unasked does not come back where it was forbidden since", async () => {
  const then = { onlyAddresses: false, deleteAfterFetch: true, checkForUpdates: true };
  const now = { onlyAddresses: true, deleteAfterFetch: false, checkForUpdates: false };
  expect(await restored(then, now)).toMatchObject(now);
});

it("nor is it allowed where the backup forbids it; everything else is as it was", async () => {
  const then = { onlyAddresses: true, deleteAfterFetch: false, checkForUpdates: false, freshDays: 7 };
  const now = { onlyAddresses: false, deleteAfterFetch: true, checkForUpdates: true, freshDays: 90 };
  expect(await restored(then, now)).toMatchObject(then);
});
