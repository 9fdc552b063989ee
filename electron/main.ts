import { app } from "electron";
import { builtFiles } from "./desktop/files.ts";
import { runDesktop } from "./desktop/run.ts";
import { systemClock } from "./engine/handlers.ts";
import { dataDirOf } from "./hosts/data-dir.ts";
import { environmentAccount, sandboxSpeed } from "./hosts/environment.ts";
import { bundledLicences } from "./hosts/licences.ts";

const files = builtFiles(new URL("./", import.meta.url));
const dataDir = dataDirOf(process.env);

void runDesktop({
  argv: process.argv,
  workingDirectory: process.cwd(),
  dataDir,
  files,
  clock: systemClock,
  bugs: process,
  async startEngine({ fetch, log }) {
    // Loaded now, not before: the window is already on its way.
    const [{ createEngine }, { createKeychain }, { launchSandbox }, { layoutOf }] = await Promise.all([
      import("./engine/engine.ts"),
      import("./engine/accounts/index.ts"),
      import("./sandbox/index.ts"),
      import("./engine/store/index.ts"),
    ]);
    return await createEngine({
      dataDir,
      keychain: createKeychain(),
      fetch,
      clock: systemClock,
      launchSandbox: () =>
        launchSandbox({
          stateDir: layoutOf(dataDir).sandbox,
          speed: sandboxSpeed(process.env),
          workerUrl: files.sandboxWorker,
        }),
      session: environmentAccount(process.env),
      host: "desktop",
      version: app.getVersion(),
      demo: process.argv.includes("--demo"),
      licences: await bundledLicences(new URL("../", import.meta.url)),
      samplePath: files.samplePath,
      workers: files.workers,
      log,
    });
  },
});
