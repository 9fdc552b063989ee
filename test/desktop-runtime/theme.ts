import { EventEmitter } from "node:events";
import type * as Electron from "electron";
import { listening, modelled } from "./modelled.ts";

const events = new EventEmitter();
let source: Electron.NativeTheme["themeSource"] = "system";

/** Called with whether pages are to be dark, whenever that is said anew. */
export const themeChanged = new EventEmitter<{ said: [dark: boolean] }>();

/** A system that is light. */
export const nativeTheme = modelled<Electron.NativeTheme>("nativeTheme", {
  ...listening<Electron.NativeTheme>("nativeTheme", events, ["updated"]),
  get themeSource() {
    return source;
  },
  set themeSource(to) {
    if (!["system", "light", "dark"].includes(to)) throw new TypeError(`Error processing argument: ${to}`);
    const changes = (to === "dark") !== (source === "dark");
    source = to;
    themeChanged.emit("said", to === "dark");
    if (changes) events.emit("updated");
  },
  get shouldUseDarkColors() {
    return source === "dark";
  },
});
