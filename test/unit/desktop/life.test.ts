import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { filesInArguments } from "../../../electron/desktop/launch-files.ts";
import { decideLeave } from "../../../electron/desktop/quit.ts";
import { problem } from "../../../shared/problems.ts";
import { makeReady, preventable, protocol, state } from "./electron-double.ts";
import { IDLE, type LaunchedDesktop, type LaunchOptions, launch } from "./launched-desktop.ts";

const spawned = vi.hoisted((): unknown[][] => []);
vi.mock("electron", () => import("./electron-double.ts"));
vi.mock("node:child_process", async (original) => ({
  ...(await original<typeof import("node:child_process")>()),
  spawn(program: string, args: readonly string[]) {
    spawned.push([program, args]);
    return { unref() {} };
  },
}));

let desktop: LaunchedDesktop;
const start = async (options?: LaunchOptions) => {
  desktop = await launch(options);
  return desktop;
};

const TRANSFERRING = { ...IDLE, transferring: true, unfinished: 1 };
const QUIT = { response: 1, checkboxChecked: false };

describe("the start of the desktop", () => {
  it("takes the lock before it opens the data, and opens the window before the engine is ready", async () => {
    await start({ doNotWait: true });
    expect(state.order).toContain("requestSingleInstanceLock");
    expect(desktop.starts()).toBe(0);
    makeReady();
    await vi.waitFor(() => expect(desktop.starts()).toBe(1));
    expect(desktop.window().loaded).toEqual(["app://winnow/"]);
  });

  it("sandboxes every page, unless the launcher of an AppImage has switched the sandbox off", async () => {
    await start();
    expect(state.order).toContain("enableSandbox");
    await desktop.end();
    await start({ switches: ["no-sandbox"] });
    // Without it, Chromium's first processes, which were started without a sandbox, would fail.
    expect(state.switches).toEqual(new Set(["no-sandbox"]));
  });

  it("shows its window once, when the page has painted or after a timeout", async () => {
    await start();
    // Electron keeps the size of a window under its name.
    expect(desktop.window().options).toMatchObject({ name: "main", windowStatePersistence: true });
    expect(desktop.window().visible).toBe(false);
    desktop.clock.advance(10_000);
    expect(desktop.window().visible).toBe(true);
    desktop.window().visible = false;
    desktop.window().emitter.emit("ready-to-show");
    expect(desktop.window().visible).toBe(false);
    await desktop.end();
    await start();
    desktop.window().emitter.emit("ready-to-show");
    expect(desktop.window().visible).toBe(true);
    desktop.window().visible = false;
    desktop.clock.advance(10_000);
    expect(desktop.window().visible).toBe(false);
  });

  it("shows the problem when the data folder is locked, and quits", async () => {
    await start({ failure: problem("store_locked", { dir: "/data" }) });
    expect(state.dialogs).toEqual([
      {
        kind: "error",
        options: {
          title: "Winnow is already running",
          content: expect.stringContaining("Nothing was changed."),
        },
      },
    ]);
    expect(state.exitCode).toBe(3);
  });

  it("reports a bug when the engine fails to start, and quits", async () => {
    await start({ engineThrows: true });
    expect(JSON.stringify(state.dialogs)).toContain("Winnow hit an internal error");
    expect(JSON.stringify(state.dialogs)).not.toContain("broken");
    expect(state.exitCode).toBe(3);
    expect(await desktop.call("app.info", {})).toMatchObject({ ok: false, problem: { code: "internal" } });
  });

  it("shows a problem when the data folder cannot be created, and opens nothing", async () => {
    await start({ dataFolderBlocked: true });
    expect(JSON.stringify(state.dialogs)).toContain("Winnow cannot store anything");
    expect(state.exitCode).toBe(3);
    expect(desktop.starts()).toBe(0);
    expect(state.windows).toEqual([]);
    // Chromium's profile must not be created in the refused folder, which may be its default location.
    expect(state.paths.get("userData")?.startsWith(join(tmpdir(), "winnow-"))).toBe(true);
  });

  it("quits with a message and releases the lock if it fails before there is a window", async () => {
    const handle = vi.spyOn(protocol, "handle").mockImplementation(() => {
      throw new Error("broken");
    });
    await start();
    handle.mockRestore();
    expect(JSON.stringify(state.dialogs)).toContain("Winnow hit an internal error");
    expect(state.exitCode).toBe(3);
  });

  it("notifies the engine when the machine wakes from sleep", async () => {
    await start();
    state.powerMonitor.emit("resume");
    expect(desktop.engine.resumed).toBe(1);
  });
});

