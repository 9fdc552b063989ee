// npm run browser -- [--port N] [--no-open] [--sandbox] [--data-dir PATH]: serves Winnow to the browser on loopback.
import { ensureBuilt } from "./build.mjs";
import { ensureInstalled, runPinned } from "./setup.mjs";

await ensureInstalled();
await ensureBuilt();
process.exitCode = await runPinned(["out/main/browser.js", ...process.argv.slice(2)]);
