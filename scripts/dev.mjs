// npm run dev [-- options of npm start]: Winnow with the bundles built anew as their sources change. Reload the page to
// see a change of the page; the browser host starts again by itself when its own sources change.
import { watch } from "node:fs";
import { join } from "node:path";
import { ensureBuilt, tryBuild } from "./build.mjs";
import { electronProgram, obstacleToDesktop } from "./desktop-runtime.mjs";
import { ensureInstalled, root, runInForeground, runPinned, tell } from "./setup.mjs";
import { ensureKeychainLibrary } from "./system-packages.mjs";

/** An editor writes several files at once: they are built together. */
const QUIET_MS = 300;

const args = process.argv.slice(2);

await ensureInstalled();
ensureKeychainLibrary();
await ensureBuilt();

let due = null;
const building = ["renderer", "shared", "electron"].map((folder) =>
  watch(join(root, folder), { recursive: true }, () => {
    clearTimeout(due);
    due = setTimeout(() => void tryBuild(), QUIET_MS);
  }),
);

const obstacle = obstacleToDesktop({
  platform: process.platform,
  env: process.env,
  uid: process.getuid?.() ?? null,
});
const program = obstacle === null ? electronProgram() : null;
if (program !== null) {
  process.exitCode = await runInForeground(program, [root, "--demo", ...args]);
} else {
  tell(`Opening in the browser: ${obstacle ?? "the Electron runtime could not be downloaded"}.`);
  const host = ["--watch", "--watch-preserve-output", "electron/hosts/browser/main.ts", "--sandbox", ...args];
  process.exitCode = await runPinned(host);
}
clearTimeout(due);
for (const watcher of building) watcher.close();
