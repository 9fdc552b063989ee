// Opens Winnow on the desktop, or in the browser where the desktop cannot start. Built-in modules only.
import { spawn } from "node:child_process";
import { electronProgram, obstacleToDesktop } from "./desktop-runtime.mjs";
import { exitCodeOf, pinnedEnvironment, root, runPinned, supervise, tell } from "./setup.mjs";

/** An Electron that runs for this long has started: a later failure does not open the browser. */
const START_MS = 10_000;
/** Exit code of the dynamic linker if a shared library is missing. */
const LIBRARY_MISSING = 127;
/** Exit code of Electron if it cannot start, e.g. without an X server. */
const START_FAILED = 1;
/** Signals that ask a program to end: they are no crash. */
const REQUESTS_TO_END = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"];

/**
 * Opens Winnow with the sandbox and resolves with its exit code. `browserHost` are Node's arguments for the browser
 * host; `args` go to either of the two. `desktop` opens the desktop as {@link openDesktop} does.
 */
export async function openWinnow({ browser, args }, browserHost, desktop = tryDesktop) {
  const env = pinnedEnvironment();
  const opened = browser ? { failure: "the browser was asked for" } : await desktop({ args, env });
  if (opened.failure === null) return opened.code;
  tell(`Opening in the browser: ${opened.failure}.`);
  return runPinned([...browserHost, "--sandbox", ...args], { env });
}

async function tryDesktop({ args, env }) {
  const { platform } = process;
  const failure = obstacleToDesktop({ platform, env, uid: process.getuid?.() ?? null });
  if (failure !== null) return { failure };
  const program = electronProgram();
  if (program === null) return { failure: "the Electron runtime could not be downloaded" };
  return openDesktop({ program, args: [root, "--demo", ...args], env });
}

/**
 * Runs Electron until it ends. Resolves with its exit code and `failure`, the reason it could not start; `null` if it
 * started. `startMs` is how long a start may take.
 */
export async function openDesktop({ program, args, env, startMs = START_MS }) {
  const began = performance.now();
  const end = await supervise(spawn(program, args, { cwd: root, env, stdio: "inherit" }));
  const isStarting = performance.now() - began < startMs;
  return { code: exitCodeOf(end), failure: isStarting ? startFailure(end) : null };
}

/** Returns why Electron ended before it had started, or `null` if its end was asked for. */
function startFailure({ code, signal, error, handed }) {
  if (handed !== null) return null;
  if (error !== null) return `the Electron runtime could not be run (${error.message})`;
  if (signal !== null) {
    return REQUESTS_TO_END.includes(signal) ? null : `Electron was ended by ${signal}; its output is above`;
  }
  if (code === LIBRARY_MISSING) return "a system library that Electron needs is missing; its output is above";
  if (code === START_FAILED) return "Electron could not start; its output is above";
  return null;
}

/** Reads the command line of `npm start`: `browser` is whether the browser was asked for. */
export function readArguments(args) {
  return { browser: args.includes("--browser"), args: args.filter((arg) => arg !== "--browser") };
}
