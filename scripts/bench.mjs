// npm run bench [-- --quick --runs 3 --only <benchmark>]: runs the benchmark in the same environment as Winnow.
import { join } from "node:path";
import { ensureInstalled, root, runPinned } from "./setup.mjs";

await ensureInstalled();
process.exitCode = await runPinned([join(root, "test/bench/bench.ts"), ...process.argv.slice(2)]);
