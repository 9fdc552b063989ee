import { EventEmitter } from "node:events";
import { preventable } from "./modelled.ts";

export const appEvents = new EventEmitter();

let ready = false;
const readiness = Promise.withResolvers<void>();

export const isReady = () => ready;
export const whenReady = () => readiness.promise;

/** Throws, as Electron does, for calls that must come before the application is ready. */
export function beforeReady(what: string): void {
  if (ready) throw new Error(`${what} should be called before app is ready`);
}

/** Throws, as Electron does, for calls that must come after the application is ready. */
export function afterReady(what: string): void {
  if (!ready) throw new Error(`${what} cannot be used before the app is ready`);
}

export function becomeReady(): void {
  appEvents.emit("will-finish-launching");
  ready = true;
  appEvents.emit("ready", preventable({}), {});
  readiness.resolve();
}

/** The part of a window that quitting needs. */
export interface Closing {
  /** Closes the window like the user. Returns `false` if it stays open or is not closed yet. */
  close(): boolean;
  destroy(): void;
}

const windows = new Set<Closing>();
let quitting = false;
let over = false;
let end: (code: number) => Promise<void> = async (code) => process.exit(code);

/** Sets the function that cleans up before the process exits. */
export function endWith(ending: (code: number) => Promise<void>): void {
  end = ending;
}

export function windowOpened(window: Closing): void {
  windows.add(window);
}

/**
 * Removes a closed window. The last one quits the application unless it listens to `window-all-closed`, which is not
 * emitted while quitting.
 */
export function windowClosed(window: Closing): void {
  windows.delete(window);
  if (windows.size > 0 || over) return;
  if (quitting) leave();
  else if (appEvents.listenerCount("window-all-closed") > 0) appEvents.emit("window-all-closed");
  else quit();
}

/**
 * Quits: `before-quit`, `close` and `closed` of every window, `will-quit`, `quit`. Listeners to `before-quit`, `close`
 * and `will-quit` may prevent it.
 */
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

/** Exits at once: destroys windows without asking, and only emits `quit`. */
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
