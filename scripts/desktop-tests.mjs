// node scripts/desktop-tests.mjs [--required] [Playwright options]: runs the desktop tests on the Electron runtime, or
// on the stand-in if the runtime is missing. With --required, a missing runtime is an error.
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { ensureBuilt } from "./build.mjs";
import { fetchForTests, testRuntime } from "./desktop-runtime.mjs";
import { ensureInstalled, pinnedEnvironment, root, runPinned, tell } from "./setup.mjs";

const args = process.argv.slice(2);
const required = args.includes("--required");

await ensureInstalled();
await fetchForTests({ required });
const { electron, name, obstacle } = testRuntime();
if (required && obstacle !== null) {
  tell(`Desktop tests: not run on the Electron runtime: ${obstacle}`);
  process.exitCode = 1;
} else {
  await ensureBuilt();
  tell(`Desktop tests, on ${name}`);
  const summary = process.env.GITHUB_STEP_SUMMARY;
  if (summary) appendFileSync(summary, `Desktop tests on ${process.platform}: ${name}\n`);
  const playwright = join(root, "node_modules", "@playwright", "test", "cli.js");
  const own = args.filter((arg) => arg !== "--required");
  process.exitCode = await runPinned([playwright, "test", "-c", "test/e2e/desktop", ...own], {
    env: { ...pinnedEnvironment(), ...(electron === null ? {} : { WINNOW_ELECTRON: electron }) },
  });
}
