import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { messyFile } from "../support/messy-list.ts";
import { dropFile, expect, test } from "./browser-host.ts";

test.use({ hostOptions: { env: { WINNOW_SANDBOX_SPEED: "40" } } });

/** What speech control and those who go from heading to heading need, however grave it is said to be. */
const ALWAYS = ["label-content-name-mismatch", "landmark-no-duplicate-banner", "heading-order"];

/** Looks at what is on screen with axe, light and dark: nothing serious may be wrong with it. */
async function look(page: Page, what: string): Promise<void> {
  // Colours on their way from one to the other are neither.
  await page.addStyleTag({ content: "*, *::before, *::after { transition: none !important }" });
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.evaluate(async () => {
      const ending = document
        .getAnimations()
        .filter(({ effect }) => effect?.getTiming().iterations !== Number.POSITIVE_INFINITY);
      await Promise.allSettled(ending.map(({ finished }) => finished));
    });
    const builder = new AxeBuilder({ page });
    // In the dark only the colours are others.
    if (colorScheme === "dark") builder.withRules("color-contrast");
    const { violations } = await builder.analyze();
    const grave = violations
      .filter(({ id, impact }) => impact === "serious" || impact === "critical" || ALWAYS.includes(id))
      .map(
        ({ id, nodes }) =>
          `${id}: ${nodes.map(({ html, any }) => `${html} ${any.map(({ message }) => message).join("; ")}`).join(" | ")}`,
      );
    expect.soft(grave, `${what}, ${colorScheme}`).toEqual([]);
  }
}

test("axe finds nothing serious on any screen, light or dark", async ({ host, page }) => {
  test.setTimeout(360_000);
  await page.goto(host.url);
  const place = (name: string) =>
    page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true }).click();
  await expect(page.getByText("Drop a list here").first()).toBeVisible();
  await look(page, "Clean, empty");
  await place("Lists");
  await expect(page.getByText("No lists yet")).toBeVisible();
  await look(page, "Lists, empty");
  await place("Check");
  await look(page, "Check, empty");
  await page
    .getByRole("textbox", { name: "Addresses to check" })
    .fill("valid.ann@acme.example info@catchall.example");
  await expect(page.getByRole("button", { name: "Check 2 addresses" })).toBeEnabled();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("listitem", { name: "info@catchall.example" })).toContainText("Accept-all");
  await look(page, "Check");

  await place("Clean");
  await dropFile(page, page.locator("body"), "empty.csv", Buffer.alloc(0));
  await expect(page.getByRole("alert")).toBeVisible();
  await look(page, "a file that cannot be read");
  await page.getByRole("button", { name: "Close 'empty.csv'" }).click();
  await dropFile(page, page.locator("body"), "kunden.csv", messyFile());
  await expect(page.getByTestId("price-line")).toBeVisible();
  await look(page, "preflight and price");
  await page.getByRole("button", { name: "Invalid: 2" }).click();
  await expect(page.getByRole("dialog")).toContainText("not an address");
  await look(page, "malformed rows");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Paste addresses" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await look(page, "paste");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Clean list" }).click();
  await expect(page.getByRole("article", { name: "kunden.csv" })).toBeVisible();
  await look(page, "progress");
  await page.getByRole("button", { name: "Review results" }).first().click();
  await expect(page.getByRole("grid")).toContainText("ann@deliverable.example");
  await page.getByRole("button", { name: /^Undeliverable \d/ }).click();
  await expect(page.getByRole("group", { name: "Filters" })).toBeVisible();
  await look(page, "results, filtered");
  await page.getByRole("button", { name: "Column 'Name'" }).click();
  await expect(page.getByRole("dialog", { name: "Column 'Name'" })).toBeVisible();
  await look(page, "column menu");
  await page.keyboard.press("Escape");
  await page.getByRole("grid").focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toContainText("The whole row");
  await look(page, "row and selection");
  await page.getByRole("dialog").getByRole("button").first().click();
  await page.keyboard.press("Control+e");
  await expect(page.getByRole("dialog", { name: /^Export/ })).toBeVisible();
  await look(page, "export");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "What happened" }).click();
  await expect(page.getByRole("dialog")).toContainText("What happened");
  await look(page, "timeline");
  await page.keyboard.press("Escape");
  await page.getByRole("searchbox", { name: "Search addresses" }).fill("nobody-has-this");
  await expect(page.getByText("No matching rows")).toBeVisible();
  await look(page, "results, none");

  await place("Lists");
  await expect(page.getByRole("list", { name: "Lists" })).toBeVisible();
  await look(page, "Lists");
  await page.keyboard.press("Control+k");
  await expect(page.getByPlaceholder("Type a command, a list's name or an address")).toBeVisible();
  await look(page, "command palette");
  await page.keyboard.press("Escape");
  await place("Settings");
  const sections = [
    "Cleaning",
    "Suppression lists",
    "Reference lists",
    "Data",
    "Appearance",
    "About",
    "Accounts",
  ];
  for (const section of sections) {
    await page
      .getByRole("link", { name: section, exact: true })
      .or(page.getByRole("tab", { name: section }))
      .first()
      .click();
    await look(page, `Settings, ${section}`);
  }

  await place("Clean");
  await dropFile(
    page,
    page.locator("body"),
    "april.csv",
    Buffer.from("email\nann@deliverable.example\nnew@x.example\n"),
  );
  const april = page.getByRole("region", { name: "april.csv" });
  await april.getByRole("button", { name: "Clean list" }).click();
  const done = page.getByRole("article", { name: "april.csv" });
  await done.getByRole("button", { name: "Review results" }).click();
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Compare with another list…" }).click();
  await look(page, "which list to compare with");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /kunden\.csv/ })
    .click();
  await expect(page.getByRole("heading", { name: "What changed" })).toBeVisible();
  await look(page, "what changed between two lists");
});

