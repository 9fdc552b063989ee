#!/usr/bin/env node
// npm run winnow -- <command>: the command line, on the pinned Node, whatever Node the machine itself has.
import { join } from "node:path";
import { ensureBuilt } from "./build.mjs";
import { endWithNpm, ensureInstalled, root, runPinned } from "./setup.mjs";

await ensureInstalled();
await ensureBuilt();

const [major] = process.versions.node.split(".").map(Number);
endWithNpm();
if (major >= 24) await import("../out/main/cli.js");
else
  process.exitCode = await runPinned([join(root, "out/main/cli.js"), ...process.argv.slice(2)], {
    cwd: process.cwd(),
  });
