import type { Locator, Page } from "@playwright/test";
import iconv from "iconv-lite";
import { workbook } from "../fixtures/workbooks.ts";
import { dropFile, dropFiles } from "./browser-host.ts";
import { expect, test } from "./connected.ts";
import { goTo } from "./prepared.ts";

const card = (page: Page, name: string): Locator => page.getByRole("region", { name, exact: true });
const line = (list: Locator): Locator => list.getByTestId("price-line");

async function choose(list: Locator, field: string | RegExp, option: string | RegExp): Promise<void> {
  await list.getByRole("combobox", { name: field }).click();
  await list.page().getByRole("option", { name: option, exact: true }).click();
}

test("several dropped lists are read and priced or merged into one, and addresses can be pasted", async ({
  connected: page,
  service,
}) => {
  await dropFiles(page, [
    { name: "north.csv", bytes: "email,city\nann@acme.example,Oslo\nbob@acme.example,Bergen\n" },
    { name: "south.csv", bytes: "city;email\nRoma;cy@acme.example\nBari;ann@acme.example\n" },
    {
      name: "utf16.csv",
      bytes: iconv.encode("email;city\ndan@acme.example;Осло\n", "utf-16le", { addBOM: true }),
    },
  ]);
  const utf16 = card(page, "utf16.csv");
  await utf16.getByRole("button", { name: "Change", exact: true }).click();
  await expect(utf16.getByRole("group", { name: "First rows" })).toContainText("Осло");
  await expect(line(card(page, "north.csv"))).toHaveText("2 rows = 2 credits.");
  await expect(line(card(page, "south.csv"))).toContainText("2 rows");
  await expect(page.getByRole("region", { name: "All lists" })).toContainText(
    "3 lists, 5 rows: at most 5 credits.",
  );
  await page.getByRole("button", { name: "Merge into one…" }).click();
  const merge = page.getByRole("dialog");
  await merge.getByLabel("Name of the list").fill("all.csv");
  await merge.getByRole("button", { name: "Merge", exact: true }).click();
  await expect(line(card(page, "all.csv"))).toHaveText("5 rows − 1 duplicate = 4 credits.");
  await expect(card(page, "north.csv")).toHaveCount(0);

  await page.getByRole("button", { name: "Paste addresses" }).click();
  const paste = page.getByRole("dialog", { name: "Paste addresses" });
  await paste
    .getByLabel("Addresses, one per line or with their columns")
    .fill("d@acme.example\ne@acme.example");
  await paste.getByRole("button", { name: "Preview" }).click();
  await expect(line(page.getByRole("region", { name: /^Pasted addresses, \w+ \d+/ }))).toHaveText(
    "2 rows = 2 credits.",
  );
  expect(service.requests.filter(({ operation }) => operation === "upload")).toEqual([]);
});

test("guesses about a list can be changed, and questions appear before there is a price", async ({
  connected: page,
}) => {
  await test.step("encoding and delimiter", async () => {
    await dropFile(page, "read.csv", iconv.encode("Name;Email\nЮлия;a@acme.example,b\n", "windows-1251"));
    const list = card(page, "read.csv");
    const preview = list.getByRole("group", { name: "First rows" });
    await list.getByRole("button", { name: "Change", exact: true }).click();
    await choose(list, /^Encoding/, "windows-1251");
    await expect(preview).toContainText("Юлия");
    await choose(list, "Delimiter", "Comma");
    await expect(preview).toContainText("Юлия;a@acme.example");
    await page.getByRole("button", { name: "Close 'read.csv'" }).click();
  });

  await test.step("sheet", async () => {
    const customers = { name: "Customers", rows: [["email"], ["ann@acme.example"]] };
    const partners = { name: "Partners", rows: [["email"], ["bo@acme.example"], ["cat@acme.example"]] };
    await dropFile(page, "book.xlsx", workbook([customers, partners]));
    const list = card(page, "book.xlsx");
    const asked = list.getByRole("group", { name: "Which sheet is the list?" });
    await expect(list.getByRole("button", { name: /^Verify, \d/ })).toHaveCount(0);
    await asked.getByRole("button", { name: "Partners" }).click();
    await expect(line(list)).toHaveText("2 rows = 2 credits.");
    await page.getByRole("button", { name: "Close 'book.xlsx'" }).click();
  });

  await test.step("preamble, address column and header", async () => {
    await dropFile(
      page,
      "titled.csv",
      "My customers,,\nAnn,ann@acme.example,Oslo\nBob,bob@acme.example,Rome\n",
    );
    await expect(line(card(page, "titled.csv"))).toContainText("2 rows = 2 credits");
    await page.getByRole("button", { name: "Close 'titled.csv'" }).click();

    const rows = ["a", "b", "c"].map((one) => `${one}1@acme.example,${one}2@home.example`);
    await dropFile(page, "two.csv", `work,private\n${rows.join("\n")}\na1@acme.example,z@home.example\n`);
    const list = card(page, "two.csv");
    await list.getByRole("alert").getByRole("button", { name: "private" }).click();
    await expect(line(list)).toHaveText("4 rows = 4 credits.");
    await list.getByRole("button", { name: "Change", exact: true }).click();
    await choose(list, "Address column", /^work/);
    await expect(line(list)).toHaveText("4 rows − 1 duplicate = 3 credits.");
    await list.getByRole("switch", { name: "First row is a header" }).click();
    await expect(line(list)).toContainText("5 rows");
  });
});

