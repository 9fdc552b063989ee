// node scripts/install-electron.mjs <folder of the electron package>: runs Electron's own installer and prints one line
// per error instead of a stack.
import { createRequire } from "node:module";
import { join } from "node:path";

const [folder] = process.argv.slice(2);
const { fetch } = globalThis;

function printError(text) {
  const [line] = String(text).split("\n");
  process.stderr.write(`${line.replace(/^(?:\w*Error): /, "")}\n`);
}

// The installer prints the error's stack, which does not include the reason for a failed request.
globalThis.fetch = async (...request) => {
  try {
    return await fetch(...request);
  } catch (error) {
    let reason = error;
    while (reason.cause instanceof Error) reason = reason.cause;
    throw new Error(reason.message || reason.code);
  }
};
console.error = printError;
process.on("uncaughtException", (error) => {
  printError(error.message);
  process.exit(1);
});
createRequire(import.meta.url)(join(folder, "install.js"));
