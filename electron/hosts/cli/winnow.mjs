#!/usr/bin/env node
// Starts the command line on the pinned Node, whatever Node the machine itself has.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const entry = join(here, "main.ts");
const [major] = process.versions.node.split(".").map(Number);

if (major >= 24) {
  await import("./main.ts");
} else {
  const bin = join(
    here,
    "..",
    "..",
    "..",
    "node_modules",
    "node",
    "bin",
    process.platform === "win32" ? "node.exe" : "node",
  );
  if (!existsSync(bin)) {
    console.error(
      "Winnow needs Node 24, which comes with its packages. Run `npm ci` in Winnow's folder first.",
    );
    process.exit(2);
  }
  const child = spawn(bin, [entry, ...process.argv.slice(2)], { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => {
    process.exitCode = signal === null ? (code ?? 1) : 6;
  });
}
