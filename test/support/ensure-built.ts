import { spawnSync } from "node:child_process";
import { root } from "./winnow.ts";

/** Builds the bundles if their sources have changed since; in a process of its own, because a failed build ends it. */
export function ensureBuilt(): void {
  const build = "import('./scripts/build.mjs').then(({ ensureBuilt }) => ensureBuilt())";
  const run = spawnSync(process.execPath, ["--eval", build], { cwd: root, encoding: "utf8" });
  if (run.status !== 0) throw new Error(`the bundles could not be built: ${run.stderr}`);
}

/** What is tested is what the sources say now, not what was built of them once. */
export default ensureBuilt;
