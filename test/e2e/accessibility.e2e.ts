import type { Locator, Page } from "@playwright/test";
import { workbook } from "../fixtures/workbooks.ts";
import { startDnsServer } from "../support/dns-server.ts";
import { messyFile } from "../support/messy-list.ts";
import { checkAccessibility } from "./axe.ts";
import { dropFile, dropFiles } from "./browser-host.ts";
import { test as base, expect } from "./connected.ts";
import { callEngine, clean, goTo, review } from "./prepared.ts";

const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
  hostOptions: async ({}, use) => {
    const dns = await startDnsServer({
      zone: (name) => (name === "acme.example" ? { mx: ["mx.acme.example"] } : null),
    });
    await use({ args: [], env: { WINNOW_RESOLVER: dns.address } });
    await dns.close();
  },
});
test.describe.configure({ mode: "parallel" });

const MARCH = "email,Name,Name,domain\nvalid.a@k.example,Ann,A,x\nbounce.b@k.example,Bob,B,y\n";
const APRIL =
  "email,Name,Name,domain\nvalid.a@k.example,Ann,A,x\nbounce.a@k.example,Al,A,x\ncatchall.c@k.example,Cat,C,x\nslow.d@k.example,Dan,D,z\ninfo@k.example,Eve,E,\n";

const button = (page: Page | Locator, name: string | RegExp): Locator =>
  page.getByRole("button", { name, exact: typeof name === "string" });

const overlays = (page: Page): Locator =>
  page.locator("[role=dialog], [role=menu]").filter({ visible: true });

async function close(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await expect(overlays(page)).toHaveCount(0);
}

/** Opens something with a click on `opener`, checks it with axe and closes it. */
async function lookInto(page: Page, opener: Locator, what: string): Promise<void> {
  await opener.click();
  await expect(overlays(page)).not.toHaveCount(0);
  await checkAccessibility(page, what);
  await close(page);
}

/** Opens a menu with a click on `opener`, and checks it and the dialog behind each of `items` with axe. */
async function lookIntoMenu(
  page: Page,
  opener: Locator,
  what: string,
  items: readonly string[],
): Promise<void> {
  await lookInto(page, opener, what);
  for (const item of items) {
    await opener.click();
    await page.getByRole("menuitem", { name: item, exact: true }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await checkAccessibility(page, `${what}: ${item}`);
    await close(page);
  }
}

async function lookIntoChoices(page: Page, field: Locator, what: string): Promise<void> {
  await field.click();
  await expect(page.getByRole("option").first()).toBeVisible();
  await checkAccessibility(page, what);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("option")).toHaveCount(0);
}

test("axe finds no issue on the first run and in its error messages", async ({ winnow: page }) => {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await checkAccessibility(page, "first run");
  await page.getByLabel("Name of the account").fill("Acme");
  await page.getByRole("textbox", { name: "API key" }).fill("not-a-key");
  await page.getByLabel("Service address", { exact: true }).fill("http://127.0.0.1:1");
  await button(page, "Connect account").click();
  await expect(page.getByRole("alert")).toBeVisible();
  await checkAccessibility(page, "an account that cannot be connected");
});

test("axe finds no issue in a list before it is cleaned, and in its dialogs", async ({ connected: page }) => {
  await expect(page.getByText("Drop a list here").first()).toBeVisible();
  await checkAccessibility(page, "Clean, empty");
  await lookInto(page, button(page, "Paste addresses"), "paste");
  await dropFile(page, "empty.csv", "");
  await expect(page.getByRole("alert")).toBeVisible();
  await checkAccessibility(page, "a file that cannot be read");
  await button(page, "Close 'empty.csv'").click();

  const lines = [
    "ann@outlok.com,1",
    '"Ann <ann@acme.example>",2',
    "info@acme.example,3",
    "x@mailinator.com,4",
    "cat@gone.example,5",
    "bad@@acme.example,6",
    "cat@gone.example,7",
  ];
  await dropFile(page, "flagged.csv", `email,number\n${lines.join("\n")}\n`);
  await expect(page.getByTestId("price-line")).toBeVisible();
  await page.getByRole("switch", { name: "Find domains that cannot receive mail" }).check({ force: true });
  await expect(button(page, "Show them")).toBeVisible();
  await expect(button(page, /^Verify, \d/)).toBeEnabled();
  await checkAccessibility(page, "price");
  await lookInto(page, button(page, /^− 1 duplicate/), "a term of the price");
  await lookInto(page, button(page, "Show them"), "domains that cannot receive mail");
  await lookInto(page, button(page, "1 invalid").last(), "invalid rows");
  await lookInto(page, button(page, "1 role address"), "role addresses");
  await lookInto(page, button(page, "Review each").first(), "likely typos");
  await lookInto(page, button(page, "Review each").last(), "cells to correct");
  await lookInto(page, button(page, "Import it as results, bounces or unsubscribes…"), "mapping");
  await button(page, "Change").click();
  await checkAccessibility(page, "how the list is read");
  await lookIntoChoices(page, page.getByRole("combobox", { name: "Address column" }), "address columns");
  await button(page, "Accept all 1").click();
  await expect(page.getByText("1 typo corrected")).toBeVisible();
  // The button fades in once the new price is there.
  await expect(button(page, /^Verify, \d/)).toBeEnabled();
  await lookInto(page, button(page, "Close 'flagged.csv'"), "closing a list with corrections");
});

