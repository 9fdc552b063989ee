import { fstatSync } from "node:fs";
import { extractEnvironment } from "../extract-environment.ts";
import { programFiles } from "../program-files.ts";
import { runCli } from "./cli.ts";
import { EXIT } from "./exit-codes.ts";
import { onInterruption } from "./interruption.ts";

const { stdin, stdout, stderr } = process;
let isLost = false;
// A command runs to its end even if its output is no longer read, as with `| head`.
stdout.on("error", ({ code }: NodeJS.ErrnoException) => {
  if (code === "EPIPE" || isLost) return;
  isLost = true;
  stderr.write(`Standard output cannot be written: ${code === "ENOSPC" ? "the disk is full" : code}.\n`);
  process.once("exit", () => {
    if (!process.exitCode) process.exitCode = EXIT.input;
  });
});
// Ignore a closed standard error.
stderr.on("error", () => {});
const interruption = onInterruption();
const env = extractEnvironment(process.env);
// On Windows, a GUI program receives piped input but nothing typed in the console (electron/electron#4218).
const canRead = process.platform !== "win32" || !("electron" in process.versions) || isPiped();
process.exitCode = await runCli(process.argv.slice(2), {
  stdin,
  canRead,
  stdout,
  stderr,
  env,
  interruption,
  files: programFiles(),
});
interruption.release();

function isPiped(): boolean {
  try {
    const input = fstatSync(0);
    return input.isFIFO() || input.isFile();
  } catch {
    return false;
  }
}
