import { expect, test } from "@playwright/test";
import { type RunningDesktop, startDesktop } from "./running-desktop.ts";

let desktop: RunningDesktop;
test.beforeEach(async () => {
  desktop = await startDesktop();
});
test.afterEach(() => desktop.remove());

/** Returns the page's text, through the main process because Playwright loses a crashed page. */
const shown = () =>
  desktop.app.evaluate(
    ({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]
        ?.webContents.executeJavaScript("document.body.innerText")
        .catch(() => "") as Promise<string>,
  );
const crash = () =>
  desktop.app.evaluate(
    ({ BrowserWindow }) =>
      new Promise<void>((resolve) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents;
        contents?.once("dom-ready", () => resolve());
        contents?.forcefullyCrashRenderer();
      }),
  );

test("a page that crashes while showing results reloads those results and receives later events", async () => {
  const { app, page } = desktop;
  await page.getByRole("button", { name: "Use the sample list" }).click();
  await page.getByRole("button", { name: /^Verify, \d/ }).click();
  await page.getByRole("button", { name: "Review results" }).click();
  await expect(page.getByRole("grid")).toBeVisible();
  await crash();
  await expect.poll(shown).toContain("sample.csv");
  await app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById("settings")?.click());
  await expect.poll(shown).toContain("Appearance");
});
