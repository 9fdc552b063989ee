import { EventEmitter } from "node:events";
import type * as Electron from "electron";
import { makeContents, type OwnedContents } from "./contents.ts";
import { afterReady, appEvents, type Closing, windowClosed, windowOpened } from "./life.ts";
import { listening, modelled, NotModelled, preventable } from "./modelled.ts";

const EVENTS = [
  "blur",
  "close",
  "closed",
  "enter-full-screen",
  "focus",
  "hide",
  "leave-full-screen",
  "maximize",
  "minimize",
  "query-session-end",
  "ready-to-show",
  "resize",
  "resized",
  "responsive",
  "restore",
  "session-end",
  "show",
  "unmaximize",
  "unresponsive",
];

/** Supported options of a window; others would silently have no effect. */
const OPTIONS: ReadonlySet<string> = new Set([
  "autoHideMenuBar",
  "backgroundColor",
  "height",
  "minHeight",
  "minWidth",
  "name",
  "show",
  "title",
  "webPreferences",
  "width",
  "windowStatePersistence",
  "x",
  "y",
]);

const all: Electron.BrowserWindow[] = [];
let lastId = 0;

function makeWindow(options: Electron.BrowserWindowConstructorOptions): Electron.BrowserWindow {
  afterReady("BrowserWindow");
  for (const option of Object.keys(options))
    if (!OPTIONS.has(option)) throw new NotModelled(`the option '${option}' of BrowserWindow`);
  const events = new EventEmitter();
  const owned: OwnedContents = makeContents(options.webPreferences ?? {});
  const { contents } = owned;
  let bounds: Electron.Rectangle = {
    x: options.x ?? 0,
    y: options.y ?? 0,
    width: options.width ?? 800,
    height: options.height ?? 600,
  };
  let title = options.title ?? "";
  const is = {
    visible: false,
    focused: false,
    minimized: false,
    maximized: false,
    fullScreen: false,
    destroyed: false,
  };
  lastId += 1;
  const id = lastId;

  const tell = (event: string) => void events.emit(event, preventable({}));
  const turn = (flag: Exclude<keyof typeof is, "destroyed">, on: boolean, event: string) => {
    if (is.destroyed) throw new TypeError("Object has been destroyed");
    if (is[flag] === on) return;
    is[flag] = on;
    tell(event);
  };
  // The page fills the window, without a frame.
  const place = () =>
    owned.onPage(({ conversation }) =>
      conversation.send("Emulation.setDeviceMetricsOverride", {
        width: bounds.width,
        height: bounds.height,
        deviceScaleFactor: 1,
        mobile: false,
      }),
    );
  // docs/api/base-window.md of electron/electron, `focus()`: on Wayland, a window cannot take the focus from another
  // program.
  let isBehind = false;
  const focus = (on: boolean) => {
    if (on && isBehind && process.env.XDG_SESSION_TYPE === "wayland") return;
    isBehind = false;
    turn("focused", on, on ? "focus" : "blur");
    owned.onPage(({ conversation }) =>
      conversation.send("Emulation.setFocusEmulationEnabled", { enabled: on }),
    );
  };

  const closing: Closing = {
    close() {
      const event = preventable({});
      events.emit("close", event);
      if (event.defaultPrevented) return false;
      closing.destroy();
      return true;
    },
    destroy() {
      if (is.destroyed) return;
      is.destroyed = true;
      all.splice(all.indexOf(window), 1);
      // Electron documents no order of these two.
      owned.destroy();
      events.emit("closed");
      windowClosed(closing);
    },
  };
  owned.events.on("-close", () => closing.close());
  void owned.whenPainted.then(() => {
    // electron/electron#48859: on Wayland it may never be emitted.
    if (!is.destroyed && process.env.XDG_SESSION_TYPE !== "wayland") tell("ready-to-show");
  });

  const window = modelled<Electron.BrowserWindow>("BrowserWindow", {
    ...listening<Electron.BrowserWindow>("BrowserWindow", events, EVENTS),
    id,
    webContents: contents,
    loadURL: owned.loadURL,
    getTitle: () => title,
    setTitle(text) {
      title = text;
    },
    show() {
      turn("visible", true, "show");
      focus(true);
    },
    hide() {
      if (is.focused) focus(false);
      turn("visible", false, "hide");
    },
    focus() {
      if (is.visible) focus(true);
    },
    blur() {
      focus(false);
      isBehind = true;
    },
    minimize() {
      if (is.focused) focus(false);
      isBehind = true;
      turn("minimized", true, "minimize");
    },
    restore: () => turn("minimized", false, "restore"),
    setFullScreen(on) {
      turn("fullScreen", on, on ? "enter-full-screen" : "leave-full-screen");
    },
    isVisible: () => is.visible && !is.minimized,
    isFocused: () => is.focused,
    isMinimized: () => is.minimized,
    isFullScreen: () => is.fullScreen,
    isDestroyed: () => is.destroyed,
    getBounds: () => ({ ...bounds }),
    setBounds(to) {
      bounds = { ...bounds, ...to };
      place();
      tell("resize");
      tell("resized");
    },
    setProgressBar(value) {
      if (typeof value !== "number") throw new TypeError("Error processing argument at index 0");
    },
    close: () => void closing.close(),
    destroy: () => closing.destroy(),
    // Overlay icons exist on Windows only.
    ...(process.platform === "win32" ? { setOverlayIcon: () => {} } : {}),
  });
  all.push(window);
  windowOpened(closing);
  place();
  appEvents.emit("browser-window-created", preventable({}), window);
  if (options.show !== false) window.show();
  return window;
}

export const BrowserWindow = Object.assign(
  class {
    constructor(options: Electron.BrowserWindowConstructorOptions = {}) {
      // biome-ignore lint/correctness/noConstructorReturn: what stands for the window throws for what it does not have.
      return makeWindow(options);
    }
  },
  {
    getAllWindows: () => [...all],
    getFocusedWindow: () => all.find((window) => window.isFocused()) ?? null,
    fromId: (id: number) => all.find((window) => window.id === id) ?? null,
    fromWebContents: (contents: Electron.WebContents) =>
      all.find((window) => window.webContents === contents) ?? null,
  },
);
