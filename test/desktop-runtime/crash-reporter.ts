import type * as Electron from "electron";
import { modelled, NotModelled } from "./modelled.ts";

let uploads: boolean | null = null;

/** Crash reports stay on disk; none is sent. */
export const crashReporter = modelled<Electron.CrashReporter>("crashReporter", {
  start({ uploadToServer = true }) {
    if (uploadToServer) throw new NotModelled("crash reports that are sent");
    uploads = uploadToServer;
  },
  getUploadToServer: () => uploads ?? false,
});
