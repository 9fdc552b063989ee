// Opens Winnow on the desktop, or in the browser if the desktop cannot start. Uses built-in modules only.
import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { fetchElectron, obstacleToDesktop, sandboxCommand, sandboxObstacle } from "./desktop-runtime.mjs";
import {
  ENDING_SIGNALS,
  exitCodeOf,
  pinnedEnvironment,
  root,
  runPinned,
  supervise,
  tell,
  withoutVariables,
} from "./setup.mjs";

/** An Electron that ran this long has started: a later failure does not open the browser. */
const START_MS = 10_000;
const LIBRARY_MISSING = 127;
const START_FAILED = 1;
const USAGE = 2;
/** Exit codes on Windows from here on are crashes, e.g. 0xc0000135 for a missing DLL. */
const WINDOWS_CRASH = 0xc000_0000;
/** Signals that ask a program to end and don't count as crashes. */
const REQUESTS_TO_END = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"];
/**
 * One Ctrl+C arrives several times within this time: from the terminal, from npm and through the end of npm's shell.
 */
const REPEAT_MS = 1_000;

const windows = process.platform === "win32";

/**
 * Opens Winnow with the sandbox and resolves with its exit code. The first parameter is the result of {@link
 * readArguments}; `browserHost` are Node's arguments for the browser host. `desktop` is like {@link openDesktop}; its
 * `command`, if any, fixes the failure.
 */
export async function openWinnow({ browser, dataDir, args, problem }, browserHost, desktop = tryDesktop) {
  if (problem !== null) {
    tell(problem);
    return USAGE;
  }
  const own = dataDir === null ? process.env : { ...process.env, WINNOW_DATA_DIR: dataDir };
  const env = pinnedEnvironment(own);
  const opened = browser ? { failure: "the browser was asked for" } : await desktop({ args, env });
  if (opened.failure === null) return opened.code;
  tell(`Opening in the browser: ${opened.failure}.`);
  if (opened.command) tell(`To allow it for this checkout, run: ${opened.command}`);
  return runPinned([...browserHost, "--sandbox", ...args], { env });
}

async function tryDesktop({ args, env }) {
  const { platform } = process;
  const failure = obstacleToDesktop({ platform, env, uid: process.getuid?.() ?? null });
  if (failure !== null) return { failure };
  const program = await fetchElectron();
  if (program === null) return { failure: "the Electron runtime could not be downloaded" };
  const obstacle = sandboxObstacle({ platform, program, env });
  if (obstacle !== null) return { failure: obstacle.why, command: obstacle.command };
  return openDesktop({ program, args: [root, "--demo", ...args], env });
}

/**
 * Runs Electron until it ends. Resolves with its exit code, `failure`, the reason it could not start, or `null`, and the
 * `command` that may mend it. Signals within `repeatMs` reach Electron as one.
 */
export async function openDesktop({ program, args, env, startMs = START_MS, repeatMs = REPEAT_MS }) {
  const began = performance.now();
  // Electron shuts down on the first signal and dies on the second. In its own process group it gets none from the
  // terminal, only the forwarded one.
  const options = { cwd: root, stdio: "inherit", detached: !windows };
  // An inherited ELECTRON_RUN_AS_NODE makes Electron run as plain Node.
  const begin = () =>
    spawn(program, args, { ...options, env: withoutVariables(env, ["ELECTRON_RUN_AS_NODE"]) });
  // The terminal's Ctrl+\ would otherwise end this process and leave Electron running.
  const signals = windows ? ENDING_SIGNALS : [...ENDING_SIGNALS, "SIGQUIT"];
  const end = await supervise(begin, { signals, repeatMs });
  const isStarting = performance.now() - began < startMs;
  const failure = isStarting ? startFailure(end) : null;
  // Chromium ends itself by this signal if its sandbox does not work.
  const command = end.signal === "SIGTRAP" ? sandboxCommand(program) : null;
  return { code: exitCodeOf(end), failure, command };
}

/** Returns why Electron ended before it had started; `null` if it was asked to end. */
function startFailure({ code, signal, error, handed }) {
  if (handed !== null) return null;
  if (error !== null) return `the Electron runtime could not be run (${error.message})`;
  if (signal !== null) {
    return REQUESTS_TO_END.includes(signal) ? null : `Electron was ended by ${signal}; its output is above`;
  }
  if (code === LIBRARY_MISSING) return "a system library that Electron needs is missing; its output is above";
  if (code >= WINDOWS_CRASH) return `Electron crashed (0x${code.toString(16)})`;
  if (code === START_FAILED) return "Electron could not start; its output is above";
  return null;
}

/**
 * Parses the command line of `npm start`. `dataDir` is absolute, or `null` if not given; `args` are the remaining
 * arguments; `problem` is the reason to refuse the command line, or `null`.
 */
export function readArguments(argv, directory = process.env.INIT_CWD || process.cwd()) {
  const given = { browser: false, dataDir: null, args: [], problem: null };
  const words = [...argv];
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    const isSeparate = word === "--data-dir";
    if (word === "--browser") given.browser = true;
    else if (isSeparate || word.startsWith("--data-dir=")) {
      const path = isSeparate ? (words.shift() ?? "") : word.slice("--data-dir=".length);
      if (path.trim() === "" || (isSeparate && path.startsWith("-")))
        given.problem = "--data-dir needs a folder.";
      else given.dataDir = resolve(directory, path);
    } else given.args.push(word);
  }
  return given;
}