test("axe finds no issue in questions about lists, and in lists during and after cleaning", async ({
  connected: page,
  service,
}) => {
  const sheets = ["Customers", "Partners"].map((name) => ({ name, rows: [["email"], ["ann@acme.example"]] }));
  await dropFiles(page, [
    { name: "book.xlsx", bytes: workbook(sheets) },
    {
      name: "two.csv",
      bytes: "Email,Email\nann@k.example,o@z.example\nbo@k.example,p@z.example\n",
    },
    {
      name: "earlier.csv",
      bytes: "Email,ZB Status,ZB Sub Status\nann@acme.example,valid,\nbo@acme.example,abuse,\n",
    },
    {
      name: "audience.csv",
      bytes: Buffer.from(
        "Email Address,First Name,MEMBER_RATING,LEID,EUID,UNSUB_TIME,UNSUB_REASON,CLEAN_TIME\nann@acme.example,Ann,3,1,a,,,\nbo@acme.example,Bo,1,2,b,2024-05-01 10:00:00,NORMAL,\n",
      ),
    },
  ]);
  await expect(page.getByRole("group", { name: "Which sheet is the list?" })).toBeVisible();
  await expect(button(page, "Email (2)")).toBeVisible();
  await expect(page.getByRole("group", { name: /^Results of an earlier verification/ })).toBeVisible();
  await expect(page.getByRole("group", { name: /^Leave out people/ })).toBeVisible();
  await checkAccessibility(page, "questions about lists");
  for (const name of ["book.xlsx", "two.csv", "earlier.csv", "audience.csv"])
    await button(page, `Close '${name}'`).click();

  await dropFiles(
    page,
    ["a.csv", "b.csv"].map((name) => ({ name, bytes: `email\nvalid.${name}@k.example\n` })),
  );
  await expect(page.getByTestId("price-line")).toHaveCount(2);
  await checkAccessibility(page, "several lists");
  await lookInto(page, button(page, "Merge into one…"), "merge");
  for (const name of ["a.csv", "b.csv"]) await button(page, `Close '${name}'`).click();

  service.topUp("acme", -9_800);
  await page.getByRole("button", { name: /^Balance of/ }).click();
  await expect(page.getByRole("banner")).toContainText("200 credits");
  await dropFile(page, "kunden.csv", messyFile());
  await expect(button(page, "Wait for credits")).toBeVisible();
  await checkAccessibility(page, "too few credits");
  await button(page, "Wait for credits").click();
  await expect(page.getByRole("article", { name: "kunden.csv" }).getByRole("status")).toHaveText(
    "Waiting for credits",
  );
  await checkAccessibility(page, "a list that waits for credits");
  service.faults.add({ name: "503-retry-after", operation: "status", value: 1 });
  service.topUp("acme", 9_800);
  await page.getByRole("button", { name: /^Balance of/ }).click();
  await expect(page.getByRole("article", { name: "kunden.csv" }).getByRole("alert")).toBeVisible();
  await checkAccessibility(page, "a list with a problem");
  service.faults.clear();
  await expect(button(page, "Review results")).toBeVisible();
  await checkAccessibility(page, "a cleaned list");
});

