// npm run mutate [-- electron/engine/ledger …]: runs mutation tests on these folders, or on all that have a threshold,
// and lists the surviving mutants. --shard 2/5 selects the second fifth of the folders.
import { join } from "node:path";
import { ensureInstalled, root, runPinned } from "./setup.mjs";

await ensureInstalled();
process.exitCode = await runPinned([join(root, "test/mutation/run.ts"), ...process.argv.slice(2)]);