test("corrections are accepted and undone, survive a reload, and are in the exported file", async ({
  connected: page,
  saved,
}) => {
  const text = 'email,name\nbob@acme.example,Bob\n"Ann <ann@outlok.com>","A, n"\nbo@@acme.example,Bo\n';
  await dropFile(page, "typos.csv", text);
  const list = card(page, "typos.csv");
  await expect(line(list)).toHaveText("3 rows − 1 invalid = 2 credits.");
  await list.getByRole("button", { name: "1 invalid", exact: true }).click();
  await expect(page.getByRole("dialog").getByRole("row", { name: /^4 bo@@acme\.example/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await list.getByRole("button", { name: "Review each", exact: true }).click();
  await page.getByRole("button", { name: "Accept: ann@outlook.com" }).click();
  await page.getByRole("button", { name: "Revert: ann@outlook.com" }).click();
  await page.getByRole("button", { name: "Accept: ann@outlook.com" }).click();
  await page.keyboard.press("Escape");
  await list.getByRole("button", { name: "Revert: outlook.com" }).click();
  await list.getByRole("button", { name: "Accept all 1" }).click();
  await expect(list).toContainText("1 typo corrected");
  await page.reload();
  await expect(list).toContainText("1 typo corrected");

  await list.getByRole("button", { name: /^Verify, \d/ }).click();
  await page.getByRole("button", { name: "Review results" }).click();
  await page.getByRole("button", { name: "Export…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: "Everything, with verdicts" }).check();
  await dialog.getByLabel("Add the verdict columns").uncheck();
  await expect(dialog).toContainText("1 address is written with corrections");
  const { bytes } = await saved(() => dialog.getByRole("button", { name: "Export 3 rows" }).click());
  expect(bytes.toString()).toBe(text.replace("outlok", "outlook"));
});

test("results of an earlier verification are imported for free, and known addresses stay free", async ({
  connected: page,
  service,
}) => {
  const header =
    '"Email Address","Verification Result","Syntax Error","ISP","Role","Disposable","Trap","Verified At"';
  const verdict = `"deliverable","N","N","N","N","N","${new Date().toISOString()}"`;
  const rows = ["ann", "bo", "cat"].map((one) => `"${one}@acme.example",${verdict}\n`);
  await dropFile(page, "earlier.csv", `${header}\n${rows.join("")}`);
  const imported = card(page, "earlier.csv");
  const asked = imported.getByRole("group", {
    name: "Results of an earlier verification, or a list to verify?",
  });
  await expect(asked).toContainText("3 of the 3 rows examined contain a verdict.");
  await asked.getByRole("button", { name: "Results: import the verdicts" }).click();
  await expect(line(imported)).toContainText("with a verdict in this file");
  await imported.getByRole("button", { name: "Review results" }).click();
  await expect(page.getByRole("grid")).toContainText("bo@acme.example");

  await goTo(page, "Clean");
  await dropFile(page, "again.csv", "email\nann@acme.example\nbo@acme.example\ndora@acme.example\n");
  const list = card(page, "again.csv");
  await expect(line(list)).toHaveText("3 rows − 2 already known = 1 credit.");
  const known = list.getByRole("switch", { name: "Use verdicts that are already known" });
  await known.click();
  await expect(line(list)).toContainText("= 3 credits.");
  await known.click();
  await expect(line(list)).toHaveText("3 rows − 2 already known = 1 credit.");
  await list.getByRole("button", { name: /^Verify, \d/ }).click();
  await page.getByRole("button", { name: "Review results" }).click();
  await expect(page.getByRole("grid")).toContainText("dora@acme.example");
  expect([...service.charges("acme")]).toEqual([["dora@acme.example", 1]]);

  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Clean this list again…" }).click();
  await expect(line(list)).toContainText("already known");
  await list.getByRole("button", { name: "Change", exact: true }).click();
  await expect(list.getByRole("switch", { name: "First row is a header" })).toBeDisabled();
  await expect(list).not.toContainText("will be left");
  await list.getByRole("button", { name: "Show results, free" }).click();
  await expect(page.getByRole("grid")).toContainText("dora@acme.example");

  await goTo(page, "Clean");
  const recent = page.getByRole("list", { name: "Last lists" });
  await expect(recent.getByRole("listitem").getByRole("link")).toHaveText(["earlier.csv"]);
  await page.getByRole("button", { name: "Hide 'again.csv'" }).first().click();
  await expect(recent.getByRole("link")).toHaveText(["again.csv", "earlier.csv"]);
});

test("a file is mapped by hand: the proposed meanings stay, and Escape and dropped files lose no choice", async ({
  connected: page,
}) => {
  await dropFile(page, "sent.csv", "email\nann@acme.example\n");
  const one = card(page, "sent.csv");
  await expect(one.getByRole("button", { name: "Record it as sent" })).toBeVisible();
  const map = "Import it as results, bounces or unsubscribes…";
  await expect(one.getByRole("button", { name: map })).toHaveCount(0);
  await page.getByRole("button", { name: "Close 'sent.csv'" }).click();

  await dropFile(page, "crm.csv", "email,outcome\nann@acme.example,Bounced\nbo@acme.example,Fine\n");
  await card(page, "crm.csv").getByRole("button", { name: map }).click();
  const dialog = page.getByRole("dialog", { name: "What does this file contain?" });
  const meaning = (word: string) => dialog.getByRole("combobox", { name: `Meaning of '${word}'` });
  await meaning("Bounced").click();
  await page.getByRole("option", { name: "Bounced permanently", exact: true }).click();
  await expect(meaning("Bounced")).toHaveValue("Bounced permanently");
  await meaning("Fine").click();
  await page.getByRole("option", { name: "Opened", exact: true }).click();

  await dropFile(page, "late.csv", "email\ncy@acme.example\n");
  await expect(page.getByRole("alert").filter({ hasText: "'late.csv' was not read" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(card(page, "late.csv")).toHaveCount(0);
  await card(page, "crm.csv").getByRole("button", { name: map }).click();
  await expect(meaning("Fine")).toHaveValue("Opened");
});

test("the price and its button stay in view in a low window, and the button is primary among several lists", async ({
  connected: page,
}) => {
  const rows = Array.from({ length: 40 }, (_, row) => `p${row}@acme.example,Ann\n`).join("");
  await dropFile(page, "long.csv", `email,name\n${rows}p0@acme.example,Bo\nkaputt@,Cy\n,Dan\n`);
  const list = card(page, "long.csv");
  const main = page.getByRole("main");
  for (const width of [900, 1280]) {
    await page.setViewportSize({ width, height: 600 });
    for (const top of [0, 10_000]) {
      await main.evaluate((element, to) => element.scrollTo(0, to), top);
      await expect(list.getByRole("button", { name: "Verify, 40 credits" })).toBeInViewport({ ratio: 1 });
      await expect(list.getByText("40 credits", { exact: true }).last()).toBeInViewport({ ratio: 1 });
    }
  }
  await dropFile(page, "short.csv", "email\nann@acme.example\n");
  const buttons = page.getByRole("button", { name: /^Verify, \d/ });
  await expect(buttons).toHaveCount(2);
  for (const button of await buttons.all())
    await expect(button).not.toHaveAttribute("data-variant", "default");
});
