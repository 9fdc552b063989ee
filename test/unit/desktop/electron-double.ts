import { EventEmitter } from "node:events";
import { existsSync } from "node:fs";
import type * as Electron from "electron";
import { ChromiumRequest, openConnections } from "../../support/chromium-request.ts";

/**
 * Double of the `electron` module, limited to what Winnow uses. It enforces Electron's rules about calls before and
 * after readiness, second handlers, closing and quitting.
 */

type Listener = (...args: unknown[]) => void;

/** Casts the members that Winnow uses to the full Electron type. */
const asElectron = <T>(parts: Partial<T>) => parts as T;

/** Returns `on`, `once` and `off` without Electron's overloads per event name. */
function events(emitter: EventEmitter) {
  const add = (how: "on" | "once" | "off") => (event: string, listener: Listener) =>
    emitter[how](event, listener);
  return { on: add("on"), once: add("once"), off: add("off") } as object;
}

export function preventable() {
  return {
    defaultPrevented: false,
    preventDefault() {
      this.defaultPrevented = true;
    },
  };
}

export class FrameDouble {
  url: string;
  parent: FrameDouble | null;
  constructor(url: string, parent: FrameDouble | null = null) {
    this.url = url;
    this.parent = parent;
  }
}

export interface ContentsDouble {
  readonly contents: Electron.WebContents;
  readonly emitter: EventEmitter;
  readonly sent: { channel: string; value: unknown }[];
  readonly dragged: Electron.Item[];
  readonly frame: FrameDouble;
  reloads: number;
  destroyed: boolean;
  openHandler: ((details: Electron.HandlerDetails) => Electron.WindowOpenHandlerResponse) | null;
  webRtcPolicy: string;
}

function contentsDouble(url: string): ContentsDouble {
  const emitter = new EventEmitter();
  const double: ContentsDouble = {
    emitter,
    sent: [],
    dragged: [],
    frame: new FrameDouble(url),
    reloads: 0,
    destroyed: false,
    openHandler: null,
    webRtcPolicy: "default",
    contents: asElectron<Electron.WebContents>({
      ...events(emitter),
      isDestroyed: () => double.destroyed,
      send(channel, value) {
        if (double.destroyed) throw new Error("Object has been destroyed");
        double.sent.push({ channel, value: structuredClone(value) });
      },
      reload() {
        double.reloads += 1;
        emitter.emit("did-start-navigation", {
          url: double.frame.url,
          isMainFrame: true,
          isSameDocument: false,
        });
        emitter.emit("dom-ready");
      },
      startDrag(item) {
        if (typeof item.icon !== "string" && item.icon.isEmpty())
          throw new Error("Must specify non-empty 'icon' option");
        double.dragged.push(item);
      },
      setWebRTCIPHandlingPolicy(policy) {
        double.webRtcPolicy = policy;
      },
      setWindowOpenHandler(handler) {
        double.openHandler = handler;
      },
    }),
  };
  return double;
}

export interface WindowDouble {
  readonly window: Electron.BrowserWindow;
  readonly options: Electron.BrowserWindowConstructorOptions;
  readonly emitter: EventEmitter;
  readonly page: ContentsDouble;
  readonly progress: { value: number; mode: string }[];
  readonly overlays: { image: Electron.NativeImage | null; description: string }[];
  readonly loaded: string[];
  visible: boolean;
  focused: boolean;
  minimized: boolean;
  fullScreen: boolean;
  destroyed: boolean;
  pressClose(): void;
}

export interface DoubleState {
  ready: boolean;
  readonly order: string[];
  readonly app: EventEmitter;
  readonly powerMonitor: EventEmitter;
  packaged: boolean;
  quit: boolean;
  exitCode: number | null;
  readonly paths: Map<string, string>;
  badge: number;
  readonly recentDocuments: string[];
  readonly windows: WindowDouble[];
  readonly handlers: Map<string, (event: unknown, ...args: unknown[]) => unknown>;
  readonly schemes: Electron.CustomScheme[];
  readonly protocols: Map<string, (request: Request) => Response | Promise<Response>>;
  readonly sessions: Map<string, SessionDouble>;
  readonly dialogs: { kind: string; options: unknown }[];
  /** Results of the next dialogs, in order. A pending promise keeps its dialog open. */
  readonly dialogResults: unknown[];
  readonly opened: string[];
  menu: Electron.MenuItemConstructorOptions[] | null;
  readonly notifications: {
    options: Electron.NotificationConstructorOptions;
    emitter: EventEmitter;
    shown: boolean;
  }[];
  notificationsSupported: boolean;
  isOnline: boolean;
  readonly switches: Set<string>;
  readonly relaunches: (Electron.RelaunchOptions | undefined)[];
  readonly blockers: Set<number>;
  crashReporter: Electron.CrashReporterStartOptions | null;
  theme: { themeSource: "system" | "light" | "dark"; shouldUseDarkColors: boolean };
  readonly renderer: EventEmitter;
  readonly exposed: Map<string, unknown>;
  readonly invoked: { channel: string; args: unknown[] }[];
  readonly filePaths: Map<File, string>;
}

