import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type ElectronApplication, _electron as electron, type Page } from "@playwright/test";

const root = resolve(import.meta.dirname, "../../..");

/** What runs: the unpacked build that WINNOW_PACKAGED points at, or the runtime of node_modules on out/. */
export function program(): { executablePath: string; args: string[] } {
  const packaged = process.env.WINNOW_PACKAGED;
  if (packaged !== undefined) return { executablePath: packaged, args: [] };
  const path: unknown = createRequire(import.meta.url)("electron");
  if (typeof path !== "string") throw new Error("the Electron runtime is not there");
  return { executablePath: path, args: [root] };
}

export interface RunningDesktop {
  readonly app: ElectronApplication;
  readonly page: Page;
  readonly dataDir: string;
  /** Ends Winnow; its data stays. */
  quit(): Promise<void>;
  /** Ends Winnow and removes its data. */
  remove(): Promise<void>;
}

/** Starts the desktop in its demo, on `dataDir` or a data folder of its own, and waits for its page. */
export async function startDesktop(
  options: { dataDir?: string; args?: string[] } = {},
): Promise<RunningDesktop> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), "winnow-desktop-"));
  const { executablePath, args } = program();
  const app = await electron.launch({
    executablePath,
    args: [...args, "--demo", ...(options.args ?? [])],
    env: { ...environment(), WINNOW_DATA_DIR: dataDir, WINNOW_SANDBOX_SPEED: "50" },
  });
  const page = await app.firstWindow();
  await page.waitForLoadState("domcontentloaded");
  const quit = () => app.close();
  return {
    app,
    page,
    dataDir,
    quit,
    async remove() {
      await quit();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The environment as strings only, as a child's must be. */
export function environment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
