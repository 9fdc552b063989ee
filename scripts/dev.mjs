// npm run dev [-- options of npm start]: runs Winnow and rebuilds the bundles when their sources change. Reload the
// page to see changes; the browser host restarts on its own.
import { watch } from "node:fs";
import { join } from "node:path";
import { ensureBuilt, tryBuild } from "./build.mjs";
import { openWinnow, readArguments } from "./open-winnow.mjs";
import { ensureInstalled, root } from "./setup.mjs";
import { ensureKeychainLibrary } from "./system-packages.mjs";

/** Editors write several files at once: wait before building. */
const QUIET_MS = 300;

const given = readArguments(process.argv.slice(2));

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

process.exitCode = await openWinnow(given, [
  "--watch",
  "--watch-preserve-output",
  "electron/hosts/browser/main.ts",
]);
clearTimeout(due);
for (const watcher of building) watcher.close();
