// Restores a backup over a closed data folder, and kills itself before the n-th file system change while staging or
// swapping. Arguments: data folder, backup, "stage" or "swap", n.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const [data = "", backup = "", phase = "swap", step = "1"] = process.argv.slice(2);
let left = Number(step);

const changing = ["renameSync", "rmSync", "mkdirSync", "writeFileSync", "openSync"] as const;
for (const name of changing) {
  const real = fs[name] as (...given: unknown[]) => unknown;
  const watched = (...given: unknown[]) => {
    const reads = name === "openSync" && !/^[wa]|\+/.test(String(given[1] ?? "r"));
    if (!reads && armed && --left === 0) process.kill(process.pid, "SIGKILL");
    return real(...given);
  };
  Object.assign(fs, { [name]: watched });
}
let armed = false;
syncBuiltinESMExports();

const { stageRestore } = await import("../../electron/engine/store/backups/stage.ts");
const { swapIn } = await import("../../electron/engine/store/backups/swap.ts");
const { layoutOf } = await import("../../electron/engine/store/index.ts");
armed = phase === "stage";
const staged = await stageRestore({ dataDir: data, path: backup, at: Date.now() });
if (!staged.ok) throw new Error(staged.problem.code);
armed = phase === "swap";
swapIn(layoutOf(data), Date.now());
process.stdout.write("whole\n");
