// npm run bench [-- --quick --runs 3 --only <benchmark>]: the benchmark, in the environment that Winnow itself runs in.
import { join } from "node:path";
import { ensureInstalled, root, runPinned } from "./setup.mjs";

await ensureInstalled();
process.exitCode = await runPinned([join(root, "test/bench/bench.ts"), ...process.argv.slice(2)]);
