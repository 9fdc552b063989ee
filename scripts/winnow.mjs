#!/usr/bin/env node
// The command line. In a checkout (npm run winnow -- <command>) it installs, builds and uses the pinned Node; in the
// packed package it uses the machine's.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { endWithNpm, ensureInstalled, MEMORY, root, runPinned, tell } from "./setup.mjs";

const NEEDED = 24;
const isCheckout = existsSync(join(root, "electron"));
const [major] = process.versions.node.split(".").map(Number);

// glibc reads its settings at program start. Only commands that read long lists need them.
const readsMuch = process.argv.some((word) => word === "clean" || word === "resume" || word === "export");
if (
  readsMuch &&
  process.platform === "linux" &&
  major >= NEEDED &&
  process.env.MALLOC_MMAP_THRESHOLD_ === undefined
)
  process.execve(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], {
    ...process.env,
    ...MEMORY,
  });

if (isCheckout) {
  const { ensureBuilt } = await import("./build.mjs");
  await ensureInstalled();
  await ensureBuilt();
}
endWithNpm();
if (major >= NEEDED) await import("../out/main/cli.js");
else if (isCheckout)
  process.exitCode = await runPinned([join(root, "out/main/cli.js"), ...process.argv.slice(2)], {
    cwd: process.cwd(),
  });
else {
  tell(`Winnow needs Node ${NEEDED} or newer; this is ${process.versions.node}. Nothing was started.`);
  process.exitCode = 2;
}
