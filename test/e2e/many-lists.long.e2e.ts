import type { Page, Request } from "@playwright/test";
import { complaintsOf, dropFiles, expect } from "./browser-host.ts";
import { test } from "./connected.ts";

const LISTS = 36;
/** Questions for a price that are under way at once, at most. */
const MOST_AT_ONCE = 3;

const files = Array.from({ length: LISTS }, (_, client) => ({
  name: `client ${client}.csv`,
  bytes: Buffer.from(
    `Email,Name\n${[0, 1, 2, 3, 4].map((n) => `p${n}@c${client}.example,P${n}\n`).join("")}`,
  ),
}));

/** How many questions for a price there were, and how many at once. */
function watchPrices(page: Page) {
  const seen = { most: 0, asked: 0 };
  let now = 0;
  const isPrice = (request: Request) => request.url().endsWith("/bridge/cleanings.price");
  page.on("request", (request) => {
    if (!isPrice(request)) return;
    now += 1;
    seen.asked += 1;
    seen.most = Math.max(seen.most, now);
  });
  for (const end of ["requestfinished", "requestfailed"] as const)
    page.on(end as "requestfinished", (request) => {
      if (isPrice(request)) now -= 1;
    });
  return seen;
}

test("dozens of lists that come in at once are priced a few at a time, also after a reload", async ({
  connected: page,
}) => {
  test.setTimeout(240_000);
  const seen = watchPrices(page);
  const complaints = complaintsOf(page);
  const priced = page
    .getByRole("button", { name: "Clean list" })
    .and(page.locator(":not([aria-disabled=true]):enabled"));
  await dropFiles(page, page.locator("body"), files);
  await expect(priced).toHaveCount(LISTS, { timeout: 90_000 });
  expect(seen.asked).toBeLessThan(LISTS * 4);
  await page.reload();
  await expect(priced).toHaveCount(LISTS, { timeout: 90_000 });
  expect(complaints).toEqual([]);
  expect(seen.most).toBeLessThanOrEqual(MOST_AT_ONCE);
});
