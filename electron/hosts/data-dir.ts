import { resolve } from "node:path";
import envPaths from "env-paths";

/** Returns `WINNOW_DATA_DIR` or the platform's application-data folder, as an absolute path. Does not create it. */
export function dataDirOf(env: Readonly<Record<string, string | undefined>>): string {
  const chosen = env.WINNOW_DATA_DIR?.trim();
  return chosen ? resolve(chosen) : envPaths("winnow", { suffix: "" }).data;
}
