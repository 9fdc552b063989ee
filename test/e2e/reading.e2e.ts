import iconv from "iconv-lite";
import { dropFile, expect, test } from "./winnow.ts";

test("a list whose beginning is not certain is priced once it is said where it begins", async ({
  winnow: page,
}) => {
  const text = "My customers,,\nAnn,ann@deliverable.example,Oslo\nBob,bob@deliverable.example,Rome\n";
  await dropFile(page, page.locator("body"), "titled.csv", Buffer.from(text));
  const asked = page.getByRole("group", { name: "Where does the list begin?" });
  await expect(asked).toContainText("My customers");
  await expect(page.getByRole("button", { name: "Clean list" })).toHaveCount(0);
  await asked.getByRole("button", { name: "No header: rows begin on line 2" }).click();
  await expect(asked).toHaveCount(0);
  await expect(page.getByRole("main")).toContainText("2 rows = 2 credits");
});

test("cells that can be corrected are corrected all at once", async ({ winnow: page }) => {
  const text = "Email\nann@deliverable.example.\nE: bob@deliverable.example\ncat@deliverable.example\n";
  await dropFile(page, page.locator("body"), "fixable.csv", Buffer.from(text));
  await expect(page.getByRole("main")).toContainText("3 rows − 2 invalid = 1 credit");
  await page.getByRole("button", { name: "Can be corrected: 2" }).click();
  await expect(page.getByRole("dialog")).toContainText(
    "E: bob@deliverable.example → bob@deliverable.example",
  );
  await page.getByRole("button", { name: "Accept all 2 corrections of cells" }).click();
  await expect(page.getByRole("main")).toContainText("3 rows = 3 credits");
});

test("a workbook asks in which encoding the words are right, with the words side by side", async ({
  winnow: page,
  saved,
}) => {
  const bytes = iconv.encode(
    "Email,Name\na@deliverable.example,Kučera\nb@deliverable.example,Ruz\n",
    "windows-1250",
  );
  await dropFile(page, page.locator("body"), "czech.csv", bytes);
  await expect(page.getByRole("group", { name: "In which of these are the words right?" })).toContainText(
    "Kuèera",
  );
  await page.getByRole("button", { name: "Clean list" }).click();
  await page.getByRole("button", { name: "Review results" }).click();
  await page.getByRole("button", { name: "Export…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Everything, with verdicts").click();
  await dialog.getByText("Excel workbook", { exact: false }).first().click();
  const { name } = await saved(async () => {
    await dialog.getByRole("button", { name: /^Export 2 rows/ }).click();
    await expect(dialog).toContainText("Kučera");
    await dialog.getByRole("button", { name: "Read as windows-1250" }).click();
  });
  expect(name).toMatch(/\.xlsx$/);
});

test("another service's results are named, with the words that nobody knows, and taken in for nothing", async ({
  winnow: page,
}) => {
  const rows = Array.from({ length: 40 }, (_, i) => `u${i}@firm.example,${i < 37 ? "valid" : "quantum"}`);
  const text = `Email,ZB Status\n${rows.join("\n")}\n`;
  await dropFile(page, page.locator("body"), "zerobounce.csv", Buffer.from(text));
  const asked = page.getByRole("group", { name: "Results of an earlier verification, or a list to verify?" });
  await expect(asked).toContainText("This looks like a file from ZeroBounce.");
  await expect(asked).toContainText("3 rows hold words that Winnow does not know: “quantum” (3).");
  await asked.getByRole("button", { name: "Results: take the verdicts in" }).click();
  await expect(asked).toHaveCount(0);
  await expect(page.getByRole("main")).toContainText("37 with a verdict in this file");
  await expect(page.getByRole("main")).toContainText("= 0 credits");
  await expect(page.getByRole("status").filter({ hasText: "“quantum” (3)" })).toHaveCount(1);
});

test("an export of bounces is named before anybody in it is verified, and can be verified all the same", async ({
  winnow: page,
}) => {
  const text =
    "status,reason,email,created\n5.1.1,550 user unknown,ann@deliverable.example,1709287872\n5.7.1,550 blocked,bob@deliverable.example,1709287872\n";
  await dropFile(page, page.locator("body"), "suppression_bounces.csv", Buffer.from(text));
  const asked = page.getByRole("group", { name: "People who bounced or left, or a list to verify?" });
  await expect(asked).toContainText("This is a file from SendGrid");
  await expect(asked).toContainText("1 bounced for good, 1 refused for other reasons than the address");
  await expect(page.getByRole("button", { name: "Clean list" })).toHaveCount(0);
  await asked.getByRole("button", { name: "A list: verify it" }).click();
  await expect(asked).toHaveCount(0);
  await expect(page.getByRole("main")).toContainText("2 rows = 2 credits");
});
