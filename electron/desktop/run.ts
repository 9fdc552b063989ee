import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { app, type BrowserWindow, dialog, nativeTheme, powerMonitor, protocol, session } from "electron";
import { messageOf } from "../../shared/errors.ts";
import { systemCodeOf } from "../../shared/problems/define-problem.ts";
import { type Problem, problem } from "../../shared/problems.ts";
import { fail, type Result } from "../../shared/result.ts";
import {
  type Clock,
  checkFolderOwnership,
  type Engine,
  type Fetch,
  layoutOf,
  openLogFile,
  takenNames,
} from "../engine/index.ts";
import { showActivity } from "./activity.ts";
import { APP_ID, TOAST_ACTIVATOR } from "./app-id.ts";
import { handleUncaughtErrors, keepCrashReportsHere, logError, reviveCrashedPage } from "./bugs.ts";
import type { BuiltFiles } from "./built-files.ts";
import { createChromiumFetch, disableMultiplexing, openServiceSession } from "./chromium-network.ts";
import { createGrantedPaths, createOwnFiles, type GrantedPaths } from "./file-access.ts";
import { createHostCalls, isHostCall } from "./host-calls.ts";
import { denyDownloads, denyNavigation, denyNetwork, denyPermissions } from "./lockdown.ts";
import { type AppMenu, installMenu, openRecentFiles } from "./menu.ts";
import { showNotifications } from "./notifications.ts";
import { type AnswerCall, answerPage } from "./page-calls.ts";
import { createPageObserver, openEvents, type SendToPage } from "./page-events.ts";
import { registerScheme, servePage } from "./protocol.ts";
import { handleQuit, type Leaving } from "./quit.ts";
import { becomeOnlyInstance, createInbox, type Inbox } from "./single-instance.ts";
import { startUpdater, type Updates } from "./updates.ts";
import { openWindow, showWindow } from "./window.ts";

export interface DesktopOptions {
  readonly argv: readonly string[];
  readonly workingDirectory: string;
  readonly dataDir: string;
  readonly files: BuiltFiles;
  readonly clock: Clock;
  readonly bugs: Pick<NodeJS.EventEmitter, "on">;
  /** Starts the engine with the desktop's services. Called once, while the window is loading. */
  readonly startEngine: (fetch: Fetch) => Promise<Result<Engine>>;
}

/**
 * Longest time between two files that were opened together, in ms: macOS and Windows hand them over one by one. As
 * separate drops, each could start by itself and pay for addresses that they share.
 */
const FILE_GAP_MS = 500;

/** Exit code after the error box of {@link giveUp}. Electron itself exits with 1 if it cannot start. */
const EXIT_GAVE_UP = 3;

/**
 * Runs the desktop until it quits. Only a user's first instance opens a window. If the start fails, the process ends:
 * otherwise it would keep the single-instance lock, and later starts would do nothing.
 */
export async function runDesktop(options: DesktopOptions): Promise<void> {
  const logFile = layoutOf(options.dataDir).log;
  const log = openLogFile(logFile, () => options.clock.now());
  try {
    await start(options, logFile, log);
  } catch (error) {
    log(`the desktop could not be started: ${messageOf(error)}`);
    await giveUp(problem("internal"));
  }
}

async function start(options: DesktopOptions, logFile: string, log: (line: string) => void): Promise<void> {
  const { dataDir } = options;
  // It would remove the switch that an AppImage's launcher adds where the system allows no sandbox, after Chromium's
  // first processes were started without one. The only window is sandboxed by its own options.
  if (!app.commandLine.hasSwitch("no-sandbox")) app.enableSandbox();
  const obstacle = placeProfile(dataDir);
  if (obstacle !== null) {
    // Otherwise Chromium would put its profile in the default place, which may be the refused folder itself.
    app.setPath("userData", mkdtempSync(join(tmpdir(), "winnow-")));
    await giveUp(obstacle);
    return;
  }
  // Unpackaged, the program is Electron's own, and Windows would add it to the Start menu under Winnow's name.
  if (process.platform === "win32" && app.isPackaged) {
    app.setAppUserModelId(APP_ID);
    app.setToastActivatorCLSID(TOAST_ACTIVATOR);
  }
  disableMultiplexing();
  registerScheme();
  denyNavigation();
  keepCrashReportsHere(log);
  const inbox = createInbox<string[]>();
  let send: SendToPage | null = null;
  handleUncaughtErrors(options.bugs, { log, send: () => send });
  if (!becomeOnlyInstance(options.argv, options.workingDirectory, inbox.put)) {
    app.quit();
    return;
  }
  await app.whenReady();
  denyPermissions(session.defaultSession);
  denyDownloads(session.defaultSession);
  denyNetwork(session.defaultSession);
  servePage(protocol, options.files.pageDir);
  const window = openWindow(options.files.preload, options.clock, log);
  send = openEvents(window.webContents);
  await openWinnow(options, { log, logFile, inbox, window, send });
}

/**
 * Places Chromium's profile in the data folder, so that both move together. Returns the problem if the folder cannot be
 * created, is writable by other users or holds other files; `null` on success.
 */
