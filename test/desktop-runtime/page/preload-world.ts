import type { Boundary } from "./boundary.ts";

/* Runs as text in the preload's world before the page's scripts, so it must not reference anything outside itself. */

/** A message of the main process, or the result of an invocation. */
export type ToPreload =
  | { kind: "message"; channel: string; args: string }
  | { kind: "answer"; id: number; ok: boolean; value: string };

export type FromPreload =
  | { kind: "invoke"; id: number; channel: string; args: string }
  | { kind: "broken"; error: string };

/** A synchronous question to the main process. */
export type AskedNow = { kind: "path" } | { kind: "open"; url: string };

export interface PreloadWorld {
  openBoundary(gate: EventTarget, here: string, there: string): Boundary;
  /** Name of the event that passes the element which joins both worlds. */
  secret: string;
  /** Name of the function that sends text to the main process, defined only in this world. */
  carrier: string;
  /** Name of the function that receives text from the main process. */
  taker: string;
  /** The built preload as a CommonJS module. */
  preload(require: (name: string) => unknown, module: { exports: object }, exports: object): void;
}

/** Runs the preload with the `electron` module of a sandboxed preload. */
export function runPreload(world: PreloadWorld): void {
  if (window !== window.top) return;
  const { openBoundary, secret, carrier, taker, preload } = world;
  const carry = Reflect.get(globalThis, carrier) as (text: string) => void;
  const send = (message: FromPreload) => carry(JSON.stringify(message));

  const modelled = <T extends object>(name: string, parts: T): T =>
    new Proxy(parts, {
      get(target, key, receiver) {
        if (key in target) return Reflect.get(target, key, receiver);
        throw new Error(`the stand-in for Electron does not model ${name}.${String(key)}`);
      },
    });
  // The main process finds this world paused here, reads the question, sets `answer` and resumes.
  const askNow = (_question: AskedNow, _subject: unknown, answer: unknown = null): unknown => {
    // biome-ignore lint/suspicious/noDebugger: the one way to wait for another process.
    debugger;
    return answer;
  };

  const gate = document.createElement("i");
  document.dispatchEvent(new MouseEvent(secret, { relatedTarget: gate }));
  const boundary = openBoundary(gate, "preload", "page");
  boundary.offer((url) => askNow({ kind: "open", url: String(url) }, null));

  type Listener = (event: object, ...args: unknown[]) => void;
  const listeners = new Map<string, Set<Listener>>();
  const invoked = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let last = 0;
  const ipcRenderer = modelled("ipcRenderer", {
    on(channel: string, listener: Listener) {
      const known = listeners.get(channel) ?? new Set();
      listeners.set(channel, known.add(listener));
      return ipcRenderer;
    },
    off(channel: string, listener: Listener) {
      listeners.get(channel)?.delete(listener);
      return ipcRenderer;
    },
    async invoke(channel: string, ...args: unknown[]) {
      const written = JSON.stringify(args);
      last += 1;
      const id = last;
      return await new Promise((resolve, reject) => {
        invoked.set(id, { resolve, reject });
        send({ kind: "invoke", id, channel, args: written });
      });
    },
  });
  const contextBridge = modelled("contextBridge", {
    exposeInMainWorld(key: string, api: unknown) {
      boundary.call(1, [key, api]);
    },
  });
  const webUtils = modelled("webUtils", {
    getPathForFile(file: unknown) {
      if (!(file instanceof File)) throw new TypeError("Argument must be a File");
      return askNow({ kind: "path" }, file);
    },
  });

  Object.defineProperty(globalThis, taker, {
    value(text: string) {
      const told = JSON.parse(text) as ToPreload;
      if (told.kind === "message") {
        const args = JSON.parse(told.args) as unknown[];
        for (const listener of [...(listeners.get(told.channel) ?? [])])
          listener({ sender: ipcRenderer, ports: [] }, ...args);
        return;
      }
      const waiting = invoked.get(told.id);
      invoked.delete(told.id);
      if (told.ok) waiting?.resolve(JSON.parse(told.value));
      else waiting?.reject(new Error(told.value));
    },
  });

  const electron = modelled("electron", { contextBridge, ipcRenderer, webUtils });
  const require = (name: string) => {
    if (name === "electron" || name === "electron/renderer") return electron;
    throw new Error(`module not found: ${name}`);
  };
  const module = { exports: {} };
  try {
    preload(require, module, module.exports);
  } catch (error) {
    send({ kind: "broken", error: error instanceof Error ? `${error.stack}` : String(error) });
  }
}