test("axe finds no issue in results, and in their menus and popovers", async ({ connected: page }) => {
  await review(page, "april.csv", APRIL);
  await expect(button(page, "Forecast…")).toBeVisible();
  await checkAccessibility(page, "results");
  await lookInto(page, button(page, "Columns"), "columns");
  const grid = page.getByRole("grid", { name: "Results" });
  await button(grid, "Column 'Name (2)'").click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await checkAccessibility(page, "column menu");
  await lookIntoChoices(page, page.getByRole("combobox", { name: "Filter this column" }), "column filters");
  await close(page);
  await page.locator("#row-1").click({ button: "right" });
  await checkAccessibility(page, "row menu");
  await close(page);
  await button(page, /^Undeliverable \d/).click({ button: "right" });
  await checkAccessibility(page, "menu of a facet's value");
  await close(page);

  await button(page, /^Name 4 values/)
    .or(button(page, /^Name 5 values/))
    .first()
    .click();
  await button(page, /^Undeliverable \d/).click();
  await expect(page.getByRole("group", { name: "Filters" })).toBeVisible();
  await page.getByRole("checkbox", { name: "Select row 2" }).click();
  await expect(page.getByRole("toolbar")).toBeVisible();
  await checkAccessibility(page, "results, filtered, with a selected row");
  await button(page, "Drop").click();
  await expect(button(page, "Undo")).toBeVisible();
  await checkAccessibility(page, "results, with a marked row");
  await lookInto(page, button(page, "Save this filter as a view"), "name of a view");
  await button(page, "Save this filter as a view").click();
  await page.getByRole("textbox", { name: "Name of the view" }).fill("Bad");
  await page.keyboard.press("Enter");
  await lookInto(page, button(page, "View 'Bad'"), "menu of a view");
  await page.locator("#row-0").click();
  await expect(page.getByRole("dialog")).toContainText("The whole row");
  await checkAccessibility(page, "a row");
  await close(page);
  await page.getByRole("searchbox", { name: "Search addresses" }).fill("not-in-the-list");
  await expect(page.getByText("No matching rows")).toBeVisible();
  await checkAccessibility(page, "results without rows");
  await page.setViewportSize({ width: 900, height: 600 });
  await lookInto(page, button(page, "Filter"), "facets in a narrow window");
});

test("axe finds no issue in exports, forecasts, comparisons, reports and other actions on results", async ({
  connected: page,
}) => {
  const march = await clean(page, "march.csv", MARCH);
  await review(page, "april.csv", APRIL);
  await lookIntoMenu(page, button(page, "More"), "menu of results", [
    "What happened",
    "Compare with another list…",
    "Add 'Do not send' to a suppression list…",
    "Rename or tag…",
    "Delete at the service…",
    "Delete here…",
  ]);
  await page.keyboard.press("Control+e");
  const dialog = page.getByRole("dialog", { name: /^Export/ });
  await expect(button(dialog, /^Export \d/)).toBeVisible();
  await checkAccessibility(page, "export");
  await dialog.getByText("Choose…", { exact: true }).click();
  await dialog.getByText("CSV for Excel", { exact: true }).click();
  await button(dialog, "Save as preset…").click();
  await checkAccessibility(page, "export of chosen columns");
  await page.keyboard.type("For Excel");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("radio", { name: /^For Excel/ })).toBeChecked();
  await dialog.getByText("Safe to send", { exact: true }).click();
  await dialog.getByRole("switch", { name: /^Risky ones too/ }).check({ force: true });
  await button(dialog, /^Export \d/).click();
  await expect(button(dialog, "Done")).toBeVisible();
  await checkAccessibility(page, "an export that is done");
  await close(page);
  const sent = { kind: "text", name: "sent.csv", text: "email\nann@acme.example\n" } as const;
  const { listId } = await callEngine(page, "lists.open", { source: sent });
  await callEngine(page, "lists.read", { listId, options: {} });
  await callEngine(page, "memory.import", { listId, name: sent.name, as: "sent" });
  await button(page, "Forecast…").click();
  await expect(page.getByRole("dialog").getByRole("table", { name: "Past mailings" })).toBeVisible();
  await checkAccessibility(page, "forecast");
  await close(page);
  await page.keyboard.press("Control+k");
  await page.getByPlaceholder("Type a command, a list's name or an address").fill("march");
  await expect(page.getByRole("dialog")).toContainText("march.csv");
  await checkAccessibility(page, "command palette");
  await close(page);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await checkAccessibility(page, "keyboard shortcuts");
  await close(page);

  const results = page.url();
  await button(page, "More").click();
  await page.getByRole("menuitem", { name: "Compare with another list…" }).click();
  await button(page.getByRole("dialog"), /march\.csv/).click();
  await expect(page.getByRole("heading", { name: "What changed" })).toBeVisible();
  await checkAccessibility(page, "what changed between two lists");
  await page.goto(`${results}/report`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await checkAccessibility(page, "report");
  await callEngine(page, "cleanings.act", { cleaningId: march, action: "delete_here" });
  await page.goto(`${results.replace(/cleanings\/.*/, "")}cleanings/${march}`);
  await expect(page.getByText(/This list is in the bin/)).toBeVisible();
  await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
  await checkAccessibility(page, "results in the bin");
});

