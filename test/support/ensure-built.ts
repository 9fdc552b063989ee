import { spawnSync } from "node:child_process";
import { root } from "./winnow.ts";

/** Builds the bundles if their sources have changed, in a child process because a failed build exits. */
export function ensureBuilt(): void {
  const build = "import('./scripts/build.mjs').then(({ ensureBuilt }) => ensureBuilt())";
  const run = spawnSync(process.execPath, ["--eval", build], { cwd: root, encoding: "utf8" });
  if (run.status !== 0) throw new Error(`the bundles could not be built: ${run.stderr}`);
}

/** Keeps the tests from running on outdated bundles. */
export default ensureBuilt;