test.describe("first run", () => {
  test.use({ hostOptions: { args: [] } });

  test("axe finds nothing serious on the first screen", async ({ winnow: page }) => {
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await look(page, "first run");
  });
});

test("the whole way is walked by keyboard alone", async ({ winnow: page }) => {
  const name = "Paste addresses";
  const tabTo = async (wanted: string) => {
    for (let turn = 0; turn < 60; turn++) {
      await page.keyboard.press("Tab");
      const label = await page.evaluate(() => {
        const at = document.activeElement;
        return at?.getAttribute("aria-label") ?? at?.textContent ?? "";
      });
      if (label.trim().startsWith(wanted)) return;
    }
    throw new Error(`the keyboard does not get to '${wanted}'`);
  };
  await expect(page.getByRole("button", { name })).toBeVisible();
  await tabTo("Skip to content");
  await page.keyboard.press("Enter");
  await tabTo(name);
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Addresses, one a line or with their columns")).toBeFocused();
  await page.keyboard.insertText("valid.ann@acme.example\nbounce.bo@acme.example\n");
  await tabTo("Look inside");
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("price-line")).toContainText("= 2 credits.");
  await tabTo("Clean list");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Review results" })).toBeVisible();
  await tabTo("Review results");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("grid")).toContainText("valid.ann@acme.example");
  await tabTo("Results");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toContainText("bounce.bo@acme.example");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("Control+e");
  await expect(page.getByRole("dialog").getByRole("button", { name: "Export 1 row" })).toBeFocused();
  const download = page.waitForEvent("download");
  await page.keyboard.press("Enter");
  await download;
  await expect(page.getByRole("dialog").getByRole("button", { name: "Done" })).toBeFocused();
});

test("with forced colours the current place and a pressed filter still stand out", async ({
  winnow: page,
}) => {
  await page.setViewportSize({ width: 900, height: 600 });
  await page.emulateMedia({ forcedColors: "active" });
  const backOf = (name: string) =>
    page
      .getByRole("link", { name, exact: true })
      .evaluate((link) => getComputedStyle(link).getPropertyValue("background-color"));
  await expect(page.getByRole("link", { name: "Clean", exact: true })).toHaveAttribute(
    "aria-current",
    "page",
  );
  expect(await backOf("Clean")).not.toBe(await backOf("Lists"));

  await dropFile(page, page.locator("body"), "kunden.csv", messyFile());
  await page.getByRole("button", { name: "Clean list" }).click();
  await page.getByRole("button", { name: "Review results" }).click();
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  const edgeOf = (name: RegExp) =>
    page.getByRole("button", { name }).evaluate((button) => getComputedStyle(button).borderTopWidth);
  await page.getByRole("button", { name: /^Undeliverable \d/ }).click();
  await expect(page.getByRole("button", { name: /^Undeliverable \d/ })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  expect(await edgeOf(/^Undeliverable \d/)).not.toBe(await edgeOf(/^Deliverable \d/));
});

test("nothing is out of reach at 900 by 600 and at twice the size", async ({ winnow: page }) => {
  for (const [width, height, what] of [
    [900, 600, "small"],
    [640, 400, "200 %"],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const place of ["Lists", "Check", "Settings", "Clean"]) {
      await page
        .getByRole("navigation", { name: "Main" })
        .getByRole("link", { name: place, exact: true })
        .click();
      await expect(page.getByRole("main")).not.toBeEmpty();
      const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(over, `${place}, ${what}: wider than the window`).toBeLessThanOrEqual(0);
    }
  }
});
