import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Page } from "@playwright/test";
import { startHost } from "./browser-host.ts";

const PICTURE = { width: 1280, height: 800 };

/** Runs `act` on Winnow's page in light mode, on the sandbox with a new data folder. */
export async function onSandbox(act: (page: Page) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "winnow-pictures-"));
  const host = await startHost(join(folder, "data"), { args: [], env: { WINNOW_SANDBOX_SPEED: "1" } });
  const browser = await chromium.launch({
    executablePath: process.env.WINNOW_CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    const page = await browser.newPage({
      viewport: PICTURE,
      colorScheme: "light",
      locale: "en-US",
      reducedMotion: "reduce",
    });
    await page.goto(host.url);
    await act(page);
  } finally {
    await browser.close();
    await host.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
