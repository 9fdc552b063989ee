import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { expect, type RunningHost, startHost, test } from "./browser-host.ts";

const program = process.env.WINNOW_CHROMIUM ?? "/usr/bin/chromium";

test.skip(process.platform !== "linux", "what stands for the user's programs are shell scripts");

/** A Chromium as machines without a display and with root as their user need it, for Winnow to open its window with. */
function headlessChromium(folder: string): string {
  const path = join(folder, "chromium");
  const more = "--headless=new --no-sandbox --disable-gpu --remote-debugging-port=0";
  writeFileSync(path, `#!/bin/sh\nexec "${program}" ${more} "$@"\n`, { mode: 0o755 });
  return path;
}

let running: RunningHost | null = null;
test.afterEach(async () => {
  if (running?.process.exitCode === null) await running.stop();
});

async function inWindow(folder: string, window: string, env = {}): Promise<RunningHost> {
  running = await startHost(join(folder, "data"), {
    args: ["--sandbox", "--open", "--app-window", window],
    env: { WINNOW_SANDBOX_SPEED: "50", DISPLAY: ":99", ...env },
  });
  return running;
}

/** Joins the Chromium that shows the window. */
async function look(dataDir: string): Promise<{ browser: Browser; page: Page; close: () => void }> {
  const file = join(dataDir, "window", "DevToolsActivePort");
  await expect.poll(() => existsSync(file) && readFileSync(file, "utf8").includes("\n")).toBe(true);
  // Playwright loses a page that goes from a file to a server while it joins; the page is in when the file has gone.
  await expect.poll(() => existsSync(join(dataDir, "browser"))).toBe(false);
  const [port] = readFileSync(file, "utf8").split("\n");
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const page = browser.contexts()[0]?.pages()[0];
  if (page === undefined) throw new Error("there is no window");
  const session = await browser.newBrowserCDPSession();
  // It may be gone before it answers.
  const close = () => void session.send("Browser.close").catch(() => undefined);
  return { browser, page, close };
}

/** Command lines of all processes, which every user of the machine can read. */
const commandLines = () =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "utf8");
      } catch {
        return "";
      }
    });

test("Winnow opens in a window of its own, hides its token from other users, and ends when the window is closed", async ({
  folder,
}) => {
  const home = join(folder, "home");
  mkdirSync(home);
  const host = await inWindow(folder, headlessChromium(folder), { HOME: home, XDG_CONFIG_HOME: "" });
  const { page, close } = await look(host.dataDir);
  expect(new URL(page.url()).origin).toBe(new URL(host.url).origin);
  await expect(page.getByRole("button", { name: "Use the sample list" })).toBeVisible();
  const token = new URL(host.url).hash.replace("#token=", "");
  expect(commandLines().some((line) => line.includes("--app=file:"))).toBe(true);
  expect(commandLines().filter((line) => line.includes(token))).toEqual([]);
  const preferences = JSON.parse(readFileSync(join(host.dataDir, "window/Default/Preferences"), "utf8"));
  expect(preferences).toMatchObject({ credentials_enable_service: false });
  expect(existsSync(join(host.dataDir, "window/Crash Reports"))).toBe(true);
  expect(existsSync(join(home, ".config/chromium"))).toBe(false);
  const ended = once(host.process, "exit");
  close();
  expect((await ended)[0]).toBe(0);
  expect(host.log()).toBe("");
});
