import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "@playwright/test";
import { createSandbox, type Sandbox } from "../../../electron/sandbox/sandbox.ts";
import { fillConnect, KEY } from "../connected.ts";
import { startDesktop } from "./running-desktop.ts";

test.skip(
  process.platform !== "linux",
  "the keychains of other systems cannot be had apart from their user's",
);

const folder = mkdtempSync(join(tmpdir(), "winnow-keychain-"));
let service: Sandbox;
/** A separate desktop session with an unlocked keyring. */
let bus: ChildProcess;
let env: Record<string, string>;

test.beforeAll(async () => {
  service = await createSandbox({ accounts: [{ label: "acme", key: KEY, credits: 100 }], speed: 1_000_000 });
  mkdirSync(join(folder, "sockets"), { mode: 0o700 });
  bus = spawn("dbus-daemon", ["--session", "--nofork", "--print-address"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  if (bus.stdout === null) throw new Error("the bus has no output");
  const [address] = await once(createInterface({ input: bus.stdout }), "line");
  env = {
    DBUS_SESSION_BUS_ADDRESS: String(address),
    HOME: folder,
    XDG_RUNTIME_DIR: join(folder, "sockets"),
  };
  // It ends with its bus.
  const keyring = spawn("gnome-keyring-daemon", ["--unlock", "--components=secrets"], {
    env: { ...process.env, ...env },
    stdio: ["pipe", "ignore", "ignore"],
  });
  keyring.stdin.end("pw");
  await once(keyring, "close");
});
test.afterAll(async () => {
  bus.kill();
  await once(bus, "exit");
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

test("a key saved in the keychain is used at the next start, and is in no file", async () => {
  const start = () => startDesktop({ dataDir: join(folder, "data"), args: [], env });
  const first = await start();
  await expect(first.page.getByText(/kept in this system's keychain/)).toBeVisible();
  await fillConnect(first.page, service.baseUrl, KEY);
  await expect(first.page.getByRole("banner")).toContainText("100 credits");
  await first.quit();

  service.topUp("acme", 20);
  const second = await start();
  await second.page.getByRole("button", { name: /^Balance of Acme/ }).click();
  await expect(second.page.getByRole("banner")).toContainText("120 credits");
  await second.quit();
  for (const file of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (file.isFile())
      expect(readFileSync(join(file.parentPath, file.name)).includes(KEY), file.name).toBe(false);
});
