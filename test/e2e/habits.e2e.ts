import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { dropFiles, expect } from "./browser-host.ts";
import { test } from "./connected.ts";

const card = (page: Page, name: string): Locator => page.getByRole("region", { name, exact: true });

/** Cleans the list whose card is on screen and goes to its results. */
async function clean(page: Page, name: string): Promise<void> {
  const list = card(page, name);
  await list.getByRole("button", { name: "Clean list" }).click();
  await page
    .getByRole("article", { name, exact: true })
    .getByRole("button", { name: "Review results" })
    .click();
  await expect(page.getByRole("grid", { name: "Results" })).toBeVisible();
}

async function drop(page: Page, files: Record<string, string>): Promise<void> {
  await dropFiles(
    page,
    page.locator("body"),
    Object.entries(files).map(([name, text]) => ({ name, bytes: Buffer.from(text) })),
  );
}

/** Chooses from the menu of the results screen. */
async function more(page: Page, item: string): Promise<void> {
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

test.describe("what people come back for", () => {
  test.use({ serviceOptions: { speed: 1_000_000 } });

  test("a backup brings back what was there, and what came since can be had back too", async ({
    connected: page,
  }) => {
    const at = (path: string) => page.goto(`${page.url().split("#")[0]}#${path}`);
    const names = page.getByRole("main");
    await drop(page, { "march.csv": "email\nann@acme.example\n" });
    await clean(page, "march.csv");
    await at("/settings/data");
    await expect(page.getByText("None yet")).toBeVisible();
    await page.getByRole("button", { name: "Back up now" }).click();
    await expect(page.getByRole("status").filter({ hasText: "Backed up to" })).toBeVisible();
    await expect(page.getByText("None yet")).toBeHidden();
    await at("/clean");
    await drop(page, { "april.csv": "email\nbob@acme.example\n" });
    await clean(page, "april.csv");

    const restore = async (kind: string) => {
      await at("/settings/data");
      await page.getByRole("button", { name: "Restore a backup…" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("radio", { name: kind }).first().check();
      await dialog.getByRole("button", { name: "Restore", exact: true }).click();
      await expect(dialog).toBeHidden();
      await expect(page.getByText("The backup is restored").last()).toBeVisible();
      await at("/lists");
      await expect(names).toContainText("march.csv");
    };
    await restore("Backup,");
    await expect(names).not.toContainText("april.csv");
    await restore("Moved aside by a restore");
    await expect(names).toContainText("april.csv");
  });

  test("two lists are compared, and the comparison is in the address", async ({ connected: page }) => {
    await drop(page, { "march.csv": "email\nann@acme.example\nbob@acme.example\ncy@acme.example\n" });
    await clean(page, "march.csv");
    await page.goto(`${page.url().split("#")[0]}#/clean`);
    await drop(page, {
      "april.csv": "email\nann@acme.example\nbob@acme.example\ndee@acme.example\nelf@acme.example\n",
    });
    await clean(page, "april.csv");
    await more(page, "Compare with another list…");
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /march\.csv/ })
      .click();
    await expect(page.getByRole("heading", { name: "What changed" })).toBeVisible();
    await page.getByText("2 new").click();
    const rows = page.getByRole("grid", { name: "Addresses" });
    await expect(rows.getByRole("row")).toHaveCount(3);
    await expect(rows).toContainText("dee@acme.example");
    await expect(page).toHaveURL(/kind=new/);
    await page.getByText("1 left").click();
    await expect(rows).toContainText("cy@acme.example");
    await page.goBack();
    await expect(rows).toContainText("elf@acme.example");
    await page.reload();
    await expect(rows).toContainText("elf@acme.example");
    await page.getByRole("button", { name: "Swap" }).click();
    await expect(rows).toContainText("cy@acme.example");
  });

  test("an accepted correction is written where the mistyped address stood", async ({ connected: page }) => {
    const text = 'email,name\nbob@acme.example,Bob\n"Ann <ann@outlok.com>","A, n"\n';
    await drop(page, { "typos.csv": text });
    const list = card(page, "typos.csv");
    await list.getByRole("button", { name: /Likely typos/ }).click();
    await page.getByRole("button", { name: "Accept: ann@outlook.com" }).click();
    await expect(page.getByRole("button", { name: "Take back: ann@outlook.com" })).toBeVisible();
    await page.keyboard.press("Escape");
    await clean(page, "typos.csv");
    await expect(page.getByRole("grid", { name: "Results" })).toContainText("Ann <ann@outlook.com>");
    await page.getByRole("button", { name: "Export…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("radio", { name: "Everything, with verdicts" }).check();
    await dialog.getByLabel("Add the verdict columns").uncheck();
    await expect(dialog).toContainText("1 mistyped address is written as you corrected it");
    await dialog.getByRole("button", { name: "Save these choices under a name…" }).click();
    await dialog.getByLabel("Name of the preset").fill("All, plain");
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    await expect(dialog.getByRole("radio", { name: "All, plain" })).toBeChecked();
    const download = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Export 2 rows" }).click();
    expect((await download).suggestedFilename()).toBe("typos-All, plain.csv");
    const path = await (await download).path();
    expect(readFileSync(path, "utf8")).toBe(text.replace("outlok", "outlook"));
    await expect(dialog).toContainText("1 row has its address corrected");
    await page.reload();
    await page.getByRole("button", { name: "Export…" }).click();
    await page.getByRole("dialog").getByRole("radio", { name: "All, plain" }).check();
    await expect(page.getByRole("dialog").getByRole("button", { name: "Export 2 rows" })).toBeVisible();
    await page.getByRole("button", { name: "Remove the preset 'All, plain'" }).click();
    await expect(page.getByRole("radio", { name: "All, plain" })).toBeHidden();
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect(page.getByRole("radio", { name: "All, plain" })).toBeVisible();
  });

  test("a file is called by what is in it, and holds no row that was struck out unless the user says so", async ({
    connected: page,
  }) => {
    await drop(page, { "news.csv": "email\nann@acme.example\nbob@acme.example\ncy@acme.example\n" });
    await clean(page, "news.csv");
    await page.getByRole("checkbox", { name: "Select row 2" }).click();
    await page.getByRole("button", { name: "Drop", exact: true }).click();
    await expect(page.getByText("1 row dropped by hand")).toBeVisible();
    const dialog = page.getByRole("dialog");
    const exported = async (preset: string, rows: string) => {
      await page.getByRole("button", { name: "Export…" }).click();
      await dialog.getByRole("radio", { name: `${preset} ${rows}` }).check();
      const download = page.waitForEvent("download");
      await dialog.getByRole("button", { name: `Export ${rows}`, exact: true }).click();
      const file = await download;
      await dialog.getByRole("button", { name: "Done" }).click();
      await expect(dialog).toBeHidden();
      return { name: file.suggestedFilename(), text: readFileSync(await file.path(), "utf8") };
    };
    expect(await exported("Recommended", "2 rows")).toMatchObject({ name: "news-clean.csv" });
    expect((await exported("Everything, with verdicts", "3 rows")).name).toBe("news-verdicts.csv");
    const shown = await exported("What is on screen", "2 rows");
    expect(shown).toEqual({ name: "news-all-rows.csv", text: "email\nann@acme.example\ncy@acme.example\n" });

    await page.getByRole("button", { name: "Export…" }).click();
    await dialog.getByRole("radio", { name: "What is on screen" }).check();
    await expect(dialog).toContainText("1 row is left out: 1 marked drop.");
    await dialog.getByText("CSV for Excel").click();
    await dialog.getByRole("switch", { name: "Guard against spreadsheet formulas" }).uncheck();
    await dialog.getByRole("switch", { name: "Leave out rows marked drop" }).uncheck();
    await expect(dialog.getByRole("button", { name: "Export 3 rows" })).toBeVisible();
    await expect(dialog).toContainText("1 of the rows written is marked drop.");
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await page.getByRole("button", { name: "Export…" }).click();
    await dialog.getByText("CSV for Excel").click();
    await expect(dialog.getByRole("switch", { name: "Guard against spreadsheet formulas" })).toBeChecked();
  });

  test("a list that is being prepared is there after a reload, and what was corrected in it can be taken back", async ({
    connected: page,
  }) => {
    await drop(page, {
      "two.csv": "email,other\nann@outlok.com,x@acme.example\nann@outlook.com,y@acme.example\n",
    });
    const list = card(page, "two.csv");
    const column = (name: string) =>
      list.getByRole("region", { name: "First rows" }).getByRole("button", { name, exact: true }).click();
    const price = (text: string) => expect(list.getByText(text)).toBeVisible();
    await column("email");
    await list.getByRole("button", { name: "Likely typos: 1" }).click();
    await page.getByRole("button", { name: "Accept: ann@outlook.com" }).click();
    await page.keyboard.press("Escape");
    await price("2 rows − 1 duplicate = 1 credit.");
    await expect(list.getByRole("button", { name: "Corrected typos: 1" })).toBeVisible();
    await column("other");
    await price("2 rows = 2 credits.");
    await column("email");
    await price("2 rows − 1 duplicate = 1 credit.");
    await page.reload();
    await price("2 rows − 1 duplicate = 1 credit.");
    await page.getByRole("button", { name: "Close 'two.csv'" }).click();
    await expect(page.getByRole("dialog")).toContainText("1 accepted correction is forgotten");
    await page.getByRole("button", { name: "Cancel" }).click();
    await list.getByRole("button", { name: "Corrected typos: 1" }).click();
    await page.getByRole("button", { name: "Take back: ann@outlook.com" }).click();
    await page.keyboard.press("Escape");
    await price("2 rows = 2 credits.");
    await page.getByRole("button", { name: "Close 'two.csv'" }).click();
    await expect(list).toBeHidden();
    await page.reload();
    await expect(page.getByRole("heading", { name: "Clean a list" })).toBeVisible();
    await expect(page.getByText("Connect your account")).toBeHidden();
    await expect(list).toBeHidden();
  });

  test("a suppression list goes only when the user says yes, and a preset or a word can be had back", async ({
    connected: page,
  }) => {
    const at = (path: string) => page.goto(`${page.url().split("#")[0]}#${path}`);
    await expect(page.getByRole("heading", { name: "Clean a list" })).toBeVisible();
    await at("/settings/suppression");
    const dialog = page.getByRole("dialog");
    await page.getByRole("button", { name: "Paste", exact: true }).click();
    await dialog.getByLabel("Name").fill("Complaints");
    await dialog.getByLabel("Addresses or domains, one a line").fill("ann@acme.example\nnever.example");
    await dialog.getByRole("button", { name: "Save" }).click();
    const remove = page.getByRole("button", { name: "Remove 'Complaints'" });
    await remove.click();
    await expect(dialog).toContainText("1 address, 1 domain");
    await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(dialog).toBeHidden();
    await page.reload();
    await remove.click();
    await dialog.getByRole("button", { name: "Remove list" }).click();
    await expect(page.getByText("No suppression list yet.")).toBeVisible();

    await at("/settings/references");
    await page.getByLabel("Domain").fill("acme.example");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("button", { name: "Forget what you said of acme.example" }).click();
    await expect(page.getByText("You have not corrected any entry.")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByRole("button", { name: "Forget what you said of acme.example" })).toBeVisible();
  });

  test("files that came in together become one list, or say why they cannot", async ({ connected: page }) => {
    await drop(page, {
      "north.csv": "email,city\nann@acme.example,Oslo\nbob@acme.example,Bergen\n",
      "south.csv": "city;email\nRoma;cy@acme.example\nBari;ann@acme.example\n",
    });
    await expect(page.getByText("2 files came in together")).toBeVisible();
    await page.getByRole("button", { name: "Merge into one…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name of the list").fill("both.csv");
    await dialog.getByRole("radio", { name: "In a new last column" }).check();
    await dialog.getByRole("button", { name: "Merge", exact: true }).click();
    const merged = card(page, "both.csv");
    await expect(merged.getByTestId("price-line")).toHaveText("4 rows − 1 duplicate = 3 credits.");
    await expect(card(page, "north.csv")).toHaveCount(0);
    await drop(page, {
      "a.csv": "email,city\na@acme.example,x\n",
      "b.csv": "email,phone\nb@acme.example,1\n",
    });
    await expect(page.getByText("b.csv lacks 'city' and has 'phone' besides.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Merge into one…" })).toHaveCount(0);
  });

  test("files of which one has an open question are merged once it is answered, and it is said which", async ({
    connected: page,
  }) => {
    const plain = (n: number) => ({
      name: `month-${n}.csv`,
      bytes: Buffer.from(`Email,Name\na${n}@acme.example,Ann\n`),
    });
    const unclear = {
      name: "month-3.csv",
      bytes: Buffer.from("Email,Name\r\ndora@acme.example,\xc5se\r\n", "latin1"),
    };
    await dropFiles(page, page.locator("body"), [plain(1), plain(2), unclear]);
    const link = page.getByRole("button", { name: "month-3.csv: answer its question below first" });
    await expect(link).toBeVisible();
    const offer = page.getByRole("button", { name: "Merge into one…" });
    await expect(offer).toHaveCount(0);

    await link.click();
    const answer = card(page, "month-3.csv").getByRole("button", { name: /^Read as windows-1252/ });
    await expect(answer).toBeFocused();
    await expect(answer).toBeInViewport();
    await answer.click();
    await expect(link).toHaveCount(0);
    await offer.click();
    await page.getByRole("dialog").getByRole("button", { name: "Merge", exact: true }).click();
    await expect(card(page, "Merged list.csv").getByTestId("price-line")).toHaveText("3 rows = 3 credits.");
  });

  test("files that differ in many columns say so in a few words", async ({ connected: page }) => {
    const columns = Array.from({ length: 40 }, (_, n) => `column ${n + 1}`);
    await drop(page, {
      "a.csv": "email\na@acme.example\n",
      "b.csv": `email,${columns.join(",")}\nb@acme.example${",x".repeat(40)}\n`,
    });
    await expect(
      page.getByText("b.csv has 'column 1', 'column 2', 'column 3', 'column 4' and 36 more columns besides."),
    ).toBeVisible();
  });

  test("the user's word on a reference list counts, and can be taken back", async ({ connected: page }) => {
    await drop(page, { "roles.csv": "email\ninfo@acme.example\nsales@acme.example\nann@acme.example\n" });
    const list = card(page, "roles.csv");
    await list.getByRole("button", { name: "Role: 2" }).click();
    await page.getByRole("button", { name: "Not a role: info" }).click();
    await page.keyboard.press("Escape");
    await expect(list.getByRole("button", { name: "Role: 1" })).toBeVisible();
    await page.goto(`${page.url().split("#")[0]}#/settings/references`);
    await expect(page.getByText("info@ is not a role")).toBeVisible();
    await expect(page.getByRole("table", { name: /versions/ }).getByRole("row")).toHaveCount(5);
    await page.getByRole("button", { name: "Forget what you said of info" }).click();
    await expect(page.getByText("You have not corrected any entry.")).toBeVisible();
  });

  test("a list is cleaned again, and what is known is not paid for", async ({ connected: page }) => {
    await drop(page, { "again.csv": "email\nann@acme.example\nbob@acme.example\n" });
    await clean(page, "again.csv");
    await more(page, "Clean this list again…");
    const list = card(page, "again.csv");
    await expect(list).toContainText("A cleaning was made of this list: how it is read is settled.");
    await expect(list.getByRole("switch", { name: "First row is a header" })).toBeDisabled();
    await expect(list.getByTestId("price-line")).toContainText("2 rows − ");
    await expect(list.getByTestId("price-line")).toContainText("already known");
  });
});