export interface SessionDouble {
  readonly session: Electron.Session;
  readonly options: Electron.FromPartitionOptions | undefined;
  permissionRequest: Parameters<Electron.Session["setPermissionRequestHandler"]>[0];
  permissionCheck: Parameters<Electron.Session["setPermissionCheckHandler"]>[0];
  devicePermission: Parameters<Electron.Session["setDevicePermissionHandler"]>[0];
  displayMedia: Parameters<Electron.Session["setDisplayMediaRequestHandler"]>[0];
  beforeRequest:
    | ((details: { url: string }, decide: (response: Electron.CallbackResponse) => void) => void)
    | null;
  readonly emitter: EventEmitter;
}

function freshState(): DoubleState {
  return {
    ready: false,
    order: [],
    app: new EventEmitter(),
    powerMonitor: new EventEmitter(),
    packaged: false,
    quit: false,
    exitCode: null,
    paths: new Map([["downloads", "/home/ann/Downloads"]]),
    badge: 0,
    recentDocuments: [],
    windows: [],
    handlers: new Map(),
    schemes: [],
    protocols: new Map(),
    sessions: new Map(),
    dialogs: [],
    dialogResults: [],
    opened: [],
    menu: null,
    notifications: [],
    notificationsSupported: true,
    isOnline: true,
    switches: new Set(),
    relaunches: [],
    blockers: new Set(),
    crashReporter: null,
    theme: { themeSource: "system", shouldUseDarkColors: false },
    renderer: new EventEmitter(),
    exposed: new Map(),
    invoked: [],
    filePaths: new Map(),
  };
}

export let state: DoubleState = freshState();
let becomeReady: () => void = () => {};
let readiness = Promise.resolve();

export function reset(): void {
  state = freshState();
  readiness = new Promise((resolve) => {
    becomeReady = resolve;
  });
}
reset();

export function makeReady(): void {
  state.ready = true;
  becomeReady();
}

function requireNotReady(what: string): void {
  state.order.push(what);
  if (state.ready) throw new Error(`${what} must be called before the app is ready`);
}

function requireReady(what: string): void {
  if (!state.ready) throw new Error(`${what} cannot be used before the app is ready`);
}

function quit(): void {
  if (state.quit) return;
  const event = preventable();
  state.app.emit("before-quit", event);
  if (event.defaultPrevented) return;
  for (const double of state.windows) closeWindow(double);
  state.quit = state.windows.every((double) => double.destroyed);
  if (state.quit) state.app.emit("quit");
}

function closeWindow(double: WindowDouble): void {
  if (double.destroyed) return;
  const event = preventable();
  double.emitter.emit("close", event);
  if (event.defaultPrevented) return;
  double.destroyed = true;
  double.page.destroyed = true;
  double.page.emitter.emit("destroyed");
}

export const app: Electron.App = new Proxy({} as Electron.App, {
  get: (_target, key) => Reflect.get(appParts(), key),
});
function appParts(): Electron.App {
  return asElectron<Electron.App>({
    ...events(state.app),
    isPackaged: state.packaged,
    // As in Electron, which removes the switch (`RemoveNoSandboxSwitch`).
    enableSandbox() {
      requireNotReady("enableSandbox");
      state.switches.delete("no-sandbox");
    },
    releaseSingleInstanceLock: () => void state.order.push("releaseSingleInstanceLock"),
    relaunch: (options) => void state.relaunches.push(options),
    commandLine: asElectron<Electron.CommandLine>({
      appendSwitch: (name) => requireNotReady(`--${name}`),
      hasSwitch: (name) => state.switches.has(name),
    }),
    setPath(name, path) {
      if (!existsSync(path)) throw new Error(`Failed to set path: ${path} does not exist`);
      state.paths.set(name, path);
    },
    getPath: (name) => state.paths.get(name) ?? `/nowhere/${name}`,
    requestSingleInstanceLock() {
      state.order.push("requestSingleInstanceLock");
      return true;
    },
    whenReady: () => readiness,
    quit,
    exit(code) {
      state.exitCode = code ?? 0;
      state.quit = true;
    },
    // Electron has these methods on Windows only.
    ...(process.platform === "win32"
      ? {
          setAppUserModelId: (id) => void state.order.push(id),
          setToastActivatorCLSID: (id) => void state.order.push(id),
        }
      : {}),
    ...(process.platform === "linux"
      ? {}
      : {
          addRecentDocument: (path) => void state.recentDocuments.push(path),
          clearRecentDocuments: () => void state.recentDocuments.splice(0),
        }),
    ...(process.platform === "win32"
      ? {}
      : {
          setBadgeCount(count) {
            state.badge = count ?? 0;
            return true;
          },
        }),
  });
}