test("axe finds no issue in Lists and Check", async ({ connected: page, service }) => {
  await goTo(page, "Lists");
  await expect(page.getByText("No lists yet")).toBeVisible();
  await checkAccessibility(page, "Lists, empty");
  await clean(page, "march.csv", MARCH);
  await clean(page, "april.csv", APRIL);
  await expect(page.getByRole("list", { name: "Lists" })).toContainText("april.csv");
  await checkAccessibility(page, "Lists");
  const menu = button(page, "More for 'april.csv'");
  await lookIntoMenu(page, menu, "menu of a list", [
    "Compare with another list…",
    "Rename or tag…",
    "Delete here…",
  ]);
  await page.getByRole("searchbox", { name: "Search names and addresses" }).fill("bounce.b@k.example");
  await expect(page.getByRole("region", { name: "Addresses" })).toContainText("bounce.b@k.example");
  await checkAccessibility(page, "an address that was found");
  await page.getByRole("link", { name: "bounce.b@k.example" }).click();
  await expect(page.getByRole("region", { name: "Verdict" })).toContainText("Undeliverable");
  await checkAccessibility(page, "page of an address");
  await lookInto(page, button(page, "Suppress…"), "suppressing an address");
  await lookInto(page, button(page, "Erase this address everywhere…"), "erasing an address");
  await page.goBack();
  await page.getByRole("searchbox", { name: "Search names and addresses" }).fill("");
  await menu.click();
  await page.getByRole("menuitem", { name: "Delete here…" }).click();
  await button(page.getByRole("dialog"), "Delete here").click();
  await expect(button(page, "Undo")).toBeVisible();
  await checkAccessibility(page, "Lists, with Undo");
  await page.getByText("Bin", { exact: true }).click();
  await expect(button(page, "Restore")).toBeVisible();
  await checkAccessibility(page, "bin");
  await lookInto(page, button(page, "Delete for good: april.csv"), "deleting for good");

  await goTo(page, "Check");
  await expect(page.getByText("Nothing to show yet")).toBeVisible();
  await checkAccessibility(page, "Check, empty");
  const field = page.getByRole("textbox", { name: "Addresses to check" });
  await field.fill("valid.a@k.example, bounce.x@k.example, catchall.y@k.example, slow.z@k.example, kaputt@");
  await button(page, "Check 4 addresses").click();
  await expect(page.getByRole("listitem", { name: "slow.z@k.example" })).toContainText("Unknown");
  service.faults.add({ name: "no-credits", operation: "verify" });
  await field.fill("ann@acme.example");
  await field.press("Enter");
  await expect(page.getByRole("listitem", { name: "ann@acme.example" })).toContainText("no credits left");
  await checkAccessibility(page, "Check");
  await lookInto(page, button(page, "Forget the result of slow.z@k.example"), "forgetting a result");
});

