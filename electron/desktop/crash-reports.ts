import { app, crashReporter } from "electron";

/** Crash reports are written to this machine and sent nowhere. */
export function keepCrashReportsHere(log: (line: string) => void): void {
  crashReporter.start({ uploadToServer: false });
  app.on("child-process-gone", (_event, details) => {
    if (details.reason !== "clean-exit")
      log(`a ${details.type} process ended: ${details.reason} (${details.exitCode})`);
  });
}
