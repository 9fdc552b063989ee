import { dropFile, expect, test } from "./winnow.ts";

/** Everybody on a list: one left, one bounced for good, two are glad to be there. */
const AUDIENCE = [
  "Email Address,First Name,MEMBER_RATING,LEID,EUID,UNSUB_TIME,UNSUB_REASON,CLEAN_TIME",
  "ann@deliverable.example,Ann,3,1,a,,,",
  "bob@deliverable.example,Bob,1,2,b,2024-05-01 10:00:00,NORMAL,",
  "cat@deliverable.example,Cat,1,3,c,,,2024-05-01 10:00:00",
  "dan@deliverable.example,Dan,5,4,d,,,",
  "",
].join("\n");
const NEXT =
  "Email\nann@deliverable.example\nbob@deliverable.example\ncat@deliverable.example\ndan@deliverable.example\n";

test("who bounced or left by a mailing service's export is never mailed, and nobody else in it is left out", async ({
  winnow: page,
}) => {
  const main = page.getByRole("main");
  await dropFile(page, page.locator("body"), "audience.csv", Buffer.from(AUDIENCE));
  const asked = page.getByRole("group", { name: "People who bounced or left, or a list to verify?" });
  const offer = asked.getByRole("button", { name: "Never mail those who bounced or left…" });
  await offer.click();
  const dialog = page.getByRole("dialog", { name: "Add to a suppression list" });
  await expect(dialog).toContainText("Of 4 rows looked at: 1 bounced for good, 1 unsubscribed.");
  await expect(dialog).toContainText("2 addresses will be added.");
  await expect(dialog.getByLabel("Name of the suppression list")).toHaveValue(
    "Bounced or left, from audience.csv",
  );
  await page.keyboard.press("Escape");
  await expect(offer).toBeFocused();
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByText(/^2 addresses added to the suppression list/)).toBeVisible();
  // The export has done what it was dropped for.
  await expect(page.getByRole("region", { name: "audience.csv", exact: true })).toHaveCount(0);

  await dropFile(page, page.locator("body"), "next.csv", Buffer.from(NEXT));
  await expect(main).toContainText("4 rows − 2 suppressed = 2 credits");
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(main).toContainText("4 rows = 4 credits");
});

test("such an export is no suppression list before it was said who in it is meant", async ({
  winnow: page,
}) => {
  const main = page.getByRole("main");
  await page.goto(`${page.url().split("#")[0]}#/settings/suppression`);
  const add = async () => {
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Add from a file" }).click();
    await (await chooser).setFiles({
      name: "audience.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(AUDIENCE),
    });
  };
  await add();
  const asked = page.getByRole("alert").filter({ hasText: "Is everyone in this file meant?" });
  await expect(asked).toContainText("2 of its addresses are not to be mailed");
  await expect(main).toContainText("No suppression list yet.");
  await asked.getByRole("button", { name: "Only those not to be mailed" }).click();
  await expect(asked).toHaveCount(0);
  await expect(main).toContainText("2 addresses");
  await add();
  await asked.getByRole("button", { name: "Everyone in the file" }).click();
  await expect(asked).toHaveCount(0);
  await expect(main).toContainText("4 addresses");
});
