// Whether the desktop can open on this machine. Built-in modules only.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { downloadElectron } from "./electron-download.mjs";
import { root } from "./setup.mjs";

const electron = join(root, "node_modules", "electron");
const MAX_PROBE_MS = 5_000;
/** Permissions of chrome-sandbox, owned by root, with which Chromium needs no user namespaces. */
const HELPER_MODE = 0o4755;

/**
 * Why the desktop cannot open here, in a few words, or null when nothing stands against it yet. Asked before anything is
 * downloaded. `uid` is null where systems have none.
 */
export function obstacleToDesktop({ platform, env, uid }) {
  if (platform !== "linux") return null;
  if (!env.DISPLAY && !env.WAYLAND_DISPLAY) return "there is no display";
  // Chromium's sandbox does not work for root, and Winnow does not run without it.
  if (uid === 0) return "the desktop application does not run as root";
  return null;
}

/**
 * Returns why Chromium's sandbox cannot work for this Electron program, and a command that lets it, or `null` if nothing
 * is known to prevent it. `stat` returns `undefined` for a missing file.
 */
export function sandboxObstacle({ platform, program, env, stat = statQuietly }) {
  if (platform !== "linux" || mayMakeNamespaces(env) !== false) return null;
  const helper = join(dirname(program), "chrome-sandbox");
  const found = stat(helper);
  if (found?.uid === 0 && (found.mode & 0o7777) === HELPER_MODE) return null;
  const path = `'${helper.replaceAll("'", "'\\''")}'`;
  return {
    why: "Chromium's sandbox needs unprivileged user namespaces, which this system does not allow",
    command: found === undefined ? null : `sudo chown root ${path} && sudo chmod 4755 ${path}`,
  };
}

/** Returns whether this user may create user namespaces, or `null` if that cannot be found out. */
function mayMakeNamespaces(env) {
  const { error, status } = spawnSync("unshare", ["-Ur", "true"], {
    env,
    stdio: "ignore",
    timeout: MAX_PROBE_MS,
  });
  return error === undefined ? status === 0 : null;
}

function statQuietly(path) {
  return statSync(path, { throwIfNoEntry: false });
}

/** Returns the Electron program, or `null` if its runtime is not there. */
export function electronProgram() {
  const pathFile = join(electron, "path.txt");
  if (!existsSync(pathFile)) return null;
  const dist = process.env.ELECTRON_OVERRIDE_DIST_PATH || join(electron, "dist");
  const program = join(dist, readFileSync(pathFile, "utf8").trim());
  return existsSync(program) ? program : null;
}

/** Returns the version of the runtime that was downloaded, as it says itself. */
function electronVersion() {
  const file = join(process.env.ELECTRON_OVERRIDE_DIST_PATH || join(electron, "dist"), "version");
  return existsSync(file) ? readFileSync(file, "utf8").trim() : "of an unknown version";
}

/** As {@link electronProgram}, but downloads a missing runtime first. */
export async function fetchElectron(options) {
  if (electronProgram() === null) await downloadElectron(electron, options);
  return electronProgram();
}

/** Downloads the runtime for the tests if it is `required`, or on Windows, which cannot run the stand-in. */
export async function fetchForTests({ required = false } = {}) {
  if (process.env.WINNOW_PACKAGED !== undefined) return;
  if (required || process.platform === "win32") await fetchElectron({ quiet: true });
}

/**
 * What the desktop's tests run on: Electron's own runtime where it is and can open, else the stand-in for it.
 * `electron`: the program, or null; `obstacle`: why it is not Electron's.
 */
export function testRuntime() {
  const obstacle = obstacleToDesktop({
    platform: process.platform,
    env: process.env,
    uid: process.getuid?.() ?? null,
  });
  const packaged = process.env.WINNOW_PACKAGED ?? null;
  const installed = packaged ?? electronProgram();
  const { platform, env } = process;
  const why =
    installed === null
      ? "it is not installed"
      : (obstacle ?? sandboxObstacle({ platform, program: installed, env })?.why ?? null);
  if (why === null) {
    return { electron: installed, obstacle: null, name: packaged ?? `Electron ${electronVersion()}` };
  }
  return { electron: null, obstacle: why, name: `the stand-in for the Electron runtime (${why})` };
}
