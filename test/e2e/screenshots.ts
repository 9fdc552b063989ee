import { mkdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Page } from "@playwright/test";
import { onSandbox } from "./on-sandbox.ts";

/**
 * Takes the README's screenshots of the page, on the sandbox with the sample list: `node test/e2e/screenshots.ts` after
 * `npm run build`.
 */
const target = resolve(import.meta.dirname, "../../resources/screenshots");
mkdirSync(target, { recursive: true });

await onSandbox(async (page) => {
  await page.getByRole("button", { name: "Try it now" }).click();
  await page.getByTestId("price-line").waitFor();
  await page.getByRole("group", { name: "First rows" }).waitFor();
  await take(page, "preflight");

  await page.getByRole("button", { name: /^Verify, \d/ }).click();
  await page.getByRole("button", { name: "Review results" }).click({ timeout: 60_000 });
  await page.getByRole("grid").getByRole("row").nth(5).waitFor();
  await page.mouse.move(0, 0);
  await take(page, "results");
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await page.getByRole("button", { name: /^Risky [\d,]+ address/ }).click();
  await page.getByRole("group", { name: "Filters" }).waitFor();
  await page.locator("#row-2").click();
  await page.getByRole("dialog").getByText("The whole row").waitFor();
  await take(page, "dark");
});

async function take(page: Page, name: string): Promise<void> {
  const path = join(target, `${name}.png`);
  await page.screenshot({ path, animations: "disabled" });
  process.stdout.write(`${path} ${Math.round(statSync(path).size / 1024)} kB\n`);
}
