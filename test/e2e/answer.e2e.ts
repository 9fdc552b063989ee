import type { Page } from "@playwright/test";
import { judge } from "../../electron/sandbox/verdicts.ts";
import { ADDRESSES, keptFile, messyFile, ROWS } from "../support/messy-list.ts";
import { dropFile, expect, test } from "./browser-host.ts";

const DOORS = ["Safe to send", "Risky", "Do not send", "Not verified"] as const;
type Door = (typeof DOORS)[number];

/** So many addresses are verified; the others are left for later. */
const LIMIT = 500;
const verified = new Set(ADDRESSES.slice(0, LIMIT));
const INVALID = 2;

function doorOf(address: string): Door {
  if (!verified.has(address)) return "Not verified";
  const { verdict } = judge(address);
  if (verdict === "deliverable") return "Safe to send";
  return verdict === "undeliverable" ? "Do not send" : "Risky";
}
const addressesBehind = (door: Door) => ADDRESSES.filter((address) => doorOf(address) === door);
const rowsBehind = (door: Door) =>
  ROWS.filter(({ address }) => address !== null && doorOf(address) === door).length +
  (door === "Do not send" ? INVALID : 0);
const door = (page: Page, name: string) =>
  page.getByRole("button", { name: new RegExp(`^${name} [\\d,]+ address`) });
const n = (value: number) => value.toLocaleString("en-US");
const addresses = (value: number) => `${n(value)} ${value === 1 ? "address" : "addresses"}`;

/** Has a list cleaned, and opens its results. */
async function clean(page: Page, name: string, bytes: Buffer, limit?: number): Promise<void> {
  await dropFile(page, page.locator("body"), name, bytes);
  const card = page.getByRole("region", { name, exact: true });
  if (limit !== undefined) {
    await card.getByRole("textbox", { name: "Verify only the first" }).fill(String(limit));
    await expect(card.getByTestId("price-line")).toContainText(`= ${n(limit)} credits`);
  }
  await card.getByRole("button", { name: "Clean list" }).click();
  await page.getByRole("button", { name: "Review results" }).click();
}

const listOf = (cells: readonly string[]) => Buffer.from(`Email\n${cells.join("\n")}\n`);

test.use({ hostOptions: { env: { WINNOW_SANDBOX_SPEED: "1000" } } });

test("each door says what its file holds, shows its rows, and together they are the list", async ({
  winnow: page,
  saved,
}) => {
  await clean(page, "kunden.csv", messyFile(), LIMIT);
  const safe = addressesBehind("Safe to send").length;
  await expect(
    page.getByRole("heading", {
      name: `${n(safe)} of ${n(ADDRESSES.length)} addresses would be safe to send; ${n(ADDRESSES.length - LIMIT)} are not verified.`,
    }),
  ).toBeVisible();
  await expect(page.getByRole("region", { name: "The answer" })).toContainText(
    `${n(ROWS.length)} rows, cleaned`,
  );
  await expect(page.getByRole("region", { name: "The answer" })).toContainText(
    "2 duplicates, 2 invalid and 1 empty row were not charged.",
  );

  let lines = 0;
  for (const name of DOORS) {
    const behind = addressesBehind(name);
    const written = behind.length + (name === "Do not send" ? INVALID : 0);
    await expect(door(page, name)).toHaveAccessibleName(
      new RegExp(`^${name} ${addresses(behind.length)} ${n(rowsBehind(name))} rows?\\b`),
    );

    await door(page, name).click();
    await expect(page.getByText(`${n(rowsBehind(name))} of ${n(ROWS.length)} rows`).first()).toBeVisible();
    await expect(door(page, name)).toHaveAttribute("aria-pressed", "true");

    await page.getByRole("button", { name: `Export: ${name}` }).click();
    const dialog = page.getByRole("dialog", { name: /^Export/ });
    const choice = dialog.getByRole("radio", { name: `${name} ${n(written)} row` });
    await expect(choice).toBeChecked();
    const { bytes } = await saved(() =>
      dialog.getByRole("button", { name: `Export ${n(written)} ${written === 1 ? "row" : "rows"}` }).click(),
    );
    await dialog.getByRole("button", { name: "Done" }).click();
    if (name === "Do not send") {
      const [header, ...cells] = bytes.toString("utf8").replace("\uFEFF", "").trimEnd().split("\r\n");
      expect(header).toBe("E-Mail");
      expect(cells.length).toBe(written);
      const named = cells.map((cell) => cell.toLowerCase());
      expect(behind.every((address) => named.includes(address))).toBe(true);
    } else {
      expect(bytes.equals(keptFile((address) => doorOf(address) === name))).toBe(true);
    }
    lines += written;

    await door(page, name).click();
    await expect(door(page, name)).toHaveAttribute("aria-pressed", "false");
  }
  expect(lines).toBe(ADDRESSES.length + INVALID);
});

