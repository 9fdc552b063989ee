import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { type DevTools, speakDevTools } from "./devtools.ts";

export interface Chromium {
  readonly devtools: DevTools;
  /** DevTools URL for further clients. */
  readonly address: string;
  /** Opens a blank page and returns its target id. */
  openPage(): Promise<string>;
  readonly ended: Promise<unknown>;
  end(): Promise<void>;
}

const SWITCHES = [
  "--headless",
  "--remote-debugging-pipe",
  "--remote-debugging-port=0",
  "--no-startup-window",
  "--no-first-run",
  "--no-default-browser-check",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-default-apps",
  "--disable-extensions",
  "--disable-sync",
  "--disable-search-engine-choice-screen",
  // Electron has neither: the window-open handler decides about popups, and going back reloads a page.
  "--disable-popup-blocking",
  "--disable-back-forward-cache",
  "--disable-features=HttpsUpgrades,Translate,OptimizationHints,MediaRouter",
  "--force-color-profile=srgb",
  "--password-store=basic",
  "--use-mock-keychain",
];

const CLOSE_TIMEOUT_MS = 10_000;

/** Starts the Chromium of the end-to-end tests. `profile` is an absolute path. */
export async function startChromium(profile: string, env: NodeJS.ProcessEnv): Promise<Chromium> {
  const program = env.WINNOW_CHROMIUM ?? "/usr/bin/chromium";
  const switches = [...SWITCHES, `--user-data-dir=${profile}`];
  // Chromium's sandbox refuses root, which build machines use. Winnow itself never runs without it.
  if (process.getuid?.() === 0) switches.push("--no-sandbox");
  const child = spawn(program, switches, { env, stdio: ["ignore", "ignore", "pipe", "pipe", "pipe"] });
  const ended = once(child, "exit");
  const failed = once(child, "error").then(([error]) => {
    throw new Error(`Chromium could not be started: ${String(error)}`);
  });
  failed.catch(() => {});
  const devtools = speakDevTools(child);
  const said: string[] = [];
  const address = new Promise<string>((resolve, reject) => {
    const lines = createInterface({ input: child.stderr ?? process.stdin });
    lines.on("line", (line) => {
      said.push(line);
      const found = /^DevTools listening on (ws:\S+)/.exec(line)?.[1];
      if (found !== undefined) resolve(found);
    });
    lines.on("close", () => reject(new Error(`Chromium ended: ${said.join(" | ")}`)));
  });
  const opened = await Promise.race([address, failed]);
  const openPage = await openOnlyOwn(devtools);
  return {
    devtools,
    address: opened,
    openPage,
    ended,
    async end() {
      // Chromium does not close while a page waits for the debugger.
      const patience = setTimeout(() => child.kill("SIGKILL"), CLOSE_TIMEOUT_MS);
      devtools.send("Browser.close").catch(() => {});
      await ended;
      clearTimeout(patience);
    },
  };
}

/**
 * Returns a function that opens pages. Pages that a page opens around `window.open` are paused before they load, and
 * closed.
 */
async function openOnlyOwn(devtools: DevTools): Promise<() => Promise<string>> {
  let opening = 0;
  const own = new Set<string>();
  devtools.on("Target.attachedToTarget", ({ sessionId, targetInfo, waitingForDebugger }) => {
    const { targetId, type } = targetInfo;
    const unasked = type === "page" && opening === 0 && !own.has(targetId);
    if (!unasked && !waitingForDebugger) return;
    const page = devtools.page(sessionId);
    const steps = [
      // Keeps the page from loading anything, as its requests are never answered.
      ...(unasked ? [page.send("Fetch.enable", { patterns: [{}] })] : []),
      // A waiting page would block its opener and could not be closed.
      page.send("Runtime.runIfWaitingForDebugger"),
      ...(unasked ? [devtools.send("Target.closeTarget", { targetId })] : []),
    ];
    for (const step of steps) step.catch(() => {});
  });
  await devtools.send("Target.setAutoAttach", {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: true,
  });
  return async () => {
    opening += 1;
    const { targetId } = await devtools.send("Target.createTarget", { url: "about:blank" });
    own.add(targetId);
    opening -= 1;
    return targetId;
  };
}
