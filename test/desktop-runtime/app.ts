import { existsSync, readFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { basename, isAbsolute, join } from "node:path";
import type * as Electron from "electron";
import { z } from "zod";
import { appEvents, beforeReady, exit, isReady, quit, whenReady } from "./life.ts";
import { listening, modelled, NotModelled } from "./modelled.ts";
import { requestLock } from "./single-instance.ts";

const packageSchema = z.object({
  name: z.string(),
  productName: z.string().optional(),
  version: z.string(),
  main: z.string(),
});

/** The application's folder, given to the program or packed beside it. */
let appDir = process.cwd();
let program = process.execPath;
let about: z.infer<typeof packageSchema> = { name: "Electron", version: "0.0.0", main: "index.js" };

/** Reads the application's `package.json` and returns the path of its entry. */
export function openApp(dir: string, startedAs: string): string {
  appDir = dir;
  program = startedAs;
  about = packageSchema.parse(JSON.parse(readFileSync(join(dir, "package.json"), "utf8")));
  return join(dir, about.main);
}

const chosen = new Map<string, string>();

function pathOf(name: string): string {
  const set = chosen.get(name);
  if (set !== undefined) return set;
  const appData = process.env.XDG_CONFIG_HOME ?? join(homedir(), ".config");
  switch (name) {
    case "home":
      return homedir();
    case "temp":
      return tmpdir();
    case "appData":
      return appData;
    case "userData":
    case "sessionData":
      return chosen.get("userData") ?? join(appData, about.productName ?? about.name);
    case "downloads":
      return join(homedir(), "Downloads");
    case "exe":
      return program;
    default:
      throw new NotModelled(`app.getPath("${name}")`);
  }
}

let sandboxed = false;
/** Returns whether `app.enableSandbox` was called, which sandboxes every page regardless of its window. */
export const isSandboxed = () => sandboxed;

/** Chromium switches without effect here, because requests use HTTP/1.1. */
const SWITCHES: ReadonlySet<string> = new Set(["disable-http2", "disable-quic"]);

let badge = 0;

/** Members that Electron only has on some systems. */
const ofPlatform: Partial<Electron.App> =
  process.platform === "linux" ? {} : { addRecentDocument: () => {}, clearRecentDocuments: () => {} };

export const app = modelled<Electron.App>("app", {
  ...listening<Electron.App>("app", appEvents, [
    "will-finish-launching",
    "ready",
    "activate",
    "before-quit",
    "browser-window-created",
    "child-process-gone",
    "open-file",
    "quit",
    "render-process-gone",
    "second-instance",
    "web-contents-created",
    "will-quit",
    "window-all-closed",
  ]),
  ...ofPlatform,
  // Decided by the program's name only: lib/browser/api/app.ts of electron/electron.
  get isPackaged() {
    return basename(program) !== "electron";
  },
  commandLine: modelled<Electron.CommandLine>("app.commandLine", {
    appendSwitch(name) {
      beforeReady(`--${name}`);
      if (!SWITCHES.has(name)) throw new NotModelled(`the switch --${name}`);
    },
    hasSwitch: (name) => process.argv.includes(`--${name}`),
  }),
  enableSandbox() {
    beforeReady("app.enableSandbox()");
    sandboxed = true;
  },
  setPath(name, path) {
    if (!isAbsolute(path)) throw new Error("Path must be absolute");
    if (!existsSync(path)) throw new Error(`Failed to set '${name}' path`);
    pathOf(name);
    chosen.set(name, path);
  },
  getPath: pathOf,
  getAppPath: () => appDir,
  getName: () => about.productName ?? about.name,
  getVersion: () => about.version,
  getLocaleCountryCode: () => "DE",
  isReady,
  whenReady,
  requestSingleInstanceLock: (data) => requestLock(pathOf("userData"), data),
  relaunch() {
    throw new NotModelled("app.relaunch()");
  },
  quit,
  exit: (code = 0) => exit(code),
  getBadgeCount: () => badge,
  setBadgeCount(count = 0) {
    badge = count;
    // As on Linux without a launcher that shows a badge.
    return false;
  },
  showAboutPanel() {
    throw new NotModelled("app.showAboutPanel(), which a test has to put something in the place of");
  },
});
