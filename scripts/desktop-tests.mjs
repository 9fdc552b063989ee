// node scripts/desktop-tests.mjs: the desktop's own tests, on the real Electron runtime. Where that is not there, none of
// them is run, and that is what is said.
import { join } from "node:path";
import { ensureBuilt } from "./build.mjs";
import { electronProgram, obstacleToDesktop } from "./desktop-runtime.mjs";
import { ensureInstalled, root, runPinned, tell } from "./setup.mjs";

ensureInstalled();
const obstacle = obstacleToDesktop({
  platform: process.platform,
  env: process.env,
  uid: process.getuid?.() ?? null,
});
if (process.env.WINNOW_PACKAGED === undefined && electronProgram() === null) {
  tell("Desktop tests: not run: no Electron runtime");
} else if (obstacle !== null) {
  tell(`Desktop tests: not run: ${obstacle}`);
} else {
  await ensureBuilt();
  const playwright = join(root, "node_modules", "@playwright", "test", "cli.js");
  process.exitCode = await runPinned([
    playwright,
    "test",
    "-c",
    "test/e2e/desktop",
    ...process.argv.slice(2),
  ]);
}
