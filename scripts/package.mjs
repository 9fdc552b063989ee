// npm run package [-- electron-builder options]: builds installers for this system in dist/.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ensureBuilt } from "./build.mjs";
import { fetchElectron } from "./desktop-runtime.mjs";
import { ensureInstalled, pinnedEnvironment, root, runPinned, tell } from "./setup.mjs";

/** Update URL of builds outside the release workflow: a reserved domain. */
const NO_UPDATES = "https://updates.winnow.example";

async function missing() {
  const lines = [];
  if ((await fetchElectron()) === null) {
    lines.push(
      "the Electron runtime: it is downloaded from github.com/electron/electron/releases, which cannot be reached (or point ELECTRON_OVERRIDE_DIST_PATH at an unpacked one)",
    );
  }
  for (const file of ["resources/package/icon.icns", "resources/package/icon.ico", "resources/sample.csv"]) {
    if (!existsSync(join(root, file))) lines.push(`${file}: it belongs to the checkout`);
  }
  return lines;
}

const args = process.argv.slice(2);
if (args.some((arg) => /^(?:--publish\b|-p)/.test(arg))) {
  tell("npm run package does not publish: a version tag does, by .github/workflows/release.yml.");
  process.exit(1);
}
await ensureInstalled();
await ensureBuilt();
const lacking = await missing();
if (lacking.length > 0) {
  tell("Winnow is built (out/), but cannot be packaged here. Missing:");
  for (const line of lacking) tell(`- ${line}`);
  process.exitCode = 1;
} else {
  const builder = join(root, "node_modules", "electron-builder", "cli.js");
  const env = { WINNOW_UPDATE_URL: NO_UPDATES, ...pinnedEnvironment() };
  process.exitCode = await runPinned([builder, "--publish", "never", ...args], { env });
}
