import { generateKeyPairSync } from "node:crypto";
import { EventEmitter } from "node:events";
import { dirname } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { signUpdate, updateKeyOf } from "../../../electron/desktop/update-signature.ts";
import { DEFAULT_SETTINGS } from "../../../shared/bridge/defaults.ts";

import { state } from "./electron-double.ts";
import { IDLE, type LaunchedDesktop, type LaunchOptions, launch } from "./launched-desktop.ts";

class UpdaterDouble extends EventEmitter {
  /** Set when the download ends, as in electron-updater, which installs on quitting only if this was set. */
  willInstallOnQuit = false;
  autoDownload = false;
  autoInstallOnAppQuit = true;
  allowDowngrade = true;
  logger: unknown = "something";
  checks = 0;
  restarts = 0;
  found: { isUpdateAvailable: boolean; updateInfo?: unknown } | null = { isUpdateAvailable: false };
  downloads = 0;
  failing = false;
  /** Update that the latest check found, which is the one downloaded, as in electron-updater. */
  latest: unknown = null;
  readonly fetchedWhat: unknown[] = [];
  /** Update that another check finds right after this one. */
  nextUpdate: unknown = null;
  async checkForUpdates() {
    this.checks += 1;
    if (this.failing) throw new Error("https://updates.winnow.example/?token=secret cannot be reached");
    this.latest = this.found?.updateInfo;
    if (this.nextUpdate !== null) setImmediate(() => (this.latest = this.nextUpdate));
    return this.found;
  }
  async downloadUpdate() {
    this.downloads += 1;
    this.fetchedWhat.push(this.latest);
    return [];
  }
  downloaded() {
    this.willInstallOnQuit = this.autoInstallOnAppQuit;
    this.emit("update-downloaded", { version: "1.2.3" });
  }
  get installsOnQuit() {
    return this.willInstallOnQuit && this.autoInstallOnAppQuit;
  }
  quitAndInstall() {
    this.restarts += 1;
    // As on macOS: the window closes first, and the application cannot quit before.
    state.windows[0]?.pressClose();
  }
}
const updater = vi.hoisted(() => ({ current: null as unknown }));
vi.mock("electron", () => import("./electron-double.ts"));
vi.mock("electron-updater", () => ({
  default: {
    get autoUpdater() {
      return updater.current;
    },
  },
}));

const DAY_MS = 24 * 60 * 60 * 1000;
let double: UpdaterDouble;
let desktop: LaunchedDesktop;
const start = async (options: LaunchOptions = { packaged: true }) => {
  desktop = await launch(options);
};
beforeEach(() => {
  double = new UpdaterDouble();
  updater.current = double;
});

const press = (id: string) => {
  for (const menu of state.menu ?? []) {
    const items = Array.isArray(menu.submenu) ? menu.submenu : [];
    const found = items.find((item) => item.id === id);
    if (found !== undefined) return found.click?.(null as never, undefined, null as never);
  }
  throw new Error(`the menu has no ${id}`);
};
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

