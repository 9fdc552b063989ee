import { dropFile, expect, test } from "./winnow.ts";

const RESULTS = [
  "Email,ZB Status,ZB Sub Status",
  "ann@deliverable.example,valid,",
  "bob@deliverable.example,abuse,",
  "cat@deliverable.example,do_not_mail,toxic",
  "dan@undeliverable.example,invalid,",
].join("\n");

test.beforeEach(async ({ winnow: page }) => {
  await dropFile(page, page.locator("body"), "zerobounce.csv", Buffer.from(`${RESULTS}\n`));
  const asked = page.getByRole("group", { name: "Results of an earlier verification, or a list to verify?" });
  await asked.getByRole("button", { name: "Results: take the verdicts in" }).click();
  await page.getByRole("button", { name: "Review results" }).click();
});

test("whom another service says not to mail is left out of the next list, and costs nothing there", async ({
  winnow: page,
}) => {
  const answer = page.getByRole("region", { name: "The answer" });
  await expect(answer).toContainText(": on no suppression list, so your next list may still mail them.");
  const offer = answer.getByRole("button", { name: "Add to a suppression list…" });
  await offer.click();
  const dialog = page.getByRole("dialog", { name: "Add to a suppression list" });
  await expect(dialog).toContainText("2 addresses will be added.");
  const name = dialog.getByLabel("Name of the suppression list");
  await expect(name).toHaveValue("Not to be mailed, from zerobounce.csv");
  await expect(name).toBeFocused();
  await name.fill("Complaints");
  // Closed by mistake: nothing is lost, and the focus is back.
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(offer).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(name).toHaveValue("Complaints");
  await name.press("Enter");
  await expect(page.getByText("2 addresses added to the suppression list 'Complaints'.")).toBeVisible();
  await expect(answer).toContainText(": all on a suppression list.");
  await expect(offer).toHaveCount(0);

  await page.goto(new URL("/", page.url()).href);
  const next = "Email\nbob@deliverable.example\ncat@deliverable.example\neve@deliverable.example\n";
  await dropFile(page, page.locator("body"), "next.csv", Buffer.from(next));
  await expect(page.getByRole("main")).toContainText("3 rows − 2 suppressed = 1 credit");
  await page.goto(`${page.url().split("#")[0]}#/settings/suppression`);
  await expect(page.getByRole("main")).toContainText("Complaints");
});

test("ticked rows are put onto a suppression list, which can be taken back", async ({ winnow: page }) => {
  const table = page.getByRole("grid");
  const row = table.getByRole("row").filter({ hasText: "dan@undeliverable.example" });
  await row.click({ button: "right" });
  await page.getByRole("menuitem", { name: "Add to a suppression list…" }).click();
  const dialog = page.getByRole("dialog", { name: "Add to a suppression list" });
  await expect(dialog).toContainText("1 address will be added.");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  const told = page.getByRole("alert").filter({ hasText: "1 address added to the suppression list" });
  await expect(told).toBeVisible();
  // The keyboard is back in the table.
  await expect(dialog).toHaveCount(0);
  await expect(table).toBeFocused();
  await page.keyboard.press("ControlOrMeta+a");
  await page.getByRole("toolbar").getByRole("button", { name: "Add to a suppression list…" }).click();
  await expect(dialog).toContainText("3 addresses will be added; 1 is on a suppression list already.");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await told.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("toolbar").getByRole("button", { name: "Add to a suppression list…" }).click();
  await expect(dialog).toContainText("4 addresses will be added.");
});
