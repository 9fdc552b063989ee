import { EventEmitter } from "node:events";
import type * as Electron from "electron";
import { listening, modelled } from "./modelled.ts";

const events = new EventEmitter();

/** Suspends and resumes only if a test emits the events. */
export const powerMonitor = modelled<Electron.PowerMonitor>(
  "powerMonitor",
  listening<Electron.PowerMonitor>("powerMonitor", events, [
    "lock-screen",
    "on-ac",
    "on-battery",
    "resume",
    "shutdown",
    "suspend",
    "unlock-screen",
  ]),
);

const blockers = new Set<number>();
let last = 0;

export const powerSaveBlocker = modelled<Electron.PowerSaveBlocker>("powerSaveBlocker", {
  start(type) {
    if (type !== "prevent-app-suspension" && type !== "prevent-display-sleep")
      throw new TypeError(`Error processing argument: ${String(type)}`);
    last += 1;
    blockers.add(last);
    return last;
  },
  stop: (id) => blockers.delete(id),
  isStarted: (id) => blockers.has(id),
});
