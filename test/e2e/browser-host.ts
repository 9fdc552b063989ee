import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { test as base, expect, type Page } from "@playwright/test";
import { type DroppedFile, dropFromDisk } from "./desktop/drop.ts";

const root = resolve(import.meta.dirname, "../..");

export interface HostOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
}

export interface RunningHost {
  /** The URL with its one-time token. */
  readonly url: string;
  readonly dataDir: string;
  readonly process: ChildProcess;
  /** Presses Enter in the host's terminal, and returns the new URL with an unused token. */
  newUrl(): Promise<string>;
  /** Returns the host's standard error so far. */
  log(): string;
  stop(): Promise<void>;
  /** Kills the process with SIGKILL, like a power cut. */
  kill(): Promise<void>;
}

/** Starts the browser host as `npm run browser` does, and waits for the line with its URL. */
export async function startHost(
  dataDir: string,
  { env = {}, args = ["--sandbox"] }: HostOptions = {},
): Promise<RunningHost> {
  const child = spawn(
    join(root, "node_modules/node/bin/node"),
    [join(root, "out/main/browser.js"), "--port", "0", "--no-open", ...args],
    {
      cwd: root,
      // Playwright forces colors in its workers; with NO_COLOR set as well, Node warns on standard error.
      env: { ...process.env, FORCE_COLOR: undefined, WINNOW_DATA_DIR: dataDir, ...env },
      stdio: ["pipe", "pipe", "pipe"],
    },
  );
  let log = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    log += text;
  });
  const lines = createInterface({ input: child.stdout });
  const first = await Promise.race([
    once(lines, "line").then(([line]) => String(line)),
    once(child, "close").then(() => {
      throw new Error(`the browser host ended: ${log}`);
    }),
  ]);
  const url = addressIn(first);
  const closed = once(child, "close");
  return {
    url,
    dataDir,
    process: child,
    log: () => log,
    async newUrl() {
      const next = once(lines, "line");
      child.stdin.write("\n");
      return addressIn(String((await next)[0]));
    },
    async stop() {
      child.kill("SIGTERM");
      await closed;
    },
    async kill() {
      child.kill("SIGKILL");
      await closed;
    },
  };
}

function addressIn(line: string): string {
  const url = /http:\/\/\S+/.exec(line)?.[0];
  if (url === undefined) throw new Error(`no address in: ${line}`);
  return url;
}

/** Collects uncaught errors, console errors and violations of the security policy from now on. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error" || /security policy/i.test(message.text()))
      complaints.push(message.text());
  });
  return complaints;
}

/** Fixtures that work in a browser and on the desktop. */
export interface Fixtures {
  folder: string;
  /** Options of the host. The default is a sandbox that verifies at once. */
  hostOptions: HostOptions;
  winnow: Page;
  /** Runs `act`, which makes Winnow write a file, and returns the file. */
  saved: (act: () => Promise<void>) => Promise<{ name: string; bytes: Buffer }>;
}

/** The browser test: starts Winnow on a fresh data folder and expects no console errors. */
export const test = base.extend<Fixtures & { host: RunningHost }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), "winnow-e2e-"));
    await use(folder);
    rmSync(folder, { recursive: true, force: true });
  },
  hostOptions: [{ env: { WINNOW_SANDBOX_SPEED: "1000000" } }, { option: true }],
  host: async ({ folder, hostOptions }, use) => {
    const host = await startHost(join(folder, "data"), hostOptions);
    await use(host);
    await host.stop();
    expect(host.log()).toBe("");
  },
  winnow: async ({ page, host }, use) => {
    const complaints = complaintsOf(page);
    await page.goto(host.url);
    await use(page);
    // Pending routed requests must not fail the test when the host stops.
    for (const one of page.context().pages()) await one.unrouteAll({ behavior: "ignoreErrors" });
    expect(complaints).toEqual([]);
  },
  saved: async ({ winnow }, use) => {
    await use(async (act) => {
      const waiting = winnow.waitForEvent("download");
      await act();
      const download = await waiting;
      return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
    });
  },
});

export const dropFile = (page: Page, name: string, bytes: string | Uint8Array): Promise<void> =>
  dropFiles(page, [{ name, bytes }]);

export async function dropFiles(page: Page, files: readonly DroppedFile[]): Promise<void> {
  // The drop listener is only there once the page is drawn.
  await page.getByRole("main").waitFor();
  if (page.url().startsWith("app:")) return await dropFromDisk(page, files);
  const transfer = await page.evaluateHandle(
    (contents) => {
      const data = new DataTransfer();
      for (const { name, base64 } of contents) {
        const content = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        data.items.add(new File([content], name));
      }
      return data;
    },
    files.map(({ name, bytes }) => ({ name, base64: Buffer.from(bytes).toString("base64") })),
  );
  for (const type of ["dragenter", "dragover", "drop"])
    await page.dispatchEvent("body", type, { dataTransfer: transfer });
}

export { expect };
