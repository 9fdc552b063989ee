// Updates package-lock.json and removes its download URLs, so that installs use the registry each machine is configured
// with. (npm's own option for this drops optional packages of other platforms, and `npm ci` then rejects the file.)
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

const npm = process.platform === "win32" ? "npm.cmd" : "npm";
const run = spawnSync(
  npm,
  ["install", "--package-lock-only", "--omit-lockfile-registry-resolved=false", ...process.argv.slice(2)],
  { stdio: "inherit", shell: process.platform === "win32" },
);
if (run.status !== 0) process.exit(run.status ?? 1);

const lock = JSON.parse(readFileSync("package-lock.json", "utf8"));
for (const entry of Object.values(lock.packages)) delete entry.resolved;
writeFileSync("package-lock.json", `${JSON.stringify(lock, null, 2)}\n`);
