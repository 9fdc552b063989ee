import type { Page } from "@playwright/test";
import { dropFile, expect, test } from "./browser-host.ts";

test.use({ hostOptions: { env: { WINNOW_SANDBOX_SPEED: "40" } } });

const LIST = Buffer.from("email,name\nvalid.ann@acme.example,Ann\nbounce.bo@acme.example,Bo\n");

const palette = (page: Page) => page.getByRole("dialog", { name: "Command palette" });

/** Cleans a list of two rows and stays at its results. */
async function clean(page: Page): Promise<void> {
  await dropFile(page, page.locator("body"), "spring.csv", LIST);
  await page.getByRole("button", { name: "Clean list" }).click();
  await page.getByRole("button", { name: "Review results" }).click();
  await expect(page.getByRole("grid", { name: "Results" })).toContainText("valid.ann@acme.example");
}

test("the top bar says where one is, and leads back", async ({ winnow: page }) => {
  const bar = page.getByRole("banner");
  await expect(bar).toContainText("Clean");
  await clean(page);
  const where = page.getByRole("navigation", { name: "Where you are" });
  await expect(where).toHaveText("Lists/spring.csv");
  await expect(
    page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Lists" }),
  ).toHaveAttribute("aria-current", "page");
  await where.getByRole("link", { name: "Lists" }).click();
  await expect(page.getByRole("list", { name: "Lists" })).toContainText("spring.csv");
  await expect(where).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
});

// Without a network the browser complains on its console: not with `winnow`, which takes no complaint.
test("the foot has the keys of the screen, and claims results here only where all are", async ({
  host,
  page,
}) => {
  await page.goto(host.url);
  const foot = page.getByRole("contentinfo");
  await expect(foot).toContainText("open a file");
  await expect(foot).not.toContainText("All results are on this computer");
  await clean(page);
  await expect(foot).toContainText("details");
  await expect(foot).toContainText("All results are on this computer");
  await page.context().setOffline(true);
  await expect(foot.getByRole("status")).toContainText("Offline.");
  await expect(foot).not.toContainText("All results are on this computer");
  await page.context().setOffline(false);
  await expect(foot).toContainText("All results are on this computer");
  await foot.getByRole("button", { name: "all shortcuts" }).click();
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(sheet.getByRole("table", { name: "Everywhere" })).toContainText("Command palette");
  await expect(sheet.getByRole("table", { name: "In the table of results" })).toContainText("Select the row");
});

test("the palette finds commands, lists and addresses by a few of their letters", async ({
  winnow: page,
}) => {
  await clean(page);
  const search = palette(page).getByPlaceholder("Type a command, a list's name or an address");
  const open = async (typed: string) => {
    await page.getByRole("button", { name: "Search or run a command" }).click();
    await search.fill(typed);
  };
  await open("stgsapp");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("tab", { name: "Appearance" })).toHaveAttribute("aria-selected", "true");

  await open("export");
  await expect(palette(page)).toContainText("Nothing found");
  await search.fill("sprng");
  await expect(palette(page)).toContainText("spring.csv");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("grid", { name: "Results" })).toBeVisible();

  await open("bounce.bo@");
  await expect(palette(page).getByRole("button", { name: /bounce\.bo@acme\.example/ })).toContainText(
    "Undeliverable · spring.csv",
  );
  await page.keyboard.press("Enter");
  await expect(page.getByRole("searchbox", { name: "Search names and addresses" })).toHaveValue(
    "bounce.bo@acme.example",
  );

  await page.goBack();
  await expect(page.getByRole("grid", { name: "Results" })).toBeVisible();
  await open("export");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: /^Export/ })).toBeVisible();
});

test("no text is smaller than 13 pixels", async ({ winnow: page }) => {
  const small = () =>
    page.evaluate(() => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found: string[] = [];
      while (texts.nextNode()) {
        const { parentElement: parent, textContent: text } = texts.currentNode;
        if (parent === null || !text?.trim() || parent.closest("script, style")) continue;
        if (Number.parseFloat(getComputedStyle(parent).fontSize) < 13) found.push(text.trim());
      }
      return found;
    });
  expect(await small()).toEqual([]);
  await clean(page);
  expect(await small()).toEqual([]);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await small()).toEqual([]);
  await page.keyboard.press("Escape");
  for (const place of ["Lists", "Check", "Settings"]) {
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: place }).click();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await small(), place).toEqual([]);
  }
});
