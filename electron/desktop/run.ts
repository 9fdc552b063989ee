import { join } from "node:path";
import { app, type BrowserWindow, dialog, nativeTheme, powerMonitor, protocol, session } from "electron";
import type { Problem } from "../../shared/problems.ts";
import type { Result } from "../../shared/result.ts";
import type { Engine } from "../engine/engine-types.ts";
import type { Clock } from "../engine/handlers.ts";
import type { Fetch } from "../engine/service/types.ts";
import { showActivity } from "./activity.ts";
import { APP_ID } from "./app-id.ts";
import { keepCrashReportsHere } from "./crash-reports.ts";
import type { BuiltFiles } from "./files.ts";
import { createHostCalls, isHostCall } from "./host-calls.ts";
import { createInbox, type Inbox } from "./inbox.ts";
import { leaveWell } from "./leave.ts";
import { denyNavigation, denyPermissions } from "./lockdown.ts";
import { openLogFile } from "./log-file.ts";
import { type AppMenu, installMenu } from "./menu.ts";
import { createChromiumFetch, openServiceSession } from "./network.ts";
import { showNotifications } from "./notifications.ts";
import { createOwnFiles } from "./own-files.ts";
import { answerPage } from "./page-calls.ts";
import { reviveCrashedPage } from "./page-crash.ts";
import { openEvents, type SendToPage } from "./page-events.ts";
import { createPageObserver } from "./page-observer.ts";
import { registerScheme, servePage } from "./protocol.ts";
import { openRecentFiles } from "./recent-files.ts";
import { becomeOnlyInstance } from "./single-instance.ts";
import { keepUpToDate, type Updates } from "./updates.ts";
import { openWindow, showWindow } from "./window.ts";

export interface DesktopOptions {
  readonly argv: readonly string[];
  readonly workingDirectory: string;
  readonly dataDir: string;
  readonly files: BuiltFiles;
  readonly clock: Clock;
  /** Brings up the engine with what only the desktop has. Called once, when the window is on its way. */
  readonly startEngine: (host: { fetch: Fetch; log: (line: string) => void }) => Promise<Result<Engine>>;
}

/** Runs the desktop until it quits. Nothing is opened in a process that is not the only one of its user. */
export async function runDesktop(options: DesktopOptions): Promise<void> {
  const { dataDir, clock } = options;
  const logFile = join(dataDir, "logs", "winnow.log");
  const log = openLogFile(logFile, () => clock.now());
  // Chromium's profile stays apart from Winnow's data, and both move together.
  app.setPath("userData", join(dataDir, "desktop"));
  app.setAppUserModelId(APP_ID);
  app.enableSandbox();
  registerScheme();
  denyNavigation();
  keepCrashReportsHere(log);
  const inbox = createInbox<string[]>();
  if (!becomeOnlyInstance(options.argv, options.workingDirectory, inbox.put)) {
    app.quit();
    return;
  }
  await app.whenReady();
  await openWinnow(options, { log, logFile, inbox });
}

interface Base {
  readonly log: (line: string) => void;
  readonly logFile: string;
  readonly inbox: Inbox<string[]>;
}

async function openWinnow(options: DesktopOptions, { log, logFile, inbox }: Base): Promise<void> {
  const { files, clock } = options;
  denyPermissions(session.defaultSession);
  servePage(protocol, files.pageDir);
  const window = openWindow(files.preload);
  const send = openEvents(window.webContents);
  reviveCrashedPage(window, clock, log);
  let updates: Updates | null = null;
  const recent = openRecentFiles(join(options.dataDir, "desktop", "recent.json"));
  const menu = installMenu({ window, send, recent, logFile, updates: () => updates });

  // The page loads while the engine comes up; its first calls wait for it.
  const serviceSession = openServiceSession();
  denyPermissions(serviceSession);
  const starting = options.startEngine({ fetch: createChromiumFetch(serviceSession), log });
  answerCalls({ options, window, menu, starting });
  const engine = await starting;
  if (!engine.ok) {
    giveUp(engine.problem);
    return;
  }
  updates = wireEngine(engine.value, { options, window, menu, send, log });
  inbox.open((paths) => {
    showWindow(window);
    if (paths.length === 0) return;
    send({ event: "files.received", sources: paths.map((path) => ({ kind: "path", path })) });
  });
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
  starting,
}: Wiring & { starting: Promise<Result<Engine>> }): void {
  const ownFiles = createOwnFiles();
  const observe = createPageObserver({
    ownFiles,
    onListOpened: (path) => menu.addRecent(path),
    onAppearance(appearance) {
      nativeTheme.themeSource = appearance;
    },
  });
  answerPage(window.webContents, async (name, input, signal) => {
    const engine = await starting;
    if (!engine.ok) return engine;
    if (isHostCall(name)) {
      const { dragImage } = options.files;
      return await createHostCalls({ window, engine: engine.value, ownFiles, dragImage })(name, input);
    }
    const answer = await engine.value.call(name, input, { signal });
    observe(name, input, answer);
    return answer;
  });
}

function wireEngine(
  engine: Engine,
  wiring: Wiring & { send: SendToPage; log: (line: string) => void },
): Updates {
  const { options, window, menu, send, log } = wiring;
  const { clock } = options;
  engine.on(send);
  powerMonitor.on("resume", () => engine.resume());
  const stopActivity = showActivity({ engine, window, clock, badgeImage: options.files.badgeImage });
  const stopNotifications = showNotifications({ engine, window, send });
  const updates = keepUpToDate({ engine, window, clock, log, onReady: () => menu.updateReady() });
  leaveWell({
    window,
    engine,
    clock,
    onLeaving() {
      updates.leaving();
      stopActivity();
      stopNotifications();
    },
  });
  return updates;
}

/** The data cannot be opened: says why, and ends. */
function giveUp({ title, detail, action }: Problem): void {
  dialog.showErrorBox(title, action === undefined ? detail : `${detail}\n\n${action}`);
  app.exit(1);
}