describe("a file opened through the system", () => {
  const received = () => desktop.events().filter((event) => event.startsWith("files.received"));

  it("waits for the window on macOS when it is opened before Winnow is ready", async () => {
    await start({ platform: "darwin", doNotWait: true });
    const event = preventable();
    state.app.emit("open-file", event, "/lists/early.csv");
    expect(event.defaultPrevented).toBe(true);
    makeReady();
    await vi.waitFor(() => expect(desktop.window().visible).toBe(true));
    desktop.pageLoads();
    desktop.clock.advance(500);
    expect(received()[0]).toContain('"/lists/early.csv"');
  });

  it("arrives together with others that the system hands over one by one", async () => {
    await start({ platform: "darwin" });
    desktop.pageLoads();
    for (const name of ["a.csv", "b.csv", "c.zip"]) {
      state.app.emit("open-file", preventable(), `/lists/${name}`);
      desktop.clock.advance(400);
    }
    expect(received()).toEqual([]);
    desktop.clock.advance(100);
    expect(received()).toHaveLength(1);
    for (const name of ["a.csv", "b.csv", "c.zip"]) expect(received()[0]).toContain(`"/lists/${name}"`);
  });

  it.each([
    [["winnow"], []],
    [
      ["winnow", "a.csv", "B.XLSX", "c.txt", "d.tsv", "e.zip", "f.mbox"],
      ["/d/a.csv", "/d/B.XLSX", "/d/c.txt", "/d/d.tsv", "/d/e.zip", "/d/f.mbox"],
    ],
    [["electron", ".", "--inspect=9229", "../up.csv"], ["/up.csv"]],
    [["winnow", "--open=a.csv", "-a.csv", "photo.png", "csv", ""], []],
    [["a.csv"], []],
    [["winnow", "file:///home/ann/My%20list.csv"], ["/home/ann/My list.csv"]],
    [["winnow", "file:///d/a.csv", "a.csv"], ["/d/a.csv"]],
    [["winnow", "file://server/share/a.csv", "file:///d/%zz.csv", "file:///d/photo.png"], []],
  ])("is found in the command-line arguments %j as %j", (args, files) => {
    expect(filesInArguments(args, "/d")).toEqual(files);
  });
});

describe("quitting", () => {
  it.each([
    ["window", "darwin", false, "hide"],
    ["window", "darwin", true, "hide"],
    ["window", "win32", false, "quit"],
    ["window", "win32", true, "ask"],
    ["window", "linux", false, "quit"],
    ["window", "linux", true, "ask"],
    ["quit", "darwin", false, "quit"],
    ["quit", "darwin", true, "ask"],
    ["quit", "win32", true, "ask"],
    ["session", "darwin", true, "quit"],
    ["session", "win32", true, "quit"],
    ["session", "linux", true, "quit"],
  ] as const)(
    "by %s on %s while transferring (%s) leads to: %s",
    (reason, platform, transferring, decision) => {
      // Writing a file and checking addresses count like transferring a list.
      for (const what of ["transferring", "writing", "checking"])
        expect(decideLeave(reason, platform, { ...IDLE, [what]: transferring })).toBe(decision);
    },
  );

  it("does not wait forever for an engine that hangs", async () => {
    await start();
    desktop.engine.closing = new Promise(() => {});
    desktop.window().pressClose();
    desktop.clock.advance(10_000);
    await vi.waitFor(() => expect(state.quit).toBe(true));
  });

  it("hides the window on macOS, leaves cleanings running, and returns from the dock", async () => {
    await start({ platform: "darwin" });
    desktop.engine.activity = TRANSFERRING;
    desktop.window().visible = true;
    desktop.window().pressClose();
    expect(desktop.window()).toMatchObject({ visible: false, destroyed: false });
    expect(desktop.engine.closed).toBe(false);
    state.app.emit("activate");
    expect(desktop.window().visible).toBe(true);
  });

  it("asks for confirmation on macOS while a list is transferred, and closes the engine first", async () => {
    await start({ platform: "darwin" });
    desktop.engine.activity = TRANSFERRING;
    state.dialogResults.push(QUIT);
    const event = preventable();
    state.app.emit("before-quit", event);
    expect(event.defaultPrevented).toBe(true);
    await vi.waitFor(() => expect(state.quit).toBe(true));
    expect(state.dialogs).toHaveLength(1);
    expect(desktop.engine.closed).toBe(true);
  });

  it.each([0, 1])(
    "never delays the end of the session, even if a question is answered (%s) too late",
    async (response) => {
      await start({ platform: "win32" });
      const { engine, window } = desktop;
      const close = vi.spyOn(engine, "close");
      engine.activity = TRANSFERRING;
      const question = Promise.withResolvers<unknown>();
      const closing = Promise.withResolvers<void>();
      engine.closing = closing.promise;
      state.dialogResults.push(question.promise);
      window().pressClose();
      window().pressClose();
      const event = preventable();
      window().emitter.emit("session-end", event);
      expect(event.defaultPrevented).toBe(false);
      question.resolve({ response });
      await new Promise((resolve) => setImmediate(resolve));
      window().pressClose();
      closing.resolve();
      await vi.waitFor(() => expect(state.quit).toBe(true));
      expect(close).toHaveBeenCalledOnce();
      expect(state.dialogs).toHaveLength(1);
    },
  );

  it("closes the engine without asking when macOS or Linux shuts down", async () => {
    await start();
    desktop.engine.activity = TRANSFERRING;
    const event = preventable();
    state.powerMonitor.emit("shutdown", event);
    // Preventing the event makes the system wait until the engine is closed.
    expect(event.defaultPrevented).toBe(true);
    await vi.waitFor(() => expect(state.quit).toBe(true));
    expect(desktop.engine.closed).toBe(true);
    expect(state.dialogs).toEqual([]);
  });
});

