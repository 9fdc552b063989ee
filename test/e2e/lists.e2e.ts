import { writeFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import iconv from "iconv-lite";
import { workbook } from "../fixtures/workbooks.ts";
import { dropFile, dropFiles, expect } from "./browser-host.ts";
import { test } from "./connected.ts";

const card = (page: Page, name: string): Locator => page.getByRole("region", { name, exact: true });
const line = (list: Locator): Locator => list.getByTestId("price-line");

/** Chooses `option` in the list of a field, as a person does. */
async function choose(list: Locator, field: string | RegExp, option: string | RegExp): Promise<void> {
  await list.getByRole("combobox", { name: field }).click();
  await list.page().getByRole("option", { name: option, exact: true }).click();
}

const PEOPLE = "Имя;E-Mail\nАнна;anna@acme.example\nБорис;boris@acme.example\n";
const KINDS: readonly { name: string; bytes: Buffer; shows: string; read: string }[] = [
  {
    name: "tabs.tsv",
    bytes: Buffer.from("id\temail\tnote\n1\tann@acme.example\ta, b; c\n2\tbo@acme.example\tx\n"),
    shows: "a, b; c",
    read: "Tab",
  },
  {
    name: "utf16.csv",
    bytes: Buffer.from(iconv.encode(PEOPLE, "utf-16le", { addBOM: true })),
    shows: "Анна",
    read: "Semicolon",
  },
  {
    name: "windows.csv",
    bytes: Buffer.from(
      iconv.encode(
        `Straße,E-Mail,Größe\n${["Müller", "Jörg", "Grüß", "Öz", "Ärger"].map((name, i) => `${name}str. ${i},person${i}@acme.example,groß`).join("\n")}\n`,
        "windows-1252",
      ),
    ),
    shows: "Müllerstr. 0",
    read: "Comma",
  },
  {
    name: "japan.csv",
    bytes: Buffer.from(
      iconv.encode(
        `氏名,メール,会社\n${["山田太郎", "鈴木花子", "佐藤一郎", "高橋健"].map((name, i) => `${name},person${i}@acme.example,株式会社テスト`).join("\n")}\n`,
        "Shift_JIS",
      ),
    ),
    shows: "山田太郎",
    read: "Comma",
  },
  {
    name: "plain.txt",
    bytes: Buffer.from("ann@acme.example\nbo@acme.example\ncat@acme.example\n"),
    shows: "ann@acme.example",
    read: "",
  },
];

test("every kind of list a marketer has is read right, several at once", async ({
  connected: page,
  service,
}) => {
  await dropFiles(page, page.locator("body"), KINDS);
  for (const { name, shows, read } of KINDS)
    await test.step(name, async () => {
      const list = card(page, name);
      await expect(list.getByRole("region", { name: "First rows" })).toContainText(shows);
      await expect(list).not.toContainText("\uFFFD");
      if (read) await expect(list.getByRole("combobox", { name: "Delimiter" })).toHaveValue(read);
      await expect(line(list)).toContainText(/credits?\./);
    });

  await page.getByRole("button", { name: "Paste addresses" }).click();
  const dialog = page.getByRole("dialog", { name: "Paste addresses" });
  await dialog
    .getByLabel("Addresses, one a line or with their columns")
    .fill("dora@acme.example\nemil@acme.example");
  await dialog.getByRole("button", { name: "Look inside" }).click();
  await expect(line(card(page, "Pasted addresses"))).toHaveText("2 rows = 2 credits.");
  expect(service.requests.filter(({ operation }) => operation === "upload")).toEqual([]);
});

test("what was guessed can be changed: encoding, delimiter, sheet, column, header", async ({
  connected: page,
}) => {
  await test.step("encoding and delimiter", async () => {
    const text = "Name;Email\nЮлия;a@acme.example,b\nОльга;c@acme.example,d\n";
    await dropFile(page, page.locator("body"), "read.csv", Buffer.from(iconv.encode(text, "windows-1251")));
    const list = card(page, "read.csv");
    const preview = list.getByRole("region", { name: "First rows" });
    await choose(list, /^Encoding/, "windows-1252");
    await expect(preview).toContainText("Þëèÿ");
    await choose(list, /^Encoding/, "windows-1251");
    await expect(preview).toContainText("Юлия");
    await choose(list, "Delimiter", "Comma");
    await expect(preview.getByRole("columnheader")).toHaveCount(2);
    await expect(preview).toContainText("Юлия;a@acme.example");
    await page.getByRole("button", { name: "Close 'read.csv'" }).click();
  });

  await test.step("sheets of a workbook", async () => {
    const bytes = Buffer.from(
      workbook([
        {
          name: "Customers",
          rows: [
            ["id", "email"],
            ["00012", "ann@acme.example"],
          ],
        },
        {
          name: "Partners",
          rows: [
            ["firm", "contact"],
            ["Bolt", "bo@bolt.example"],
            ["Cox", "cat@cox.example"],
          ],
        },
      ]),
    );
    await dropFile(page, page.locator("body"), "book.xlsx", bytes);
    const list = card(page, "book.xlsx");
    await expect(list.getByRole("region", { name: "First rows" })).toContainText("00012");
    const asked = list.getByRole("group", { name: "Which sheet is the list?" });
    await expect(asked.getByRole("button")).toHaveText(["Customers (2 rows)", "Partners (3 rows)"]);
    await expect(list.getByRole("button", { name: "Clean list" })).toHaveCount(0);
    await asked.getByRole("button", { name: "Partners" }).click();
    await expect(asked).toHaveCount(0);
    await expect(list.getByRole("region", { name: "First rows" })).toContainText("Bolt");
    await choose(list, "Sheet", "Customers");
    await expect(list.getByRole("region", { name: "First rows" })).toContainText("00012");
    await choose(list, "Sheet", "Partners");
    await expect(list.getByRole("region", { name: "First rows" })).toContainText("Bolt");
    await expect(line(list)).toHaveText("2 rows = 2 credits.");
    await page.getByRole("button", { name: "Close 'book.xlsx'" }).click();
  });

  await test.step("two columns that could hold the addresses: the user is asked", async () => {
    const rows = ["a", "b", "c"].map((one) => `${one}1@acme.example,${one}2@home.example`);
    const bytes = Buffer.from(`work,private\n${rows.join("\n")}\na1@acme.example,z@home.example\n`);
    await dropFile(page, page.locator("body"), "two.csv", bytes);
    const list = card(page, "two.csv");
    await expect(list).toContainText("Which column holds the addresses?");
    await expect(line(list)).toHaveCount(0);
    await list.getByRole("alert").getByRole("button", { name: "private" }).click();
    await expect(line(list)).toHaveText("4 rows = 4 credits.");
    await choose(list, "Address column", /^work/);
    await expect(line(list)).toHaveText("4 rows − 1 duplicate = 3 credits.");
    await list.getByRole("switch", { name: "First row is a header" }).click();
    await expect(line(list)).toContainText("5 rows");
  });
});

test("malformed rows are listed with their lines; typos are accepted and taken back; the price always adds up", async ({
  connected: page,
}) => {
  const rows = [
    "ann@acme.example",
    "ann@gmial.com",
    '"two\nlines","not an address"',
    "bo@@acme.example",
    "ann@gmail.com",
    "ANN@acme.example",
    "",
    "cat@acme.example",
  ].map((email, i) => (email.startsWith('"') ? email : `row ${i},${email}`));
  await dropFile(page, page.locator("body"), "typos.csv", Buffer.from(`note,email\n${rows.join("\n")}\n`));
  const list = card(page, "typos.csv");
  await expect(line(list)).toHaveText("8 rows − 1 duplicate − 2 invalid − 1 empty = 4 credits.");

  await list.getByRole("button", { name: "Invalid: 2" }).click();
  const malformed = page.getByRole("dialog", { name: /Invalid rows/ });
  await expect(malformed.getByRole("row", { name: /^4 not an address/ })).toBeVisible();
  await expect(malformed.getByRole("row", { name: /^6 bo@@acme\.example/ })).toBeVisible();
  await page.keyboard.press("Escape");

  await list.getByRole("button", { name: "Likely typos: 1" }).click();
  const typos = page.getByRole("dialog", { name: /Likely typos/ });
  await expect(typos).toContainText("ann@gmial.com → ann@gmail.com");
  await typos.getByRole("button", { name: "Accept: ann@gmail.com" }).click();
  await expect(typos.getByRole("button", { name: "Take back: ann@gmail.com" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(line(list)).toHaveText("8 rows − 2 duplicates − 2 invalid − 1 empty = 3 credits.");
  await list.getByRole("button", { name: "Corrected typos: 1" }).click();
  await typos.getByRole("button", { name: "Take back: ann@gmail.com" }).click();
  await page.keyboard.press("Escape");
  await expect(line(list)).toContainText("= 4 credits.");

  await list.getByLabel("Verify only the first").fill("3");
  await expect(line(list)).toHaveText(
    "8 rows − 1 duplicate − 2 invalid − 1 empty − 1 left for later = 3 credits.",
  );
  await list.getByRole("button", { name: "1 left for later" }).click();
  await expect(page.getByText("You chose to verify the first addresses only.")).toBeVisible();
  await page.getByRole("switch", { name: "Verify only the first" }).click();
  await expect(line(list)).toContainText("= 4 credits.");
  await expect(list).toContainText("You have 10,000; 9,996 will be left.");
});

test("known addresses are not paid for again, unless the user wants to; a results file needs no credits", async ({
  connected: page,
  service,
}) => {
  const results = [
    '"Email Address","Verification Result","Syntax Error","ISP","Role","Disposable","Trap","Verified At"',
    ...["ann", "bo", "cat"].map(
      (one) => `"${one}@acme.example","deliverable","N","N","N","N","N","${new Date().toISOString()}"`,
    ),
  ].join("\n");
  await dropFile(page, page.locator("body"), "from-the-service.csv", Buffer.from(`${results}\n`));
  const imported = card(page, "from-the-service.csv");
  const asked = imported.getByRole("group", {
    name: "Results of an earlier verification, or a list to verify?",
  });
  await expect(asked).toContainText("3 of the 3 rows looked at hold a verdict.");
  await asked.getByRole("button", { name: "A list: verify it" }).click();
  await expect(line(imported)).toHaveText("3 rows = 3 credits.");
  await imported.getByRole("combobox", { name: "Read as" }).click();
  await page.getByRole("option", { name: "Results: take the verdicts in" }).click();
  await expect(line(imported)).toHaveText("3 rows − 3 with a verdict in this file = 0 credits.");
  await expect(imported).toContainText("nothing is verified and nothing is charged");
  await imported.getByRole("button", { name: "Review results" }).click();
  await expect(page.getByRole("grid")).toContainText("bo@acme.example");

  await page.getByRole("link", { name: "Clean", exact: true }).click();
  const emails = "email\nann@acme.example\nbo@acme.example\ndora@acme.example\n";
  await dropFile(page, page.locator("body"), "again.csv", Buffer.from(emails));
  const list = card(page, "again.csv");
  await expect(line(list)).toHaveText("3 rows − 2 already known = 1 credit.");
  await expect(list).toContainText("2 of the known verdicts come from results files that were opened here");
  await list.getByRole("switch", { name: "Use verdicts already known here" }).click();
  await expect(line(list)).toContainText("= 3 credits.");
  await list.getByRole("switch", { name: "Use verdicts already known here" }).click();
  await expect(line(list)).toHaveText("3 rows − 2 already known = 1 credit.");
  await list.getByRole("button", { name: "Clean list" }).click();
  await page.getByRole("button", { name: "Review results" }).click();
  await expect(page.getByRole("grid")).toContainText("dora@acme.example");
  expect([...service.charges("acme")]).toEqual([["dora@acme.example", 1]]);
});

test("reading a big file is stopped half way, and nothing is left of it", async ({
  connected: page,
  folder,
}) => {
  const path = `${folder}/big.csv`;
  const block = Array.from(
    { length: 50_000 },
    (_, i) => `${i},person${i}@acme.example,some more text\n`,
  ).join("");
  writeFileSync(path, `id,email,text\n${block.repeat(40)}`);
  await page.locator('input[type="file"]').setInputFiles(path);
  const list = card(page, "big.csv");
  await list.getByRole("button", { name: "Stop reading" }).click();
  await expect(list).toHaveCount(0);
  await expect(page.getByText("Drop a list here").first()).toBeVisible();
});
