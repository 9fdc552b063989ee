import type { Locator, Page } from "@playwright/test";
import Papa from "papaparse";
import { dropFile, expect, test } from "./winnow.ts";

test.use({ hostOptions: { env: { WINNOW_SANDBOX_SPEED: "1000000" } } });

/** Of 60 rows every third one bounces; the last one repeats the first. */
const PEOPLE = Array.from({ length: 60 }, (_, n) => ({
  email: n === 59 ? "bounce.p0@firm.example" : `${n % 3 === 0 ? "bounce" : "valid"}.p${n}@firm.example`,
  visits: String((n * 7) % 60),
}));
const LIST = `email,visits\n${PEOPLE.map(({ email, visits }) => `${email},${visits}`).join("\n")}\n`;

const row = (page: Page, position: number): Locator => page.locator(`#row-${position}`);
const tick = (page: Page, position: number): Promise<void> =>
  row(page, position).getByRole("checkbox").click();
const dialog = (page: Page): Locator => page.getByRole("dialog", { name: /^Export/ });
const selectedPreset = (page: Page): Locator => dialog(page).getByRole("radio", { name: /^Selected rows/ });

async function review(page: Page): Promise<void> {
  await dropFile(page, page.locator("body"), "people.csv", Buffer.from(LIST));
  await page.getByRole("button", { name: "Clean list" }).click();
  await page.getByRole("button", { name: "Review results" }).click();
  await expect(row(page, 0)).toContainText("bounce.p0@firm.example");
}

async function suppress(page: Page, addresses: string): Promise<void> {
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("tab", { name: "Suppression lists" }).click();
  await page.getByRole("button", { name: "Paste" }).click();
  await page.getByLabel("Name").fill("Unsubscribed");
  await page.getByRole("textbox", { name: /Addresses/ }).fill(addresses);
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("main")).toContainText("Unsubscribed");
}

/** Writes what the open dialog promises; answers the number on its button, and the file as somebody else reads it. */
async function written(
  page: Page,
  saved: (act: () => Promise<void>) => Promise<{ name: string; bytes: Buffer }>,
): Promise<{ promised: number; name: string; rows: { email: string; visits: string }[] }> {
  const button = dialog(page).getByRole("button", { name: /^Export [\d,]+ rows?$/ });
  const promised = Number(((await button.textContent()) ?? "").replace(/\D/g, ""));
  const { name, bytes } = await saved(() => button.click());
  await dialog(page).getByRole("button", { name: "Done" }).click();
  await expect(dialog(page)).toHaveCount(0);
  const parsed = Papa.parse<{ email: string; visits: string }>(bytes.toString(), {
    header: true,
    skipEmptyLines: true,
  });
  expect(parsed.errors).toEqual([]);
  return { promised, name, rows: parsed.data };
}

test("the rows that are ticked are the file, in the order on screen, repeated and dropped ones too", async ({
  winnow: page,
  saved,
}) => {
  await review(page);
  await tick(page, 1);
  await page.keyboard.press("n");
  await expect(row(page, 1)).toHaveAttribute("data-mark", "drop");
  await tick(page, 1);
  await tick(page, 3);
  // Ticked rows stay ticked where only their order changes.
  await page.getByRole("button", { name: "Sort by visits" }).click();
  await expect(row(page, 0)).toContainText("bounce.p0@firm.example");
  await expect(row(page, 1)).toContainText("valid.p43@firm.example");
  await tick(page, 1);
  await page.getByRole("grid", { name: "Results" }).press("End");
  await expect(row(page, 59)).toContainText("valid.p17@firm.example");
  const last = PEOPLE[59];
  const repeated = page.getByRole("row").filter({ hasText: "bounce.p0@firm.example" });
  await repeated.getByRole("checkbox").click();
  await page.getByRole("button", { name: "Export 4 rows…" }).click();
  await expect(selectedPreset(page)).toBeChecked();
  await expect(dialog(page)).toContainText("1 of the rows written is marked drop.");
  await expect(dialog(page)).toContainText("56 rows are left out: 56 not selected.");
  await expect(dialog(page).getByRole("button", { name: /under a name/ })).toHaveCount(0);
  const { promised, name, rows } = await written(page, saved);
  expect(promised).toBe(4);
  expect(name).toBe("people-selection.csv");
  const ticked = [PEOPLE[1], PEOPLE[3], PEOPLE[43], last].flatMap((one) => one ?? []);
  expect(rows).toEqual(ticked.toSorted((a, b) => Number(a.visits) - Number(b.visits)));
});

test("all that pass the filter but for some are the file, without whoever is suppressed, who is counted first", async ({
  winnow: page,
  saved,
}) => {
  await review(page);
  const address = page.url();
  await suppress(page, "valid.p4@firm.example");
  await page.goto(address);
  await page.getByRole("button", { name: "Deliverable 39 rows" }).click();
  await expect(row(page, 2)).toContainText("valid.p4@firm.example");
  await page.getByRole("checkbox", { name: "Select all 39 rows" }).click();
  await tick(page, 0);
  await tick(page, 3);
  await expect(row(page, 3)).toContainText("valid.p5@firm.example");
  await expect(page.getByRole("button", { name: "Export 37 rows…" })).toBeVisible();
  await page.keyboard.press("Control+e");
  await expect(selectedPreset(page)).toBeChecked();
  await expect(dialog(page)).toContainText("24 rows are left out: 1 suppressed, 23 not selected.");
  const { promised, rows } = await written(page, saved);
  const left = ["valid.p1@firm.example", "valid.p4@firm.example", "valid.p5@firm.example"];
  const selected = PEOPLE.map(({ email }) => email).filter(
    (email) => email.startsWith("valid") && !left.includes(email),
  );
  expect([promised, rows.map(({ email }) => email)]).toEqual([36, selected]);
});

test("the selected people on a suppression list are left out with their number, unless that is not wanted", async ({
  winnow: page,
  saved,
}) => {
  await review(page);
  const address = page.url();
  await suppress(page, "valid.p1@firm.example");
  await page.goto(address);
  await tick(page, 1);
  await tick(page, 2);
  await page.keyboard.press("Control+e");
  await expect(dialog(page)).toContainText("59 rows are left out: 1 suppressed, 58 not selected.");
  const { promised, rows } = await written(page, saved);
  expect([promised, rows.map(({ email }) => email)]).toEqual([1, ["valid.p2@firm.example"]]);

  await page.keyboard.press("Control+e");
  await dialog(page).getByRole("switch", { name: "Leave out suppressed addresses" }).click();
  await expect(dialog(page)).toContainText("1 of the rows written is on a suppression list");
  const both = await written(page, saved);
  expect([both.promised, both.rows.length]).toEqual([2, 2]);
});

test("what was ticked is let go with the filter, which is said once, and an export is of the screen again", async ({
  winnow: page,
}) => {
  await review(page);
  await page.keyboard.press("Control+e");
  await expect(dialog(page).getByRole("radio", { name: /^Recommended/ })).toBeChecked();
  await expect(selectedPreset(page)).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
  await tick(page, 1);
  await tick(page, 2);
  await page.getByRole("button", { name: /^Deliverable \d+ rows$/ }).click();
  const told = page.getByRole("alert").filter({ hasText: "2 rows are no longer selected" });
  await expect(told).toHaveCount(1);
  await expect(page.getByRole("toolbar")).toHaveCount(0);
  await page.keyboard.press("Control+e");
  await expect(dialog(page).getByRole("radio", { name: /^What is on screen/ })).toBeChecked();
  await expect(selectedPreset(page)).toHaveCount(0);
});
