import { join } from "node:path";
import type { Page } from "@playwright/test";
import { checkAccessibility } from "./axe.ts";
import { test as base, expect, type RunningHost, startHost } from "./browser-host.ts";

/** The browser test without the check for an empty log. */
const test = base.extend<{ complaining: RunningHost }>({
  complaining: async ({ folder }, use) => {
    const host = await startHost(join(folder, "data"), { env: { WINNOW_SANDBOX_SPEED: "1000" } });
    await use(host);
    await host.stop();
  },
});

/** Makes formatting this number throw, also after a reload. `null` ends it. */
async function breakOn(page: Page, value: number | null): Promise<void> {
  await page.evaluate((now) => localStorage.setItem("broken", String(now)), value);
}

test.beforeEach(async ({ page, complaining }) => {
  await page.addInitScript(() => {
    const format = Object.getOwnPropertyDescriptor(Intl.NumberFormat.prototype, "format")?.get;
    Object.defineProperty(Intl.NumberFormat.prototype, "format", {
      get() {
        const write = format?.call(this);
        return (value: number) => {
          if (String(value) === localStorage.getItem("broken")) throw new RangeError("broken by the test");
          return write(value);
        };
      },
    });
  });
  await page.goto(complaining.url);
  await expect(page.getByText("Drop a list here").first()).toBeVisible();
});

test("a screen that fails to load can be retried, and so can a window that fails to render", async ({
  page,
  complaining,
}) => {
  await page.route("**/SettingsView*.js", (route) => route.abort());
  await page.getByRole("link", { name: "Settings" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("This screen cannot be shown");
  await checkAccessibility(page, "a screen that cannot be shown");
  await page.unroute("**/SettingsView*.js");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("tab", { name: "Cleaning" })).toBeVisible();

  const credits = await page
    .getByRole("banner")
    .getByText(/\d credits/)
    .innerText();
  const balance = Number(/([\d,]+) credits/.exec(credits)?.[1]?.replaceAll(",", ""));
  expect(balance).toBeGreaterThan(1_000);
  await breakOn(page, balance);
  await page.reload();
  const words = page.getByRole("alert");
  await expect(words).toContainText("Winnow cannot be shown");
  await expect(words).toContainText("the error did not start or charge anything");
  await expect(page.getByRole("heading", { name: "Winnow cannot be shown" })).toBeFocused();
  await expect.poll(() => complaining.log()).toContain("the page could not draw the window: RangeError");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(words).toContainText("Winnow cannot be shown");
  await checkAccessibility(page, "a window that cannot be shown");
  await breakOn(page, null);
  await page.getByRole("button", { name: "Go to Lists" }).click();
  await expect(page.getByRole("heading", { name: "Lists", exact: true })).toBeVisible();
});
