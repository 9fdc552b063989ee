// Builds the bundles if their sources have changed. Uses built-in modules only.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pinnedEnvironment, pinnedNode, root, runQuietly, tell } from "./setup.mjs";

const SOURCES = [
  "electron",
  "renderer",
  "shared",
  "electron.vite.config.ts",
  "package.json",
  "package-lock.json",
];
const RESULTS = [
  "main/main.js",
  "main/browser.js",
  "main/cli.js",
  "preload/preload.cjs",
  "renderer/index.html",
];
const lock = join(root, "node_modules", ".winnow-building");

export const out = join(root, "out");
const stamp = join(out, ".sources");

/** Waits for a running build. Exits if the build fails. */
export async function ensureBuilt() {
  if (!(await tryBuild())) process.exit(1);
}

/** Like {@link ensureBuilt}, but returns false if the build fails. */
export async function tryBuild() {
  if (isBuilt()) return true;
  await takeLock();
  try {
    return isBuilt() || (await build());
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

async function build() {
  const digest = sourceDigest();
  tell("Building Winnow …");
  const builder = join(root, "node_modules/electron-vite/bin/electron-vite.js");
  const env = { ...pinnedEnvironment(), NODE_ENV: "production" };
  const run = await runQuietly(pinnedNode(), [builder, "build"], { env });
  if (run.code !== 0) {
    if (run.said !== "") tell(run.said);
    tell("Winnow could not be built. The reason is above.");
    return false;
  }
  writeFileSync(stamp, digest);
  return true;
}

/** Returns true if all bundles exist and match the current sources. */
export function isBuilt() {
  if (!RESULTS.every((file) => existsSync(join(out, file)))) return false;
  return existsSync(stamp) && readFileSync(stamp, "utf8") === sourceDigest();
}

function sourceDigest() {
  const hash = createHash("sha256");
  for (const file of SOURCES.flatMap((source) => filesIn(source)).sort()) {
    hash
      .update(file)
      .update("\0")
      .update(readFileSync(join(root, file)))
      .update("\0");
  }
  return hash.digest("hex");
}

function filesIn(source) {
  if (/\.[a-z]+$/.test(source)) return existsSync(join(root, source)) ? [source] : [];
  return readdirSync(join(root, source), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
}

/** Waits for the build lock and takes over a stale one. */
async function takeLock() {
  for (;;) {
    try {
      mkdirSync(lock);
      writeFileSync(join(lock, "pid"), String(process.pid));
      return;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
      if (!holderLives()) rmSync(lock, { recursive: true, force: true });
      await pause(200);
    }
  }
}

function holderLives() {
  try {
    process.kill(Number(readFileSync(join(lock, "pid"), "utf8")), 0);
    return true;
  } catch (error) {
    if (error.code === "EPERM") return true;
    // There is no pid file yet right after the folder was created.
    const made = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    return error.code === "ENOENT" && Date.now() - made < 5_000;
  }
}
