import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { complaintsOf, expect, startHost, test } from "./browser-host.ts";

/** More rows than a browser can lay out at this row height. */
const ROWS = 1_300_000;
const HEADER = "Email,Verification Result,Syntax Error,ISP,Role,Disposable,Trap,Verified At\n";
const address = (row: number) => `reader${row}@example.com`;

function writeResults(path: string): void {
  const file = openSync(path, "w");
  writeSync(file, HEADER);
  for (let row = 0; row < ROWS; ) {
    let text = "";
    for (const end = row + 50_000; row < end; row++)
      text += `${address(row)},deliverable,N,N,N,N,N,2026-10-01T00:00:00.000Z\n`;
    writeSync(file, text);
  }
  closeSync(file);
}

test("more than a million rows can be scrolled through to the last one", async ({ page }) => {
  test.setTimeout(120_000);
  const folder = mkdtempSync(join(tmpdir(), "winnow-e2e-millions-"));
  writeResults(join(folder, "results.csv"));
  const host = await startHost(join(folder, "data"));
  try {
    const complaints = complaintsOf(page);
    await page.goto(host.url);
    await page.locator('input[type="file"]').setInputFiles(join(folder, "results.csv"));
    await page.getByRole("button", { name: "Results: import the verdicts" }).click({ timeout: 90_000 });
    await page.getByRole("button", { name: /review/i }).click({ timeout: 90_000 });
    const grid = page.getByRole("grid", { name: "Results" });
    const row = (position: number) => page.locator(`#row-${position}`);
    await expect(row(0)).toContainText(address(0), { timeout: 60_000 });

    await grid.focus();
    await page.keyboard.press("End");
    await expect(row(ROWS - 1)).toContainText(address(ROWS - 1));
    await expect(row(ROWS - 1)).toBeInViewport();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("PageUp");
    await page.keyboard.press("Home");
    await expect(row(0)).toBeInViewport();

    // With the scrollbar to the middle, and from there row by row.
    await grid.evaluate((element) => {
      element.scrollTop = (element.scrollHeight - element.clientHeight) / 2;
    });
    const middle = grid.getByRole("row").filter({ hasText: /reader6(49|50)\d{3}@/ });
    await expect(middle.first()).toBeVisible();
    await grid.hover();
    const first = async () => Number((await middle.first().getAttribute("aria-rowindex")) ?? 0);
    const before = await first();
    await page.mouse.wheel(0, 340);
    await expect.poll(first).toBeGreaterThan(before);

    await page.mouse.wheel(0, 100_000_000);
    await expect(row(ROWS - 1)).toBeInViewport();
    expect(complaints).toEqual([]);
  } finally {
    await host.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