test("axe finds no issue in Settings, the account's menu and Bounces and opt-outs", async ({
  connected: page,
}) => {
  await lookInto(page, button(page, "Account: Acme"), "menu of accounts");
  await callEngine(page, "accounts.sandbox", {});
  await callEngine(page, "suppression.add", {
    name: "Complaints",
    source: { kind: "text", name: "complaints.txt", text: "ann@acme.example\n" },
  });
  await clean(page, "march.csv", MARCH);
  await goTo(page, "Settings");
  await expect(page.getByRole("tab", { name: "Accounts and team" })).toBeVisible();
  await checkAccessibility(page, "Settings, Accounts and team");
  await lookIntoMenu(page, button(page, "More for account 'Acme'"), "menu of an account", [
    "Rename…",
    "Replace key…",
    "Change address…",
    "Remove…",
  ]);
  const tab = (name: string) => page.getByRole("tab", { name }).click();
  for (const name of ["Cleaning", "Appearance", "About"]) {
    await tab(name);
    await checkAccessibility(page, `Settings, ${name}`);
  }
  await tab("Data");
  await button(page, "Back up now").click();
  await expect(page.getByRole("status").filter({ hasText: "Backed up to" })).toBeVisible();
  await checkAccessibility(page, "Settings, Data");
  await lookInto(page, button(page, "Restore a backup…"), "restoring a backup");
  await lookInto(page, button(page, /^Delete/).last(), "deleting a copy");
  await goTo(page, "Bounces");
  await expect(page.getByText("Complaints", { exact: true })).toBeVisible();
  await checkAccessibility(page, "Bounces and opt-outs");
  await lookInto(page, button(page, "Paste"), "pasting a suppression list");
  await lookInto(page, button(page, "Remove 'Complaints'"), "removing a suppression list");
  await lookInto(page, button(page, "Export for a mailing service…"), "exporting for a mailing service");
  await goTo(page, "Clean");
  await expect(page.getByRole("region", { name: "Which account?" })).toBeVisible();
  await checkAccessibility(page, "several accounts");
});

test("the current place, a pressed filter and the states of controls are visible with forced colours", async ({
  connected: page,
}) => {
  await page.setViewportSize({ width: 900, height: 600 });
  await page.emulateMedia({ forcedColors: "active" });
  const look = (element: Locator, property: string) =>
    element.evaluate((at, name) => getComputedStyle(at).getPropertyValue(name), property);
  const readBackground = (name: string) =>
    look(page.getByRole("link", { name, exact: true }), "background-color");
  await expect(page.getByRole("link", { name: "Clean", exact: true })).toHaveAttribute(
    "aria-current",
    "page",
  );
  expect(await readBackground("Clean")).not.toBe(await readBackground("Lists"));

  await review(page, "two.csv", "email\nvalid.a@k.example\nbounce.b@k.example\n");
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  const readEdge = (name: RegExp) => look(page.getByRole("button", { name }), "border-top-width");
  await page.getByRole("button", { name: /^Undeliverable \d/ }).click();
  await expect(page.getByRole("button", { name: /^Undeliverable \d/ })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  expect(await readEdge(/^Undeliverable \d/)).not.toBe(await readEdge(/^Deliverable \d/));
  await close(page);

  const body = page.locator("body");
  const [canvas, text] = [await look(body, "background-color"), await look(body, "color")];
  const breadcrumb = page.getByRole("navigation", { name: "Current location" }).getByText("two.csv");
  expect(await look(breadcrumb, "color")).toBe(text);
  expect(await look(breadcrumb, "background-color")).toMatch(/, 0\)$/);

  /** Expects a switch or radio button to be visible, and to look different when it is checked. */
  const expectStates = async (checked: Locator, unchecked: Locator) => {
    // Colours change gradually after a click.
    const uncheckedColours = async () => [
      await look(unchecked, "background-color"),
      await look(unchecked, "border-top-color"),
    ];
    await expect.poll(uncheckedColours).toContain(text);
    expect(await look(checked, "background-color")).not.toBe(canvas);
    expect(await look(checked, "background-color")).not.toBe(await look(unchecked, "background-color"));
  };
  const tracks = (within: Locator, of: string) =>
    within.locator(`[role=switch]${of} + .mantine-Switch-track`).first();
  await page.keyboard.press("Control+e");
  const dialog = page.getByRole("dialog", { name: /^Export/ });
  await dialog.getByText("CSV for Excel").click();
  await expectStates(
    dialog.getByRole("radio", { name: /^What is on screen/ }),
    dialog.getByRole("radio", { name: /^Everything/ }),
  );
  await expectStates(tracks(dialog, ":checked"), tracks(dialog, ":not(:checked)"));
  await close(page);
  await goTo(page, "Settings");
  await page.getByRole("tab", { name: "Appearance" }).click();
  await page.getByRole("switch", { name: "Check for updates" }).click();
  const main = page.getByRole("main");
  await expectStates(tracks(main, ":checked"), tracks(main, ":not(:checked)"));
});

test("with reduced motion, the bar of work of unknown length is still", async ({ connected: page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.route("**/files**", () => {});
  await dropFile(page, "slow.csv", "email\nann@acme.example\n");
  await expect(page.getByRole("progressbar", { name: "Receiving the file…" })).toHaveCSS(
    "animation-name",
    "none",
  );
});