describe("Winnow while it closes", () => {
  const LATE = [["/lists/a.csv"], [], ["/lists/b.csv"]];

  async function closeWithLaunches(platform: NodeJS.Platform) {
    await start({ platform });
    const closing = Promise.withResolvers<void>();
    desktop.engine.closing = closing.promise;
    state.app.emit("before-quit", preventable());
    for (const files of LATE) state.app.emit("second-instance", {}, ["winnow"], "/", { files });
    expect(desktop.window().visible).toBe(false);
    closing.resolve();
    await vi.waitFor(() => expect(state.quit).toBe(true));
  }

  it.each(["win32", "darwin"] as const)(
    "starts again with the files of launches in the meantime: %s",
    async (platform) => {
      await closeWithLaunches(platform);
      expect(state.relaunches).toEqual([{ args: ["/lists/a.csv", "/lists/b.csv"] }]);
    },
  );

  it.each([undefined, "/apps/Winnow.AppImage"])("does so without Electron on Linux: %s", async (appImage) => {
    vi.stubEnv("APPIMAGE", appImage);
    vi.stubEnv("APPDIR", dirname(process.execPath));
    await closeWithLaunches("linux");
    vi.unstubAllEnvs();
    expect(state.relaunches).toEqual([]);
    expect(state.order.at(-1)).toBe("releaseSingleInstanceLock");
    expect(spawned.at(-1)).toEqual([appImage ?? process.execPath, ["/lists/a.csv", "/lists/b.csv"]]);
  });

  it("starts again after a click on the dock of macOS", async () => {
    await start({ platform: "darwin" });
    const closing = Promise.withResolvers<void>();
    desktop.engine.closing = closing.promise;
    state.app.emit("before-quit", preventable());
    state.app.emit("activate");
    closing.resolve();
    await vi.waitFor(() => expect(state.quit).toBe(true));
    expect(state.relaunches).toEqual([{ args: [] }]);
  });

  it("does not start again without such a launch, and a launch before it shows the window", async () => {
    await start();
    state.app.emit("second-instance", {}, ["winnow"], "/", { files: [] });
    expect(desktop.window().visible).toBe(true);
    desktop.window().pressClose();
    await vi.waitFor(() => expect(state.quit).toBe(true));
    expect(state.relaunches).toEqual([]);
  });

  it("logs the end of a Windows session at once, because Electron ends it right after the listeners", async () => {
    await start({ platform: "win32" });
    desktop.engine.closing = new Promise(() => {});
    desktop.window().emitter.emit("session-end", preventable());
    const log = readFileSync(join(desktop.dir, "data", "logs", "winnow.log"), "utf8");
    expect(log).toContain("the session ends");
  });
});

describe("a page that crashes", () => {
  const crash = () =>
    desktop.window().page.emitter.emit("render-process-gone", {}, { reason: "crashed", exitCode: 5 });

  it("is reloaded after repeated crashes only once the user agrees", async () => {
    await start();
    for (let i = 0; i < 3; i++) crash();
    expect(desktop.window().page.reloads).toBe(3);
    state.dialogResults.push({ response: 0 });
    crash();
    expect(state.dialogs).toHaveLength(1);
    await vi.waitFor(() => expect(desktop.window().page.reloads).toBe(4));
  });
});

describe.each(["uncaughtException", "unhandledRejection"])("an %s", (event) => {
  const logText = () => readFile(join(desktop.dir, "data", "logs", "winnow.log"), "utf8");

  it("is logged without keys and shown to the user once", async () => {
    await start();
    desktop.pageLoads();
    const key = "canary-key-0123456789";
    desktop.bugs.emit(event, new Error(`at https://api.example/v1/info?apikey=${key}`));
    desktop.bugs.emit(event, new Error("again"));
    await vi.waitFor(async () => expect((await logText()).match(/ a bug: /g)).toHaveLength(2));
    expect(await logText()).not.toContain(key);
    const notices = desktop.events().filter((event) => event.startsWith("notice"));
    expect(notices).toHaveLength(1);
    expect(notices[0]).toContain("Winnow hit an internal error");
    expect(notices[0]).not.toContain("uncaught");
    expect(state.dialogs).toEqual([]);
  });
});
