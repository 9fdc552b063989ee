import { resolve } from "node:path";
import envPaths from "env-paths";

/**
 * Where Winnow's data lives: `WINNOW_DATA_DIR`, or the platform's application-data folder. The same for every host,
 * so that a cleaning started in one is there in the others. Absolute; nothing is made.
 */
export function dataDirOf(env: Readonly<Record<string, string | undefined>>): string {
  const chosen = env.WINNOW_DATA_DIR?.trim();
  return chosen ? resolve(chosen) : envPaths("winnow", { suffix: "" }).data;
}
