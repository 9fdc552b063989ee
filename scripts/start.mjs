// npm start [-- --browser] [--port N] [--no-open] [--data-dir PATH]: opens Winnow on the sandbox, with a sample list.
import { ensureBuilt } from "./build.mjs";
import { electronProgram, obstacleToDesktop } from "./desktop-runtime.mjs";
import { ensureInstalled, root, runInForeground, runPinned, tell } from "./setup.mjs";
import { ensureKeychainLibrary } from "./system-packages.mjs";

const args = process.argv.slice(2);

await ensureInstalled();
ensureKeychainLibrary();
await ensureBuilt();

const obstacle = args.includes("--browser")
  ? "the browser was asked for"
  : obstacleToDesktop({ platform: process.platform, env: process.env, uid: process.getuid?.() ?? null });
const program = obstacle === null ? electronProgram() : null;

if (program !== null) {
  process.exitCode = await runInForeground(program, [root, "--demo", ...args]);
} else {
  const why = obstacle ?? "the Electron runtime could not be downloaded";
  tell(`Opening in the browser: ${why}.`);
  const rest = args.filter((arg) => arg !== "--browser");
  process.exitCode = await runPinned(["out/main/browser.js", "--sandbox", ...rest]);
}