test("every way to export says how many rows it writes before it is chosen, and what is kept by hand is safe", async ({
  winnow: page,
}) => {
  const list = listOf([
    "valid.a@x.example",
    "catchall.b@x.example",
    "slow.c@x.example",
    "bounce.d@x.example",
    "no",
  ]);
  await clean(page, "five.csv", list);
  await page.getByRole("button", { name: "Export…" }).click();
  const dialog = page.getByRole("dialog", { name: /^Export/ });
  const offers = async (counts: Record<string, number>) => {
    for (const [name, rows] of Object.entries(counts))
      await expect(
        dialog.getByRole("radio", { name: new RegExp(`^${name} ${rows} rows?\\b`) }),
        `${name}: ${rows}`,
      ).toBeVisible();
  };
  const every = { "What is on screen": 5, "Everything, with verdicts": 5, "One file per verdict": 5 };
  await offers({ ...every, "Safe to send": 1, Recommended: 3, Risky: 2, "Do not send": 2 });
  await page.keyboard.press("Escape");

  const grid = page.getByRole("grid", { name: "Results" });
  await grid.focus();
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: /^Keep/ }).click();
  await expect(door(page, "Safe to send")).toHaveAccessibleName(/ 2 addresses 2 rows/);
  await expect(page.getByRole("heading", { name: "2 of 4 addresses would be safe to send." })).toBeVisible();
  await page.getByRole("button", { name: "Export…" }).click();
  await offers({ ...every, "Safe to send": 2, Recommended: 4, Risky: 2, "Do not send": 1 });
});

test("what is worth knowing shows its rows, also where it is folded into a line", async ({
  winnow: page,
}) => {
  const throwAway = Array.from({ length: 12 }, (_, at) => `valid.n${at}@disposable.example`);
  const others = Array.from({ length: 20 }, (_, at) => `valid.p${at}@firm${at}.example`);
  await clean(page, "tombola.csv", listOf([...throwAway, throwAway[0] ?? "", ...others]));
  const insights = page.getByRole("complementary", { name: /^Worth knowing/ });
  await expect(insights).toContainText("12 disposable addresses at one throw-away domain.");
  await insights.getByRole("button", { name: /^Show 13 rows/ }).click();
  await expect(page.getByText("13 of 33 rows").first()).toBeVisible();
  await page.goBack();
  await expect(page.getByText("33 rows", { exact: true }).first()).toBeVisible();

  await page.setViewportSize({ width: 900, height: 600 });
  await expect(insights.getByRole("button", { name: /^Show/ })).toHaveCount(0);
  await insights.getByRole("button", { name: "Worth knowing: 1 thing" }).click();
  await insights.getByRole("button", { name: /^Show 13 rows/ }).click();
  await expect(page.getByText("13 of 33 rows").first()).toBeVisible();
});

test("likely typos are as many in what is worth knowing, in the filter and in the rows, each with what may be meant", async ({
  winnow: page,
}) => {
  const mistyped = ["valid.a", "valid.b", "bounce.a", "bounce.b", "bounce.c"].map(
    (name) => `${name}@gmal.com`,
  );
  const others = Array.from({ length: 20 }, (_, at) => `valid.p${at}@firm${at}.example`);
  await clean(page, "typed.csv", listOf([...mistyped, ...others]));
  const insights = page.getByRole("complementary", { name: /^Worth knowing/ });
  await expect(insights).toContainText(
    "3 addresses look mistyped at one domain, not counting any that are deliverable.",
  );
  await insights.getByRole("button", { name: /^Show 3 rows/ }).click();
  await expect(page.getByText("3 of 25 rows").first()).toBeVisible();
  const grid = page.getByRole("grid", { name: "Results" });
  const chips = grid.getByText("Likely typo", { exact: true });
  await expect(chips).toHaveCount(3);

  await page.goBack();
  const inFilter = page.getByRole("button", { name: "Likely typo 5 rows", exact: true });
  await expect(chips).toHaveCount(5);
  await inFilter.click();
  await expect(page.getByText("5 of 25 rows").first()).toBeVisible();
  await expect(chips).toHaveCount(5);
  const meant = await chips.evaluateAll((all) => all.map((chip) => chip.getAttribute("title")));
  expect(meant.sort()).toEqual(mistyped.map((one) => `${one.replace("gmal", "gmail")} may be meant.`).sort());
  await grid.getByText("bounce.b@gmal.com").click();
  await expect(page.getByRole("dialog", { name: "bounce.b@gmal.com" })).toContainText(
    "Likely typo. bounce.b@gmail.com may be meant.",
  );
});

test("where nothing is safe nothing is offered as safe", async ({ winnow: page }) => {
  await clean(page, "old.csv", listOf(["bounce.a@x.example", "bounce.b@x.example"]));
  await expect(
    page.getByRole("heading", { name: "None of the 2 addresses would be safe to send." }),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Export: Safe to send" })).toBeDisabled();
  await expect(page.getByRole("button", { name: "Export: Risky" })).toBeDisabled();
  await expect(page.getByRole("button", { name: "Export: Do not send" })).toBeEnabled();
});
