import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { downloadElectron } from "./electron-download.mjs";
import { root } from "./setup.mjs";

const electron = join(root, "node_modules", "electron");
const MAX_PROBE_MS = 5_000;
/** Mode of chrome-sandbox, owned by root, with which Chromium needs no user namespaces. */
const HELPER_MODE = 0o4755;

/** Returns why the desktop cannot open here, or `null`. Called before a download. `uid` is `null` on Windows. */
export function obstacleToDesktop({ platform, env, uid }) {
  if (platform !== "linux") return null;
  if (!env.DISPLAY && !env.WAYLAND_DISPLAY) return "there is no display";
  // Chromium's sandbox does not work for root, and Winnow does not run without it.
  if (uid === 0) return "the desktop application does not run as root";
  return null;
}

/**
 * Returns why Chromium's sandbox cannot work for this Electron program, with a command that fixes it; `null` if nothing
 * is known to prevent it. `stat` returns `undefined` for a missing file. `read` reads the system's settings.
 */
export function sandboxObstacle({ platform, program, env, stat = statQuietly, read = readFileSync }) {
  if (platform !== "linux") return null;
  if (mayMakeNamespaces(env) !== false && restrictsNamespaces(read) !== true) return null;
  const found = stat(sandboxHelper(program));
  if (found?.uid === 0 && (found.mode & 0o7777) === HELPER_MODE) return null;
  return {
    why: "Chromium's sandbox needs unprivileged user namespaces, which this system does not allow",
    command: found === undefined ? null : sandboxCommand(program),
  };
}

const sandboxHelper = (program) => join(dirname(program), "chrome-sandbox");

/** Returns the command that lets Chromium's sandbox work without user namespaces. */
export function sandboxCommand(program) {
  const path = `'${sandboxHelper(program).replaceAll("'", "'\\''")}'`;
  return `sudo chown root ${path} && sudo chmod 4755 ${path}`;
}

/** Returns true if this user may create user namespaces; `null` if unknown. */
function mayMakeNamespaces(env) {
  const { error, status } = spawnSync("unshare", ["-Ur", "true"], {
    env,
    stdio: "ignore",
    timeout: MAX_PROBE_MS,
  });
  return error === undefined ? status === 0 : null;
}

/**
 * Returns true if AppArmor takes the rights within a user namespace away from programs without a profile. `unshare` has
 * one, so it works nevertheless.
 */
function restrictsNamespaces(read) {
  try {
    return read("/proc/sys/kernel/apparmor_restrict_unprivileged_userns", "utf8").trim() === "1";
  } catch {
    return false;
  }
}

function statQuietly(path) {
  return statSync(path, { throwIfNoEntry: false });
}

/** Returns the path of the Electron program; `null` if its runtime is missing. */
export function electronProgram() {
  const pathFile = join(electron, "path.txt");
  if (!existsSync(pathFile)) return null;
  const dist = process.env.ELECTRON_OVERRIDE_DIST_PATH || join(electron, "dist");
  const program = join(dist, readFileSync(pathFile, "utf8").trim());
  return existsSync(program) ? program : null;
}

function electronVersion() {
  const file = join(process.env.ELECTRON_OVERRIDE_DIST_PATH || join(electron, "dist"), "version");
  return existsSync(file) ? readFileSync(file, "utf8").trim() : "of an unknown version";
}

/** Like {@link electronProgram}, but downloads a missing runtime first. */
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
 * Returns the runtime for the desktop tests: Electron if it can run here, otherwise the stand-in. `electron` is the
 * program or `null`, `obstacle` the reason for the stand-in.
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