function placeProfile(dataDir: string): Problem | null {
  const profile = join(dataDir, "desktop");
  try {
    const foreign = checkFolderOwnership(dataDir);
    if (foreign !== null) return foreign;
    const names = takenNames(dataDir);
    if (names.length > 0) return problem("store_shared", { dir: dataDir, files: names });
    mkdirSync(profile, { recursive: true, mode: 0o700 });
    app.setPath("userData", profile);
    return null;
  } catch (error) {
    return problem("store_unwritable", { dir: dataDir, code: systemCodeOf(error) });
  }
}

interface Base {
  readonly log: (line: string) => void;
  readonly logFile: string;
  readonly inbox: Inbox<string[]>;
  readonly window: BrowserWindow;
  readonly send: SendToPage;
}

async function openWinnow(options: DesktopOptions, base: Base): Promise<void> {
  const { log, logFile, inbox, window, send } = base;
  const { clock } = options;
  reviveCrashedPage(window, clock, log);
  let updates: Updates | null = null;
  const recent = openRecentFiles(join(options.dataDir, "desktop", "recent.json"));
  const granted = createGrantedPaths();
  let leaving: Leaving | null = null;
  const received: string[] = [];
  let waitForMore = () => {};
  const handOver = (paths: readonly string[]) => {
    if (leaving?.relaunches(paths) === true) return;
    showWindow(window);
    if (paths.length === 0) return;
    received.push(...paths);
    waitForMore();
    waitForMore = clock.after(FILE_GAP_MS, () => {
      for (const path of received) granted.grantRead(path);
      send({ event: "files.received", sources: received.splice(0).map((path) => ({ kind: "path", path })) });
    });
  };
  const menu = installMenu({ window, send, recent, logFile, handOver, updates: () => updates });

  // The page loads while the engine starts; its first calls wait for the engine.
  const serviceSession = openServiceSession();
  denyPermissions(serviceSession);
  denyDownloads(serviceSession);
  const starting = startEngine(options, createChromiumFetch(serviceSession, options.clock), log);
  answerCalls({ options, window, menu, granted, starting, log });
  const engine = await starting;
  if (!engine.ok) {
    await giveUp(engine.problem);
    return;
  }
  ({ updates, leaving } = connectEngine(engine.value, { options, window, menu, send, log }));
  inbox.open(handOver);
}

async function startEngine(
  options: DesktopOptions,
  fetch: Fetch,
  log: (line: string) => void,
): Promise<Result<Engine>> {
  try {
    return await options.startEngine(fetch);
  } catch (error) {
    log(`the engine could not be started: ${messageOf(error)}`);
    return fail(problem("internal"));
  }
}

interface Wiring {
  readonly options: DesktopOptions;
  readonly window: BrowserWindow;
  readonly menu: AppMenu;
}

function answerCalls({
  options,
  window,
  menu,
  granted,
  starting,
  log,
}: Wiring & Pick<Base, "log"> & { granted: GrantedPaths; starting: Promise<Result<Engine>> }): void {
  const ownFiles = createOwnFiles();
  const observe = createPageObserver({
    ownFiles,
    granted,
    onListOpened: (path) => menu.addRecent(path),
    onErased: () => menu.recentChanged(),
    onAppearance(appearance) {
      nativeTheme.themeSource = appearance;
    },
  });
  const answer: AnswerCall = async (name, input, signal) => {
    const engine = await starting;
    if (!engine.ok) return engine;
    if (isHostCall(name)) {
      const { dragImage } = options.files;
      const { dataDir } = options;
      const given = { window, dataDir, ownFiles, granted, dragImage };
      return await createHostCalls(given)(name, input);
    }
    if (!granted.allows(input)) return fail(problem("path_not_chosen"));
    const answered = await engine.value.call(name, input, { signal });
    observe(name, input, answered);
    return answered;
  };
  answerPage(window.webContents, {
    answer,
    onFiles(paths) {
      for (const path of paths) granted.grantRead(path);
    },
    onBug: (error) => void logError(error, log),
  });
}

function connectEngine(
  engine: Engine,
  wiring: Wiring & { send: SendToPage; log: (line: string) => void },
): { updates: Updates; leaving: Leaving } {
  const { options, window, menu, send, log } = wiring;
  const { clock } = options;
  engine.on(send);
  powerMonitor.on("resume", () => engine.resume());
  const stopActivity = showActivity({ engine, window, clock, badgeImage: options.files.badgeImage });
  const stopNotifications = showNotifications({ engine, window, send, log });
  const updates = startUpdater({
    engine,
    window,
    clock,
    log,
    updateKey: options.files.updateKey,
    onReady: () => menu.updateReady(),
    closeThen: (end) => leaving.closeThen(end),
  });
  const leaving = handleQuit({
    window,
    engine,
    clock,
    log,
    argv: options.argv,
    onLeaving() {
      updates.onQuit();
      stopActivity();
      stopNotifications();
    },
  });
  return { updates, leaving };
}

/** Shows the problem and exits. Waits until the app is ready, because Linux would show no dialog before. */
async function giveUp({ title, detail, action }: Problem): Promise<void> {
  await app.whenReady();
  dialog.showErrorBox(title, action === undefined ? detail : `${detail}\n\n${action}`);
  app.exit(EXIT_GAVE_UP);
}
