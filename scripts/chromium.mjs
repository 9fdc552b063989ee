// Which Chromium this machine has, for tests. Built-in modules only.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pinnedEnvironment, pinnedNode, root, tell } from "./setup.mjs";

const { env } = process;
/** Chromium, or a browser that is made of it, by system; Edge is on every Windows. */
const PLACES = {
  linux: ["/usr/bin/chromium", "/usr/local/bin/chromium", "/usr/bin/google-chrome"],
  darwin: [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
  ],
  win32: [
    join(env.PROGRAMFILES ?? "C:\\Program Files", "Google\\Chrome\\Application\\chrome.exe"),
    join(env["PROGRAMFILES(X86)"] ?? "C:\\Program Files (x86)", "Microsoft\\Edge\\Application\\msedge.exe"),
  ],
};

/** Its program: the one that WINNOW_CHROMIUM names, or the first that is installed; null when there is none. */
export function installedChromium() {
  if (env.WINNOW_CHROMIUM !== undefined) return env.WINNOW_CHROMIUM;
  return (PLACES[process.platform] ?? []).find((place) => existsSync(place)) ?? null;
}

/** Has Playwright download its own, for tests; answers the program, or null when it cannot be had. */
export function downloadChromium() {
  tell("Installing Chromium for the tests …");
  const cli = join(root, "node_modules", "@playwright", "test", "cli.js");
  const run = spawnSync(pinnedNode(), [cli, "install", "chromium"], {
    env: pinnedEnvironment(),
    stdio: "ignore",
  });
  if (run.status !== 0) return null;
  const { chromium } = createRequire(cli)("@playwright/test");
  return chromium.executablePath();
}
