import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { platform } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import type { AppInfo } from "../../../shared/bridge/app.ts";
import { KEYCHAIN } from "../../../shared/problems/accounts.ts";
import { systemCodeOf } from "../../../shared/problems/define-problem.ts";
import { type Problem, problem } from "../../../shared/problems.ts";
import { fail, ok } from "../../../shared/result.ts";
import type { Keychain } from "../accounts/index.ts";
import type { Clock } from "../clock.ts";
import type { Handlers } from "../handlers.ts";
import {
  type Journal,
  type Layout,
  lastBackup,
  makePrivateFolder,
  PRIVATE_FILE,
  readLogFile,
  sizeOf,
} from "../store/index.ts";
import { diagnostics, type PartDiagnostics } from "./diagnostics.ts";

export interface AboutOptions {
  readonly journal: Journal;
  readonly parts: () => PartDiagnostics;
  readonly layout: Layout;
  readonly clock: Clock;
  readonly keychain: Keychain;
  readonly host: AppInfo["host"];
  readonly version: string;
  readonly demo: boolean;
  readonly licences: () => Promise<AppInfo["licences"]>;
  readonly serviceHost: string;
  /** Damage found when the data folder was opened. */
  readonly damage: Problem | null;
  readonly online: () => boolean;
  readonly setOnline: (online: boolean) => void;
  readonly log: (line: string) => void;
}

/** Page errors logged per session: one may occur with every frame. */
const MAX_FAULTS = 100;

type AboutCalls = "app.info" | "app.diagnostics" | "app.fault" | "app.online";

export function createAboutCalls(options: AboutOptions): Handlers<AboutCalls> {
  const { layout, clock } = options;
  let faults = 0;
  return {
    async "app.info"() {
      const keychain = await options.keychain.probe();
      return ok({
        version: options.version,
        host: options.host,
        platform: platform(),
        dataDir: layout.dataDir,
        dataBytes: await sizeOf(layout.dataDir),
        keychain: keychain.state,
        keychainDetail: keychain.why === null ? "" : KEYCHAIN[keychain.why],
        demo: options.demo,
        serviceHost: options.serviceHost,
        online: options.online(),
        storeProblem: options.damage,
        lastBackup: lastBackup(layout),
        licences: [...(await licences()), ...(await options.licences())],
      });
    },
    async "app.diagnostics"() {
      const path = join(layout.exports, `winnow-diagnostics-${clock.now()}.json`);
      try {
        makePrivateFolder(layout.exports);
        const { state } = await options.keychain.probe();
        const report = diagnostics({
          version: options.version,
          host: options.host,
          keychain: state,
          online: options.online(),
          journal: options.journal,
          parts: options.parts(),
          log: readLogFile(layout.log),
        });
        await writeFile(path, JSON.stringify(report, null, 2), { mode: PRIVATE_FILE });
        return ok({ path });
      } catch (error) {
        return fail(problem("out_unwritable", { path, code: systemCodeOf(error) }));
      }
    },
    async "app.fault"({ text }) {
      faults++;
      if (faults <= MAX_FAULTS) options.log(`the page could not draw ${text}`);
      return ok({});
    },
    async "app.online"({ online }) {
      options.setOnline(online);
      return ok({});
    },
  };
}

const packageSchema = z.object({
  version: z.string().default(""),
  license: z.string().default(""),
});

async function licences(): Promise<AppInfo["licences"]> {
  const require = createRequire(import.meta.url);
  const found: AppInfo["licences"] = [];
  for (const name of ["better-sqlite3", "keytar", "electron-updater"]) {
    try {
      const entry = require.resolve(name);
      const folder = entry.slice(
        0,
        entry.lastIndexOf(join("node_modules", name)) + join("node_modules", name).length,
      );
      const text = await readFile(join(folder, "package.json"), "utf8");
      const { version, license } = packageSchema.parse(JSON.parse(text));
      found.push({ name, version, licence: license });
    } catch {
      // The package is not installed beside this build.
    }
  }
  return found;
}
