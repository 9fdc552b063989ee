// npm run mutate [-- electron/engine/ledger …]: changes the sources of these folders, or of all that have a mark, one
// mutant at a time, and shows which of them no test notices. --shard 2/5: the second fifth of the folders.
import { join } from "node:path";
import { ensureInstalled, root, runPinned } from "./setup.mjs";

await ensureInstalled();
process.exitCode = await runPinned([join(root, "test/mutation/run.ts"), ...process.argv.slice(2)]);
