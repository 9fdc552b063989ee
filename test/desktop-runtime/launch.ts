// The stand-in for the Electron program: electron [--inspect=0] [--remote-debugging-port=0] FOLDER [arguments …], or,
// under another name with the application packed beside it: PROGRAM [--inspect=0] [--remote-debugging-port=0]
// [arguments …]
import { registerHooks } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { openApp } from "./app.ts";
import { startBrowser } from "./browser.ts";
import { openInspector } from "./inspector.ts";
import { becomeReady, endWith, quit } from "./life.ts";

const SWITCHES: ReadonlySet<string> = new Set(["--inspect=0", "--remote-debugging-port=0", "--no-sandbox"]);

const [, , program = "", ...args] = process.argv;
const isPacked = basename(program) !== "electron";
const resources = join(dirname(program), "resources");
// lib/browser/init.ts of electron/electron: a packed application is started without being named.
const folder = isPacked ? join(resources, "app.asar") : args.find((arg) => !SWITCHES.has(arg));
if (folder === undefined || folder.startsWith("-")) throw new Error("no application was named");
process.argv = [program, ...args];
// `resourcesPath` is not declared without Electron's types.
if (isPacked) Object.assign(process, { resourcesPath: resources });

registerHooks({
  resolve(name, context, next) {
    if (name === "electron") return { url: import.meta.resolve("./electron.ts"), shortCircuit: true };
    return next(name, context);
  },
});
if (args.includes("--inspect=0")) console.error(`Debugger listening on ${await openInspector()}\n`);

// `--unhandled-rejections=warn-with-error-codes` in shell/browser/electron_browser_main_parts.cc of electron/electron:
// unless the application listens, a warning is printed and the exit code is set, but the process continues.
process.on("unhandledRejection", (reason) => {
  if (process.listenerCount("unhandledRejection") > 1) return;
  console.error("UnhandledPromiseRejectionWarning:", reason);
  process.exitCode = 1;
});
process.on("SIGTERM", quit);
process.on("SIGINT", quit);

await import(pathToFileURL(openApp(resolve(folder), program)).href);
const { chromium, door } = await startBrowser();
endWith(async (code) => {
  await chromium.end();
  process.exit(code);
});
if (args.includes("--remote-debugging-port=0")) console.error(`\nDevTools listening on ${door}\n`);
becomeReady();
