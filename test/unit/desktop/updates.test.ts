import { EventEmitter } from "node:events";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DAY_MS, looksForUpdates, mayInstall } from "../../../electron/desktop/updating.ts";
import { DEFAULT_SETTINGS } from "../../../shared/bridge/app.ts";
import { state } from "./electron-double.ts";
import { IDLE, type LaunchedDesktop, type LaunchOptions, launch } from "./launched-desktop.ts";

class UpdaterDouble extends EventEmitter {
  /** As in electron-updater: whether it will look again on the way out is settled when the download ends. */
  armed = false;
  autoDownload = false;
  autoInstallOnAppQuit = true;
  allowDowngrade = true;
  logger: unknown = "something";
  checks = 0;
  restarts = 0;
  found: { isUpdateAvailable: boolean } | null = { isUpdateAvailable: false };
  failing = false;
  async checkForUpdates() {
    this.checks += 1;
    if (this.failing) throw new Error("https://updates.winnow.example/?token=secret cannot be reached");
    return this.found;
  }
  downloaded() {
    this.armed = this.autoInstallOnAppQuit;
    this.emit("update-downloaded", { version: "1.2.3" });
  }
  get installsOnQuit() {
    return this.armed && this.autoInstallOnAppQuit;
  }
  quitAndInstall() {
    this.restarts += 1;
    // As on macOS: the window is closed first, and nothing quits while it is there.
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

let double: UpdaterDouble;
let desktop: LaunchedDesktop;
const start = async (options: LaunchOptions = { packaged: true }) => {
  desktop = await launch(options);
};
beforeEach(() => {
  double = new UpdaterDouble();
  updater.current = double;
});
afterEach(() => desktop.end());

const press = (id: string) => {
  for (const menu of state.menu ?? []) {
    const items = Array.isArray(menu.submenu) ? menu.submenu : [];
    const found = items.find((item) => item.id === id);
    if (found !== undefined) return found.click?.(null as never, undefined, null as never);
  }
  throw new Error(`the menu has no ${id}`);
};
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

describe("looking for updates", () => {
  it("happens at the start and daily, in an installed Winnow", async () => {
    await start();
    await vi.waitFor(() => expect(double.checks).toBe(1));
    desktop.clock.pass(DAY_MS);
    await vi.waitFor(() => expect(double.checks).toBe(2));
    desktop.clock.pass(DAY_MS);
    await vi.waitFor(() => expect(double.checks).toBe(3));
  });

  it("never happens in development", async () => {
    await start({ packaged: false });
    desktop.clock.pass(3 * DAY_MS);
    await settled();
    expect(double.checks).toBe(0);
    state.answers.push({ response: 0 });
    press("checkForUpdates");
    await vi.waitFor(() => expect(state.dialogs).toHaveLength(1));
    expect(double.checks).toBe(0);
  });

  it("stops when the user does not want it, until asked for", async () => {
    expect([looksForUpdates(true, false), looksForUpdates(false, true), looksForUpdates(true, true)]).toEqual(
      [false, false, true],
    );
    await start();
    await vi.waitFor(() => expect(double.checks).toBe(1));
    desktop.engine.answers.set("settings.get", { ...DEFAULT_SETTINGS, checkForUpdates: false });
    desktop.clock.pass(DAY_MS);
    await settled();
    expect(double.checks).toBe(1);
    state.answers.push({ response: 0 });
    press("checkForUpdates");
    await vi.waitFor(() => expect(state.dialogs).toHaveLength(1));
    expect(state.dialogs[0]?.options).toMatchObject({ message: "Winnow is up to date." });
    expect(double.checks).toBe(2);
  });

  it("says plainly when it fails, and only when asked", async () => {
    double.failing = true;
    await start();
    await vi.waitFor(() => expect(double.checks).toBe(1));
    await settled();
    expect(state.dialogs).toEqual([]);
    state.answers.push({ response: 0 });
    press("checkForUpdates");
    await vi.waitFor(() => expect(state.dialogs).toHaveLength(1));
    expect(JSON.stringify(state.dialogs)).not.toContain("secret");
  });
});

describe("an update that is there", () => {
  beforeEach(async () => {
    await start({ packaged: true, platform: "win32" });
    await vi.waitFor(() => expect(double.checks).toBe(1));
    double.downloaded();
  });

  it("is told, not forced", () => {
    expect(state.notifications.map(({ options }) => options.body)).toEqual([
      expect.stringContaining("1.2.3"),
    ]);
    expect(double.restarts).toBe(0);
    expect(double.allowDowngrade).toBe(false);
    expect(double.logger).toBeNull();
  });

  it("is installed when the user restarts for it", async () => {
    press("restartToUpdate");
    await vi.waitFor(() => expect(double.restarts).toBe(1));
    expect([desktop.engine.closed, state.quit]).toEqual([true, true]);
  });

  it("takes the window away at once: what it would ask is answered no more", async () => {
    let close = () => {};
    desktop.engine.closing = new Promise((resolve) => (close = resolve));
    desktop.window().visible = true;
    press("restartToUpdate");
    await vi.waitFor(() => expect(desktop.window().visible).toBe(false));
    expect(double.restarts).toBe(0);
    close();
    await vi.waitFor(() => expect(double.restarts).toBe(1));
  });

  it("leaves no Winnow behind without a window when it cannot be installed", async () => {
    double.quitAndInstall = () => void double.emit("error", new Error("no installer"));
    press("restartToUpdate");
    await vi.waitFor(() => expect(state.quit).toBe(true));
  });

  it("waits for every cleaning, also on the way out", async () => {
    desktop.engine.activity = { ...IDLE, unfinished: 1 };
    state.answers.push({ response: 0 });
    press("restartToUpdate");
    await vi.waitFor(() => expect(state.dialogs).toHaveLength(1));
    expect(double.restarts).toBe(0);
    desktop.window().pressClose();
    await vi.waitFor(() => expect(state.quit).toBe(true));
    expect(double.installsOnQuit).toBe(false);
  });

  it("is installed on the way out when nothing is under way", async () => {
    desktop.window().pressClose();
    await vi.waitFor(() => expect(state.quit).toBe(true));
    expect(double.installsOnQuit).toBe(true);
  });

  it.each([
    [{ transferring: false, unfinished: 0 }, true],
    [{ transferring: true, unfinished: 0 }, false],
    [{ transferring: false, unfinished: 1 }, false],
  ])("may be installed with %j: %s", (activity, may) => {
    expect(mayInstall(activity)).toBe(may);
  });
});

describe("an update that is on its way", () => {
  it("is not installed when it arrives while Winnow goes", async () => {
    await start({ packaged: true, platform: "linux" });
    await vi.waitFor(() => expect(double.checks).toBe(1));
    desktop.window().pressClose();
    await vi.waitFor(() => expect(state.quit).toBe(true));
    double.downloaded();
    expect(double.installsOnQuit).toBe(false);
  });

  it("waits for the restart on macOS, whose installer asks nobody", async () => {
    await start({ packaged: true, platform: "darwin" });
    await vi.waitFor(() => expect(double.checks).toBe(1));
    double.downloaded();
    expect(double.armed).toBe(false);
    press("restartToUpdate");
    await vi.waitFor(() => expect(double.restarts).toBe(1));
    expect([desktop.engine.closed, state.quit]).toEqual([true, true]);
  });
});