function makeWindow(options: Electron.BrowserWindowConstructorOptions): WindowDouble {
  const emitter = new EventEmitter();
  const page = contentsDouble("about:blank");
  const double: WindowDouble = {
    options,
    emitter,
    page,
    progress: [],
    overlays: [],
    loaded: [],
    visible: options.show ?? true,
    focused: false,
    minimized: false,
    fullScreen: false,
    destroyed: false,
    pressClose() {
      closeWindow(double);
      if (state.windows.every((window) => window.destroyed)) quit();
    },
    window: asElectron<Electron.BrowserWindow>({
      ...events(emitter),
      webContents: page.contents,
      async loadURL(url) {
        double.loaded.push(url);
        page.frame.url = url;
      },
      show() {
        double.visible = true;
      },
      hide() {
        double.visible = false;
      },
      focus() {
        double.focused = true;
      },
      restore() {
        double.minimized = false;
      },
      isMinimized: () => double.minimized,
      isFocused: () => double.focused,
      isDestroyed: () => double.destroyed,
      isFullScreen: () => double.fullScreen,
      setFullScreen(flag) {
        double.fullScreen = flag;
        if (!flag) emitter.emit("leave-full-screen");
      },
      setProgressBar(value, bar) {
        double.progress.push({ value, mode: bar?.mode ?? "normal" });
      },
      setOverlayIcon(image, description) {
        double.overlays.push({ image, description });
      },
    }),
  };
  return double;
}

export const BrowserWindow = class {
  constructor(options: Electron.BrowserWindowConstructorOptions) {
    requireReady("BrowserWindow");
    const double = makeWindow(options);
    state.windows.push(double);
    state.app.emit("web-contents-created", preventable(), double.page.contents);
    // biome-ignore lint/correctness/noConstructorReturn: a proxy stands for the window, so that it can throw.
    return double.window;
  }
};

export const Notification = class {
  constructor(options: Electron.NotificationConstructorOptions) {
    const emitter = new EventEmitter();
    const record = { options, emitter, shown: false };
    state.notifications.push(record);
    // biome-ignore lint/correctness/noConstructorReturn: as above.
    return asElectron<Electron.Notification>({
      ...events(emitter),
      show() {
        record.shown = true;
      },
    });
  }
  static isSupported(): boolean {
    return state.notificationsSupported;
  }
};

export const ipcMain = asElectron<Electron.IpcMain>({
  handle(channel, handler) {
    if (state.handlers.has(channel))
      throw new Error(`Attempted to register a second handler for '${channel}'`);
    state.handlers.set(channel, (event, ...args) => handler(event as Electron.IpcMainInvokeEvent, ...args));
  },
  removeHandler: (channel) => void state.handlers.delete(channel),
});

export const protocol = asElectron<Electron.Protocol>({
  registerSchemesAsPrivileged(schemes) {
    requireNotReady("registerSchemesAsPrivileged");
    state.schemes.push(...schemes);
  },
  handle(scheme, handler) {
    requireReady("protocol.handle");
    state.protocols.set(scheme, handler);
  },
});

function sessionDouble(options?: Electron.FromPartitionOptions): SessionDouble {
  const emitter = new EventEmitter();
  const double: SessionDouble = {
    options,
    permissionRequest: null,
    permissionCheck: null,
    devicePermission: null,
    displayMedia: null,
    beforeRequest: null,
    emitter,
    session: asElectron<Electron.Session>({
      ...events(emitter),
      webRequest: asElectron<Electron.WebRequest>({
        // Winnow uses only the overload without a filter.
        onBeforeRequest: ((listener: SessionDouble["beforeRequest"]) => {
          double.beforeRequest = listener;
        }) as Electron.WebRequest["onBeforeRequest"],
      }),
      setPermissionRequestHandler(handler) {
        double.permissionRequest = handler;
      },
      setPermissionCheckHandler(handler) {
        double.permissionCheck = handler;
      },
      setDevicePermissionHandler(handler) {
        double.devicePermission = handler;
      },
      setDisplayMediaRequestHandler(handler) {
        double.displayMedia = handler;
      },
    }),
  };
  return double;
}

