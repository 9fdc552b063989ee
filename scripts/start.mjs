// npm start [-- --browser] [--port N] [--no-open] [--data-dir PATH]: opens Winnow on the sandbox, with a sample list.
import { ensureBuilt } from "./build.mjs";
import { openWinnow, readArguments } from "./open-winnow.mjs";
import { ensureInstalled } from "./setup.mjs";
import { ensureKeychainLibrary } from "./system-packages.mjs";

const given = readArguments(process.argv.slice(2));

await ensureInstalled();
ensureKeychainLibrary();
await ensureBuilt();
process.exitCode = await openWinnow(given, ["out/main/browser.js"]);
