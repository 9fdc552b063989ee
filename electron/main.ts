import { app } from "electron";
import { builtFiles } from "./desktop/built-files.ts";
import { runDesktop } from "./desktop/run.ts";
import { systemClock } from "./engine/index.ts";
import { dataDirOf } from "./hosts/data-dir.ts";
import { extractEnvironment } from "./hosts/extract-environment.ts";

const files = builtFiles(new URL("./", import.meta.url));
const env = extractEnvironment(process.env);
const dataDir = dataDirOf(env);

void runDesktop({
  argv: process.argv,
  workingDirectory: process.cwd(),
  dataDir,
  files,
  clock: systemClock,
  bugs: process,
  async startEngine(fetch) {
    // Imported lazily, so that the window opens first.
    const { wireEngine } = await import("./hosts/wire-engine.ts");
    const wired = await wireEngine({
      env,
      dataDir,
      host: "desktop",
      version: app.getVersion(),
      demo: process.argv.includes("--demo"),
      fetch,
      samplePath: files.samplePath,
      workers: files.workers,
      sandboxWorker: files.sandboxWorker,
      bundlesUrl: new URL("../", import.meta.url),
      log: () => {},
    });
    return wired.ok ? { ok: true, value: wired.value.engine } : wired;
  },
});
