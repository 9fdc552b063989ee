import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ElectronApplication, _electron as electron, type Page } from "@playwright/test";
import { program } from "./program.ts";

export { program };

export interface RunningDesktop {
  readonly app: ElectronApplication;
  readonly page: Page;
  readonly dataDir: string;
  /** Quits Winnow and keeps its data. Throws if the log or standard error contains a bug. */
  quit(): Promise<void>;
  remove(): Promise<void>;
}

export interface DesktopOptions {
  readonly dataDir?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** A packed program to start instead. */
  readonly executable?: string;
}

/** Errors that the main process only reports on standard error. */
const MISTAKES = [
  /a page could not be (?:opened|driven)/,
  /does not model/,
  /Unable to load preload script/,
  /Error occurred in (?:handler|a protocol handler)/,
  /UnhandledPromiseRejectionWarning/,
];

/** Starts the desktop, in the demo unless `args` are given, and waits until its page is visible. */
export async function startDesktop(options: DesktopOptions = {}): Promise<RunningDesktop> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), "winnow-desktop-"));
  const { executablePath, args } =
    options.executable === undefined ? program() : { executablePath: options.executable, args: [] };
  const app = await electron.launch({
    executablePath,
    args: [...args, ...(options.args ?? ["--demo"])],
    env: { ...environment(), WINNOW_DATA_DIR: dataDir, WINNOW_SANDBOX_SPEED: "50", ...options.env },
  });
  let said = "";
  app
    .process()
    .stderr?.setEncoding("utf8")
    .on("data", (text: string) => {
      said += text;
    });
  const page = await app.firstWindow();
  // A new window has no URL at first.
  await page.waitForURL(/^app:\/\/winnow\//);
  await app.evaluate(
    ({ BrowserWindow }) =>
      new Promise<void>((resolve) => {
        const window = BrowserWindow.getAllWindows()[0];
        if (window?.isVisible()) resolve();
        else window?.once("show", () => resolve());
      }),
  );
  const quit = async () => {
    await confirmQuitting(app);
    await app.close();
    const log = join(dataDir, "logs", "winnow.log");
    const bugs = existsSync(log)
      ? readFileSync(log, "utf8")
          .split("\n")
          .filter((line) => line.includes("a bug:"))
      : [];
    const mistakes = MISTAKES.some((mistake) => mistake.test(said)) ? [said] : [];
    if (bugs.length + mistakes.length > 0) throw new Error([...bugs, ...mistakes].join("\n"));
  };
  return {
    app,
    page,
    dataDir,
    quit,
    async remove() {
      try {
        await quit();
      } finally {
        await rm(dataDir, { recursive: true, force: true });
      }
    },
  };
}

/** Confirms quitting if Winnow asks, as it may still be working when the test is done. */
async function confirmQuitting(app: ElectronApplication): Promise<void> {
  const confirmed = app.evaluate(({ dialog }) => {
    dialog.showMessageBox = async () => ({ response: 1, checkboxChecked: false });
  });
  // It may have exited already.
  await confirmed.catch(() => {});
}

/**
 * Returns the environment for a child process, without the FORCE_COLOR of Playwright's workers: Node warns about it if
 * NO_COLOR is set.
 */
export function environment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined || name === "FORCE_COLOR" ? [] : [[name, value]],
    ),
  );
}
