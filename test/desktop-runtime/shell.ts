import type * as Electron from "electron";
import { modelled, NotModelled } from "./modelled.ts";

/** No test may open another program: it puts a function in the place of each that it expects, as on Electron. */
function opens(name: string): never {
  throw new NotModelled(`shell.${name}(), which a test has to put something in the place of`);
}

export const shell = modelled<Electron.Shell>("shell", {
  openExternal: async () => opens("openExternal"),
  openPath: async () => opens("openPath"),
  showItemInFolder: () => opens("showItemInFolder"),
});
