import type { Page, Request } from "@playwright/test";
import { dropFiles, expect } from "./browser-host.ts";
import { test } from "./connected.ts";
import { renders, watchRenders } from "./renders.ts";

const LISTS = 36;
/** Questions for a price that are under way at once, at most. */
const MOST_AT_ONCE = 3;
/** A card is drawn for what happens to its own list: opened, read, priced, and what comes between. */
const DRAWN_PER_LIST = 15;

const files = Array.from({ length: LISTS }, (_, client) => ({
  name: `client ${client}.csv`,
  bytes: Buffer.from(
    `Email,Name\n${[0, 1, 2, 3, 4].map((n) => `p${n}@c${client}.example,P${n}\n`).join("")}`,
  ),
}));

/** The most questions for a price that were under way at once, and what the page complained of. */
function watched(page: Page) {
  const seen = { most: 0, asked: 0, complaints: [] as string[] };
  let now = 0;
  const isPrice = (url: string) => url.endsWith("/bridge/cleanings.price");
  page.on("request", (request) => {
    if (!isPrice(request.url())) return;
    now += 1;
    seen.asked += 1;
    seen.most = Math.max(seen.most, now);
  });
  const over = (request: Request) => {
    if (isPrice(request.url())) now -= 1;
  };
  page.on("requestfinished", over);
  page.on("requestfailed", over);
  page.on("pageerror", (error) => seen.complaints.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") seen.complaints.push(message.text());
  });
  return seen;
}

test("dozens of lists that come in at once are all priced, a few at a time, and so after a reload", async ({
  connected: page,
}) => {
  test.setTimeout(240_000);
  await watchRenders(page);
  await page.reload();
  await expect(page.getByRole("button", { name: /^Account: / })).toBeVisible();
  const seen = watched(page);
  const priced = page
    .getByRole("button", { name: "Clean list" })
    .and(page.locator(":not([aria-disabled=true]):enabled"));

  await dropFiles(page, page.locator("body"), files);
  await expect(priced).toHaveCount(LISTS, { timeout: 90_000 });
  const dropped = await renders(page);
  expect(dropped.cards).toBeGreaterThan(LISTS);
  expect(dropped.cards).toBeLessThan(LISTS * DRAWN_PER_LIST);
  expect(seen.asked).toBeLessThan(LISTS * 4);

  await page.reload();
  await expect(priced).toHaveCount(LISTS, { timeout: 90_000 });
  const reloaded = await renders(page);
  expect(reloaded.cards).toBeGreaterThan(LISTS);
  expect(reloaded.cards).toBeLessThan(LISTS * DRAWN_PER_LIST);
  expect(seen.complaints).toEqual([]);
  expect(seen.most).toBeLessThanOrEqual(MOST_AT_ONCE);
});
