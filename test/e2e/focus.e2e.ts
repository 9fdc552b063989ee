import type { Page } from "@playwright/test";
import { dropFile } from "./browser-host.ts";
import { expect, test } from "./connected.ts";

const NAME = "two.csv";
const LIST = [
  "email,other",
  ...Array.from({ length: 20 }, (_, i) => `u${i}@k.example,o${i}@z.example`),
  "A b <q@k.example>; r@k.example,x",
].join("\n");

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name, exact: true }).first().focus();
  await page.keyboard.press("Enter");
}

test("by keyboard the focus stays with the list, and a reader is told its counts and its price", async ({
  connected: page,
}) => {
  await dropFile(page, page.locator("body"), NAME, Buffer.from(LIST));
  const card = page.getByRole("region", { name: NAME, exact: true });
  // Beside it a second one tells for a moment how far the reading is.
  const told = card.locator("[role=status].visually-hidden");
  const heading = page.getByRole("heading", { name: NAME });
  await press(page, "email");
  await expect(page.getByText("One cell holds more than an address")).toBeVisible();
  await expect(heading).toBeFocused();
  await expect(told).toHaveText(/^21 rows, 21 distinct addresses\.$/);
  await press(page, "Verify these addresses");
  await expect(told).toHaveText(/Price: 21 credits\. You have 10,000; 9,979 will be left\.$/);
  await expect(heading).toBeFocused();
  await press(page, "Clean list");
  await expect(page.getByRole("article", { name: NAME }).getByRole("heading")).toBeFocused();
  await press(page, "Review results");
  await expect(page.getByRole("heading", { name: NAME, level: 1 })).toBeFocused();
});

test("what was deleted, closed or only busy does not take the focus with it", async ({ connected: page }) => {
  await dropFile(page, page.locator("body"), NAME, Buffer.from("email\na@k.example\n"));
  await expect(page.getByText("Price: 1 credit.")).toBeAttached();
  await press(page, "Clean list");
  await press(page, "Review results");
  await press(page, "More");
  await page.getByRole("menuitem", { name: "Delete here…" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Delete here" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Lists", level: 1 })).toBeFocused();

  await page.getByRole("link", { name: "Check", exact: true }).click();
  const input = page.getByLabel("Addresses to check");
  await input.fill("valid@k.example");
  await page.getByRole("button", { name: "Check", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(input).toBeFocused();
});

test("the focus follows a list to a card that is drawn late, and nobody who has gone on", async ({
  connected: page,
}) => {
  const main = page.locator("main");
  const screen = main.getByRole("heading").first();
  const put = (place: string, inner: string, text: string) =>
    main.evaluate(
      (element, names) => {
        const card = document.createElement(names.place);
        card.dataset.list = "late";
        const child = document.createElement(names.inner);
        child.textContent = names.text;
        card.append(child);
        element.append(card);
      },
      { place, inner, text },
    );
  const remove = (place: string) =>
    main.locator(`${place}[data-list=late]`).evaluate((element) => element.remove());
  const lose = async () => {
    await put("section", "button", "Of the list");
    await page.getByRole("button", { name: "Of the list" }).focus();
    await remove("section");
    await expect(screen).toBeFocused();
  };

  await lose();
  await put("article", "h3", "Late");
  await expect(page.getByRole("heading", { name: "Late" })).toBeFocused();

  await remove("article");
  await lose();
  await page.keyboard.press("Shift");
  await put("article", "h3", "Late");
  await expect(page.getByRole("heading", { name: "Late" })).toBeVisible();
  await expect(screen).toBeFocused();
});

test("a list's price is asked for once before it is shown", async ({ connected: page }) => {
  let asked = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/bridge/cleanings.price")) asked += 1;
  });
  // The card comes in late, as on a slow machine.
  await page.route(/PricePanel.*\.js$/, async (route) => {
    await expect.poll(() => page.getByText(/distinct address/).count()).toBeGreaterThan(0);
    await route.continue();
  });
  await dropFile(page, page.locator("body"), NAME, Buffer.from("email\na@k.example\n"));
  await expect(page.getByRole("button", { name: "Clean list", exact: true })).toBeEnabled();
  expect(asked).toBe(1);
});