describe("an installed Winnow on Windows", () => {
  it.each([
    [true, ["app.winnow.desktop", expect.stringMatching(/^\{[\dA-F-]{36}\}$/)]],
    [false, []],
  ])("has an application ID, unlike a checkout (packaged: %s)", async (packaged, identity) => {
    await start({ platform: "win32", packaged });
    expect(state.order.filter((entry) => /^(?:app\.|\{)/.test(entry))).toEqual(identity);
  });
});

describe("the check for updates", () => {
  it("runs at the start and daily in an installed Winnow", async () => {
    await start();
    await vi.waitFor(() => expect(double.checks).toBe(1));
    desktop.clock.advance(DAY_MS);
    await vi.waitFor(() => expect(double.checks).toBe(2));
    desktop.clock.advance(DAY_MS);
    await vi.waitFor(() => expect(double.checks).toBe(3));
  });

  it("no longer runs once Winnow is quitting", async () => {
    await start();
    await vi.waitFor(() => expect(double.checks).toBe(1));
    desktop.engine.closing = new Promise(() => {});
    desktop.window().pressClose();
    const asked = desktop.engine.calls.length;
    desktop.clock.advance(DAY_MS);
    expect(desktop.engine.calls).toHaveLength(asked);
  });

  it("stops when the user switches it off, except on request", async () => {
    await start();
    await vi.waitFor(() => expect(double.checks).toBe(1));
    desktop.engine.answers.set("settings.get", { ...DEFAULT_SETTINGS, checkForUpdates: false });
    desktop.clock.advance(DAY_MS);
    await settled();
    expect(double.checks).toBe(1);
    state.dialogResults.push({ response: 0 });
    press("checkForUpdates");
    await vi.waitFor(() => expect(state.dialogs).toHaveLength(1));
    expect(state.dialogs[0]?.options).toMatchObject({ message: "Winnow is up to date." });
    expect(double.checks).toBe(2);
  });

  it("reports a failure only when the user asked for it", async () => {
    double.failing = true;
    await start();
    await vi.waitFor(() => expect(double.checks).toBe(1));
    await settled();
    expect(state.dialogs).toEqual([]);
    state.dialogResults.push({ response: 0 });
    press("checkForUpdates");
    await vi.waitFor(() => expect(state.dialogs).toHaveLength(1));
    expect(JSON.stringify(state.dialogs)).not.toContain("secret");
  });
});

describe("a downloaded update", () => {
  beforeEach(async () => {
    await start({ packaged: true, platform: "win32" });
    await vi.waitFor(() => expect(double.checks).toBe(1));
    double.downloaded();
  });

  it("is not installed while a cleaning is unfinished, even when the user quits", async () => {
    desktop.engine.activity = { ...IDLE, unfinished: 1 };
    state.dialogResults.push({ response: 0 });
    press("restartToUpdate");
    await vi.waitFor(() => expect(state.dialogs).toHaveLength(1));
    expect(double.restarts).toBe(0);
    desktop.window().pressClose();
    await vi.waitFor(() => expect(state.quit).toBe(true));
    expect(double.installsOnQuit).toBe(false);
  });

  it("is installed on quitting when nothing is under way", async () => {
    desktop.window().pressClose();
    await vi.waitFor(() => expect(state.quit).toBe(true));
    expect(double.installsOnQuit).toBe(true);
  });
});

describe("a downloaded update that would ask for the administrator's password", () => {
  it.each([
    ["a package of Linux", undefined, "", false],
    [
      "a package of Linux, from the terminal of an AppImage",
      "/apps/Editor.AppImage",
      "/tmp/.mount_editor",
      false,
    ],
    ["an AppImage", "/apps/Winnow.AppImage", dirname(process.execPath), true],
  ])("is not installed on quitting, unless it is an AppImage: %s", async (_, appImage, folder, expected) => {
    vi.stubEnv("APPIMAGE", appImage);
    vi.stubEnv("APPDIR", folder);
    await start({ packaged: true, platform: "linux" });
    await vi.waitFor(() => expect(double.checks).toBe(1));
    double.downloaded();
    desktop.window().pressClose();
    await vi.waitFor(() => expect(state.quit).toBe(true));
    vi.unstubAllEnvs();
    expect(double.installsOnQuit).toBe(expected);
  });

  it("is not installed on quitting after its installation has failed", async () => {
    await start({ packaged: true, platform: "win32" });
    await vi.waitFor(() => expect(double.checks).toBe(1));
    double.downloaded();
    double.quitAndInstall = () => {
      double.emit("error", new Error("the password was not given"));
      double.restarts += 1;
    };
    press("restartToUpdate");
    await vi.waitFor(() => expect(double.restarts).toBe(1));
    await vi.waitFor(() => expect(state.quit).toBe(true));
    expect(double.installsOnQuit).toBe(false);
  });
});

it("an update is announced in the window if the system shows no notifications", async () => {
  await start({ packaged: true, platform: "darwin" });
  await vi.waitFor(() => expect(double.checks).toBe(1));
  double.downloaded();
  expect(state.dialogs).toEqual([]);
  state.dialogResults.push({ response: 0 });
  state.notifications[0]?.emitter.emit("failed");
  expect(state.dialogs).toHaveLength(1);
  expect(JSON.stringify(state.dialogs)).toContain("1.2.3");
});

describe("an update that is still downloading", () => {
  it("is not installed when it arrives while Winnow quits", async () => {
    await start({ packaged: true, platform: "linux" });
    await vi.waitFor(() => expect(double.checks).toBe(1));
    desktop.window().pressClose();
    await vi.waitFor(() => expect(state.quit).toBe(true));
    double.downloaded();
    expect(double.installsOnQuit).toBe(false);
  });

  it("is installed only on restart on macOS, where the installer does not ask the user", async () => {
    await start({ packaged: true, platform: "darwin" });
    await vi.waitFor(() => expect(double.checks).toBe(1));
    double.downloaded();
    expect(double.willInstallOnQuit).toBe(false);
    press("restartToUpdate");
    await vi.waitFor(() => expect(double.restarts).toBe(1));
    expect([desktop.engine.closed, state.quit]).toEqual([true, true]);
  });
});

describe("an update", () => {
  const pair = () => {
    const { publicKey, privateKey } = generateKeyPairSync("ed25519");
    return {
      publicPem: publicKey.export({ type: "spki", format: "pem" }).toString(),
      privatePem: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    };
  };
  const ours = pair();
  const update = { version: "1.2.3", files: [{ url: "Winnow.AppImage", sha512: "aGFzaA==" }] };
  const signed = { ...update, winnowSignature: signUpdate(update, ours.privatePem) };
  const found = (updateInfo: unknown) => {
    double.found = { isUpdateAvailable: true, updateInfo };
  };

  it("on Linux is downloaded if it is signed with this build's key", async () => {
    found({ ...signed, releaseDate: "2026-01-02" });
    await start({ packaged: true, updateKey: ours.publicPem });
    await vi.waitFor(() => expect(double.downloads).toBe(1));
    expect(double.autoDownload).toBe(false);
  });

  it("on Linux is downloaded in the signed version even if a second check finds a different one", async () => {
    found(signed);
    double.nextUpdate = update;
    await start({ packaged: true, updateKey: ours.publicPem });
    await vi.waitFor(() => expect(double.downloads).toBe(1));
    expect(double.fetchedWhat).toEqual([signed]);
  });

  it.each([
    ["without a signature", update, ours.publicPem],
    ["with another version", { ...signed, version: "1.2.4" }, ours.publicPem],
    ["with another file", { ...signed, files: [{ url: "evil", sha512: "aGFzaA==" }] }, ours.publicPem],
    ["with another hash", { ...signed, files: [{ url: "Winnow.AppImage", sha512: "x" }] }, ours.publicPem],
    ["with an additional file", { ...signed, files: [...signed.files, ...signed.files] }, ours.publicPem],
    [
      "signed with another key",
      { ...update, winnowSignature: signUpdate(update, pair().privatePem) },
      ours.publicPem,
    ],
    ["with an empty signature", { ...update, winnowSignature: "" }, ours.publicPem],
    ["without files", { ...signed, files: [] }, ours.publicPem],
    ["in a build without a key", signed, undefined],
    ["in a build with an invalid key", signed, "nonsense"],
  ])("on Linux is not downloaded %s, and a manual check reports this", async (_name, info, updateKey) => {
    found(info);
    await start({ packaged: true, updateKey });
    await vi.waitFor(() => expect(double.checks).toBe(1));
    state.dialogResults.push({ response: 0 });
    press("checkForUpdates");
    await vi.waitFor(() => expect(state.dialogs).toHaveLength(1));
    expect(JSON.stringify(state.dialogs[0]?.options)).toContain("was not downloaded");
    expect(double.downloads).toBe(0);
  });

  it("on macOS and Windows needs no feed signature, because the system checks the installer", async () => {
    for (const platform of ["darwin", "win32"] as const) {
      found(update);
      await start({ packaged: true, platform });
      await vi.waitFor(() => expect(double.checks).toBe(1));
      expect(double.autoDownload).toBe(true);
      expect(double.downloads).toBe(0);
      await desktop.end();
      double = new UpdaterDouble();
      updater.current = double;
    }
    await start();
  });

  it("can be verified only with an Ed25519 public key", () => {
    expect(updateKeyOf(ours.publicPem)).not.toBeNull();
    expect(updateKeyOf(ours.privatePem)).toBeNull();
    const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey;
    expect(updateKeyOf(rsa.export({ type: "spki", format: "pem" }).toString())).toBeNull();
    expect(updateKeyOf("")).toBeNull();
  });
});