function sessionNamed(name: string, options?: Electron.FromPartitionOptions): Electron.Session {
  requireReady("session");
  const known = state.sessions.get(name) ?? sessionDouble(options);
  state.sessions.set(name, known);
  return known.session;
}

export const session = {
  get defaultSession() {
    return sessionNamed("");
  },
  fromPartition: (name: string, options?: Electron.FromPartitionOptions) => sessionNamed(name, options),
};

async function answered(kind: string, options: unknown): Promise<unknown> {
  state.dialogs.push({ kind, options });
  if (state.dialogResults.length === 0)
    throw new Error(`no answer prepared for ${kind}: ${JSON.stringify(options)}`);
  return await state.dialogResults.shift();
}

export const dialog = asElectron<Electron.Dialog>({
  // Winnow uses only the overloads with a window.
  showMessageBox: ((_window: unknown, options: unknown) =>
    answered("message", options)) as Electron.Dialog["showMessageBox"],
  showOpenDialog: ((_window: unknown, options: unknown) =>
    answered("open", options)) as Electron.Dialog["showOpenDialog"],
  showSaveDialog: ((_window: unknown, options: unknown) =>
    answered("save", options)) as Electron.Dialog["showSaveDialog"],
  showErrorBox(title, content) {
    // docs/api/dialog.md of electron/electron: on Linux before `ready`, the message goes to standard error alone.
    if (!state.ready && process.platform === "linux") return;
    state.dialogs.push({ kind: "error", options: { title, content } });
  },
});

export const shell = asElectron<Electron.Shell>({
  async openExternal(url) {
    state.opened.push(url);
  },
  async openPath(path) {
    state.opened.push(path);
    return existsSync(path) ? "" : "Failed to open path";
  },
  showItemInFolder: (path) => void state.opened.push(path),
});

export const Menu = {
  buildFromTemplate(template: Electron.MenuItemConstructorOptions[]) {
    const check = (items: Electron.MenuItemConstructorOptions[]) => {
      for (const item of items) {
        if (item.label === undefined && item.role === undefined && item.type !== "separator") {
          throw new Error("Invalid template for MenuItem: must have at least one of label, role or type");
        }
        if (Array.isArray(item.submenu)) check(item.submenu);
      }
    };
    check(template);
    return { template };
  },
  setApplicationMenu(menu: { template: Electron.MenuItemConstructorOptions[] }) {
    state.menu = menu.template;
  },
};

export const nativeTheme = new Proxy({} as Electron.NativeTheme, {
  get: (_target, key) => Reflect.get(asElectron<Electron.NativeTheme>(state.theme), key),
  set: (_target, key, value) => Reflect.set(asElectron<Electron.NativeTheme>(state.theme), key, value),
});

export const nativeImage = {
  createFromPath: (path: string) => asElectron<Electron.NativeImage>({ isEmpty: () => !existsSync(path) }),
};

export const powerMonitor = { on: (event: string, act: Listener) => state.powerMonitor.on(event, act) };

let lastBlocker = 0;
export const powerSaveBlocker = asElectron<Electron.PowerSaveBlocker>({
  start(type) {
    if (type !== "prevent-app-suspension") throw new Error(`it keeps more awake than is needed: ${type}`);
    lastBlocker += 1;
    state.blockers.add(lastBlocker);
    return lastBlocker;
  },
  stop: (id) => state.blockers.delete(id),
});

export const crashReporter = asElectron<Electron.CrashReporter>({
  start(options) {
    state.crashReporter = options;
  },
});

const connections = openConnections();

export const net = {
  isOnline: () => state.isOnline,
  request: (options: Electron.ClientRequestConstructorOptions) => {
    requireReady("net.request");
    return new ChromiumRequest(options, connections);
  },
};

export const ipcRenderer = {
  on: (channel: string, listener: Listener) => state.renderer.on(channel, listener),
  async invoke(channel: string, ...args: unknown[]) {
    state.invoked.push({ channel, args: structuredClone(args) });
    return { ok: true, value: "answered" };
  },
};

export const contextBridge = asElectron<Electron.ContextBridge>({
  exposeInMainWorld: (name, api) => void state.exposed.set(name, api),
});

export const webUtils = asElectron<Electron.WebUtils>({
  getPathForFile: (file) => state.filePaths.get(file) ?? "",
});
