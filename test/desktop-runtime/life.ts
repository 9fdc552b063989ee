import { EventEmitter } from "node:events";
import { preventable } from "./modelled.ts";

/** What `app` tells of; all of it goes over this. */
export const appEvents = new EventEmitter();

let ready = false;
const readiness = Promise.withResolvers<void>();

export const isReady = () => ready;
export const whenReady = () => readiness.promise;

/** Throws, as Electron does, for what has to be done before the application is ready. */
export function beforeReady(what: string): void {
  if (ready) throw new Error(`${what} should be called before app is ready`);
}

/** Throws, as Electron does, for what cannot be done before the application is ready. */
export function afterReady(what: string): void {
  if (!ready) throw new Error(`${what} cannot be used before the app is ready`);
}

/** Chromium has come up. */
export function becomeReady(): void {
  appEvents.emit("will-finish-launching");
  ready = true;
  appEvents.emit("ready", preventable({}), {});
  readiness.resolve();
}

/** A window, as far as quitting goes. */
export interface Closing {
  /** As the user does; false when it stays open, or is not closed yet. */
  close(): boolean;
  destroy(): void;
}

const windows = new Set<Closing>();
let quitting = false;
let over = false;
let end: (code: number) => Promise<void> = async (code) => process.exit(code);

/** What has to be ended before the process is. */
export function endWith(ending: (code: number) => Promise<void>): void {
  end = ending;
}

export function windowOpened(window: Closing): void {
  windows.add(window);
}

/**
 * A window has been closed. The last one ends Winnow – unless it listens to `window-all-closed`, which is not told of when
 * it is quitting already.
 */
export function windowClosed(window: Closing): void {
  windows.delete(window);
  if (windows.size > 0 || over) return;
  if (quitting) leave();
  else if (appEvents.listenerCount("window-all-closed") > 0) appEvents.emit("window-all-closed");
  else quit();
}

/** `before-quit`, every window's `close` and `closed`, `will-quit`, `quit`; a listener to the first, second or fourth may stop it. */
export function quit(): void {
  if (quitting || over) return;
  const event = preventable({});
  appEvents.emit("before-quit", event);
  if (event.defaultPrevented) return;
  quitting = true;
  if (windows.size === 0) leave();
  for (const window of [...windows]) {
    if (window.close()) continue;
    quitting = false;
    return;
  }
}

function leave(): void {
  const event = preventable({});
  appEvents.emit("will-quit", event);
  quitting = false;
  if (!event.defaultPrevented) finish(0);
}

/** Ends at once: windows are closed without being asked, and of quitting nothing but its end is told. */
export function exit(code: number): void {
  if (over) return;
  over = true;
  for (const window of [...windows]) window.destroy();
  over = false;
  finish(code);
}

function finish(code: number): void {
  if (over) return;
  over = true;
  appEvents.emit("quit", preventable({}), code);
  void end(code);
}
