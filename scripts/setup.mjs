// Shared by all start-up scripts. Uses built-in modules only and runs on Node 20 and newer.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const windows = process.platform === "win32";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const modules = join(root, "node_modules");
const stamp = join(modules, ".winnow-installed");

/** Runs `npm ci` if node_modules is missing or doesn't match the lockfile. Exits if that fails. */
export async function ensureInstalled() {
  const lockfile = readFileSync(join(root, "package-lock.json"), "utf8");
  const digest = createHash("sha256").update(lockfile).digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === digest && existsSync(pinnedNode())) return;
  if (!installedMatches(JSON.parse(lockfile)) || !existsSync(pinnedNode())) {
    tell("Installing what Winnow needs (once; about a minute) …");
    const npm = windows ? "npm.cmd" : "npm";
    const args = ["ci", "--no-audit", "--no-fund", "--include=dev", "--include=optional", "--loglevel=error"];
    const run = await runQuietly(npm, args, { env: process.env, shell: windows });
    if (run.code !== 0) {
      tell(run.said);
      tell("Winnow could not be installed: `npm ci` failed. Its output is above.");
      process.exit(run.code);
    }
  }
  writeFileSync(stamp, digest);
}

/**
 * Returns true if npm's record in node_modules has the versions of the lockfile (except packages for other systems).
 */
function installedMatches(lock) {
  const record = join(modules, ".package-lock.json");
  if (!existsSync(record)) return false;
  const { packages: installed } = JSON.parse(readFileSync(record, "utf8"));
  return Object.entries(lock.packages).every(
    ([path, wanted]) =>
      path === "" || wanted.optional || wanted.devOptional || installed[path]?.version === wanted.version,
  );
}

export function pinnedNode() {
  return join(modules, "node", "bin", windows ? "node.exe" : "node");
}

/**
 * Makes glibc allocate buffers of this size and above with mmap. Otherwise it raises the threshold to up to 32 MB and
 * keeps freed memory below it: 120 of 700 MB when a list of 2,000,000 rows is cleaned.
 */
export const MEMORY = { MALLOC_MMAP_THRESHOLD_: String(1024 * 1024) };

/** Returns the environment for child processes, with the pinned Node and node_modules/.bin first in the path. */
export function pinnedEnvironment(env = process.env) {
  const path = [dirname(pinnedNode()), join(modules, ".bin"), env.PATH ?? env.Path ?? ""].join(delimiter);
  return { ...MEMORY, ...env, PATH: path, ...(windows ? { Path: path } : {}) };
}

export function withoutVariables(env, names) {
  const unwanted = new Set(names.map((name) => name.toLowerCase()));
  return Object.fromEntries(Object.entries(env).filter(([name]) => !unwanted.has(name.toLowerCase())));
}

/**
 * Runs the pinned Node in the foreground, in the same terminal and with signals forwarded. Resolves with its exit code.
 */
export function runPinned(args, { env = pinnedEnvironment(), stdio = "inherit", cwd = root } = {}) {
  return run(() => spawn(pinnedNode(), args, { cwd, env, stdio }), pinnedNode());
}

/** Runs a program without showing its output. Resolves with its exit code and output. */
export async function runQuietly(program, args, { env = pinnedEnvironment(), shell = false } = {}) {
  let said = "";
  const begin = () => {
    const child = spawn(program, args, { cwd: root, env, shell, stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => {
        said += text;
      });
    }
    return child;
  };
  return { code: await run(begin, program), said: said.trim() };
}

async function run(begin, program) {
  const end = await supervise(begin);
  if (end.error !== null) tell(`${program} could not be run: ${end.error.message}`);
  return exitCodeOf(end);
}

export const ENDING_SIGNALS = windows ? ["SIGINT", "SIGBREAK", "SIGHUP"] : ["SIGINT", "SIGTERM", "SIGHUP"];

/**
 * Starts a child process with `begin`, forwards it the signals that would end this process, and resolves with its end:
 * `code` and `signal` as Node reports them, `error` if it could not be started, and `handed`, the first forwarded
 * signal. Each is `null` if there was none. A signal within `repeatMs` of a forwarded one is dropped.
 */
export function supervise(begin, { signals = ENDING_SIGNALS, repeatMs = 0 } = {}) {
  return new Promise((resolve) => {
    let handed = null;
    let handedAt = Number.NEGATIVE_INFINITY;
    const hand = (signal) => {
      handed ??= signal;
      const now = performance.now();
      // A Windows console signals each of its programs itself, and `kill` would terminate the child at once.
      if (windows || now - handedAt < repeatMs) return;
      handedAt = now;
      child.kill(signal);
    };
    // Before the child starts, which could be signalled at once.
    for (const signal of signals) process.on(signal, hand);
    const child = begin();
    endWithNpm();
    const settle = (end) => {
      for (const signal of signals) process.off(signal, hand);
      resolve({ code: null, signal: null, error: null, ...end, handed });
    };
    child.on("error", (error) => settle({ error }));
    child.on("close", (code, signal) => settle({ code, signal }));
  });
}

/** Returns the exit code for a child's end, like a shell: 128 plus the number of the signal that ended it. */
export function exitCodeOf({ code, signal, error }) {
  if (error !== null) return 127;
  return code ?? 128 + (constants.signals[signal] ?? 0);
}

const PARENT_LOOKED_AFTER_MS = 250;
let looking = false;

/**
 * Ends this process when npm's shell ends. A signal to `npm run` ends npm and its shell, but is not forwarded to this
 * process. A no-op on Windows and outside of npm.
 */
export function endWithNpm() {
  if (looking || windows || process.env.npm_lifecycle_event === undefined) return;
  looking = true;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, "SIGTERM");
  }, PARENT_LOOKED_AFTER_MS);
  timer.unref();
}

export function tell(line) {
  process.stderr.write(`${line}\n`);
}
