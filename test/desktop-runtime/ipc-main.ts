import type * as Electron from "electron";
import { modelled } from "./modelled.ts";
import type { FromPreload, ToPreload } from "./page/preload-world.ts";

type Handler = (event: Electron.IpcMainInvokeEvent, ...args: unknown[]) => unknown;

const handlers = new Map<string, Handler>();

export const ipcMain = modelled<Electron.IpcMain>("ipcMain", {
  handle(channel, handler) {
    if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    handlers.set(channel, handler);
  },
  removeHandler: (channel) => void handlers.delete(channel),
});

/** Handles an invocation. Failures have Electron's messages, also if the channel has no handler. */
export async function answerInvoked(
  { id, channel, args }: Extract<FromPreload, { kind: "invoke" }>,
  from: { sender: Electron.WebContents; senderFrame: Electron.WebFrameMain | null },
): Promise<Extract<ToPreload, { kind: "answer" }>> {
  try {
    const handler = handlers.get(channel);
    if (handler === undefined) throw new Error(`No handler registered for '${channel}'`);
    const event = modelled<Electron.IpcMainInvokeEvent>("IpcMainInvokeEvent", { type: "frame", ...from });
    // The preload always writes a list of arguments.
    const value = await handler(event, ...(JSON.parse(args) as unknown[]));
    return { kind: "answer", id, ok: true, value: JSON.stringify(value ?? null) };
  } catch (error) {
    console.error(`Error occurred in handler for '${channel}':`, error);
    const value = `Error invoking remote method '${channel}': ${String(error)}`;
    return { kind: "answer", id, ok: false, value };
  }
}
