// node scripts/desktop-tests.mjs [--required]: the desktop's own tests, on the real Electron runtime. Where that is not
// there, none of them is run, and that is what is said; it is a failure where they are required.
import { join } from "node:path";
import { ensureBuilt } from "./build.mjs";
import { electronProgram, obstacleToDesktop } from "./desktop-runtime.mjs";
import { ensureInstalled, root, runPinned, tell } from "./setup.mjs";

const args = process.argv.slice(2);
const required = args.includes("--required");

function notRun(why) {
  tell(`Desktop tests: not run: ${why}`);
  if (required) process.exitCode = 1;
}

await ensureInstalled();
const obstacle = obstacleToDesktop({
  platform: process.platform,
  env: process.env,
  uid: process.getuid?.() ?? null,
});
if (process.env.WINNOW_PACKAGED === undefined && electronProgram() === null) {
  notRun("no Electron runtime");
} else if (obstacle !== null) {
  notRun(obstacle);
} else {
  await ensureBuilt();
  const playwright = join(root, "node_modules", "@playwright", "test", "cli.js");
  process.exitCode = await runPinned([
    playwright,
    "test",
    "-c",
    "test/e2e/desktop",
    ...args.filter((arg) => arg !== "--required"),
  ]);
}
