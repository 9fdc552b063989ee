import { EventEmitter } from "node:events";
import type * as Electron from "electron";
import { listening, modelled } from "./modelled.ts";

const events = new EventEmitter();
let source: Electron.NativeTheme["themeSource"] = "system";

export const nativeTheme = modelled<Electron.NativeTheme>("nativeTheme", {
  ...listening<Electron.NativeTheme>("nativeTheme", events, ["updated"]),
  get themeSource() {
    return source;
  },
  set themeSource(to) {
    if (!["system", "light", "dark"].includes(to)) throw new TypeError(`Error processing argument: ${to}`);
    const changes = (to === "dark") !== (source === "dark");
    source = to;
    if (changes) events.emit("updated");
  },
  get shouldUseDarkColors() {
    return source === "dark";
  },
});
