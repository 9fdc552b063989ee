import type * as Electron from "electron";
import { modelled, NotModelled } from "./modelled.ts";

/** Throws, because tests must replace functions that open another program, as on Electron. */
function opens(name: string): never {
  throw new NotModelled(`shell.${name}(), which a test has to put something in the place of`);
}

export const shell = modelled<Electron.Shell>("shell", {
  openExternal: async () => opens("openExternal"),
  openPath: async () => opens("openPath"),
  showItemInFolder: () => opens("showItemInFolder"),
});
