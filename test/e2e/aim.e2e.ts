import type { Page } from "@playwright/test";
import { dropFile } from "./browser-host.ts";
import { expect, test } from "./connected.ts";

const list = (name: string, rows: number): Buffer =>
  Buffer.from(
    ["Email", ...Array.from({ length: rows }, (_, i) => `${name}${i}@shop.example`), ""].join("\n"),
  );

const start = (page: Page, name: string) =>
  page.getByRole("region", { name, exact: true }).getByRole("button", { name: "Clean list" });

async function centre(page: Page, name: string): Promise<[number, number]> {
  const box = await start(page, name).boundingBox();
  return [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
}

/** What a click at the point would hit. */
const under = (page: Page, [x, y]: [number, number]) =>
  page.evaluate(
    ([left, top]) => document.elementFromPoint(left ?? 0, top ?? 0)?.closest("button")?.innerText,
    [x, y],
  );

test("however late a second click comes, it starts no list that slid under the pointer", async ({
  connected: page,
  service,
}) => {
  await dropFile(page, page.locator("body"), "big.csv", list("big", 900));
  await expect(start(page, "big.csv")).toBeEnabled();
  await dropFile(page, page.locator("body"), "small.csv", list("small", 30));
  await expect(start(page, "small.csv")).toBeEnabled();
  const at = await centre(page, "small.csv");
  await page.mouse.click(...at);
  await expect(page.getByRole("article", { name: "small.csv" })).toHaveAttribute("data-state", "done");
  await expect.poll(() => under(page, at)).toBe("Clean list");
  // It has a price of its own again, after what the other one cost.
  await expect(page.getByRole("region", { name: "big.csv", exact: true })).toContainText("You have 9,970");
  await expect(start(page, "big.csv")).toBeEnabled();

  await page.mouse.click(at[0] + 1, at[1] - 1);
  await expect(page.getByText("That click did nothing")).toBeVisible();
  await expect(start(page, "big.csv")).toBeEnabled();
  expect(service.account("acme").credits).toBe(10_000 - 30);

  await page.mouse.move(at[0], at[1] + 60, { steps: 4 });
  await start(page, "big.csv").click();
  await expect(page.getByRole("article", { name: "big.csv" })).toHaveAttribute("data-state", "done");
  expect(service.account("acme").credits).toBe(10_000 - 930);
});

test("a click meant for one list does not start another that came in above it", async ({
  connected: page,
  service,
}) => {
  await dropFile(page, page.locator("body"), "meant.csv", list("meant", 30));
  await expect(start(page, "meant.csv")).toBeEnabled();
  const at = await centre(page, "meant.csv");
  await page.mouse.move(...at);
  await dropFile(page, page.locator("body"), "other.csv", list("other", 700));
  await expect(start(page, "other.csv")).toBeEnabled();
  expect(await under(page, at)).toBe("Clean list");
  await page.mouse.click(...at);
  await expect(page.getByText("That click did nothing")).toBeVisible();
  await expect(start(page, "other.csv")).toBeEnabled();
  expect(service.account("acme").credits).toBe(10_000);
});
