import { goTo, review } from "./prepared.ts";
import { dropFile, expect, test } from "./winnow.ts";

const drop = (page: Parameters<typeof dropFile>[0], name: string, lines: readonly string[]) =>
  dropFile(page, name, `${lines.join("\n")}\n`);
const at = (name: string) => `${name}@deliverable.example`;

test("unwanted and ticked addresses are added to a suppression list and no longer cost anything", async ({
  winnow: page,
}) => {
  await drop(page, "zerobounce.csv", [
    "Email,ZB Status,ZB Sub Status",
    `${at("ann")},valid,`,
    `${at("bob")},abuse,`,
    `${at("cat")},do_not_mail,toxic`,
    "dan@undeliverable.example,invalid,",
  ]);
  const asked = page.getByRole("group", { name: "Results of an earlier verification, or a list to verify?" });
  await asked.getByRole("button", { name: "Results: import the verdicts" }).click();
  await page.getByRole("button", { name: "Review results" }).click();
  const answer = page.getByRole("region", { name: "Summary" });
  const dialog = page.getByRole("dialog", { name: "Add to a suppression list" });
  await answer.getByRole("button", { name: "Add to a suppression list…" }).click();
  await expect(dialog).toContainText("2 addresses will be added.");
  await dialog.getByLabel("Name of the suppression list").fill("Complaints");
  await page.keyboard.press("Enter");
  await expect(page.getByText("2 addresses added to the suppression list 'Complaints'.")).toBeVisible();

  const row = page.getByRole("grid").getByRole("row").filter({ hasText: "dan@undeliverable.example" });
  await row.click({ button: "right" });
  await page.getByRole("menuitem", { name: "Add to a suppression list…" }).click();
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  const told = page.getByRole("alert").filter({ hasText: "1 address added to the suppression list" });
  await told.getByRole("button", { name: "Undo" }).click();

  await page.getByRole("link", { name: "Clean", exact: true }).click();
  await drop(page, "next.csv", ["Email", at("bob"), at("cat"), at("eve"), "dan@undeliverable.example"]);
  await expect(page.getByTestId("price-line").last()).toContainText("2 suppressed");
});

async function importAudience(page: Parameters<typeof dropFile>[0]) {
  await drop(page, "audience.csv", [
    "Email Address,First Name,MEMBER_RATING,LEID,EUID,UNSUB_TIME,UNSUB_REASON,CLEAN_TIME",
    `${at("ann")},Ann,3,1,a,,,`,
    `${at("bob")},Bob,1,2,b,2024-05-01 10:00:00,NORMAL,`,
    `${at("cat")},Cat,1,3,c,,,2024-05-01 10:00:00`,
    `${at("dan")},Dan,5,4,d,,,`,
  ]);
  const asked = page.getByRole("group", { name: "Leave out people who opted out?" });
  await expect(asked).toContainText("Of 4 rows looked at: 1 given up after bounces, 1 unsubscribed.");
  await expect(page.getByTestId("price-line")).toHaveCount(0);
  await asked.getByRole("button", { name: "Leave them out" }).click();
  await expect(page.getByText(/^Imported from Mailchimp/)).toBeVisible();
  const audience = page.getByRole("region", { name: "audience.csv", exact: true });
  await expect(audience).toContainText("4 rows − 1 suppressed = 3 credits");
  await page.getByRole("button", { name: "Close 'audience.csv'" }).click();
}

test("a mailing service's export is imported and applied to the next list, until the import is undone", async ({
  winnow: page,
}) => {
  await importAudience(page);
  await drop(page, "next.csv", ["Email", at("ann"), at("bob"), at("cat"), at("dan")]);
  await expect(page.getByRole("main")).toContainText("4 rows − 1 suppressed = 3 credits");
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByRole("main")).toContainText("4 rows = 4 credits");
});

test("what a mailing service said of an address is shown", async ({ winnow: page }) => {
  await importAudience(page);
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByPlaceholder("Type a command, a list's name or an address").fill(at("bob"));
  await page.getByRole("button", { name: "Everything known about this address" }).click();
  await expect(page.getByRole("region", { name: "Your mail" })).toContainText("Unsubscribed");
});

test("an address has one page, from Check, the palette, Lists and a row", async ({ winnow: page }) => {
  const ann = "valid.ann@acme.example";
  await review(page, "spring.csv", `email\n${ann}\n`);
  await page.getByRole("gridcell", { name: ann }).click();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByRole("link", { name: "Everything known about this address" }).click();
  const heading = page.getByRole("heading", { name: ann, level: 1 });
  const verdict = page.getByRole("region", { name: "Verdict" });
  await expect(heading).toBeVisible();
  await expect(verdict).toContainText("Deliverable");
  await expect(verdict).toContainText("Safe to send to.");
  await expect(page.getByRole("region", { name: "Verifications" })).toContainText("spring.csv");

  await page.getByRole("button", { name: "Suppress…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Add" }).click();
  await expect(verdict).toContainText("never verified or written");
  await expect(verdict).not.toContainText("Safe to send");

  await page.getByRole("button", { name: "Verify, 1 credit at most" }).click();
  const card = page.getByRole("listitem", { name: ann });
  await expect(card).toContainText("it is on a suppression list");
  await card.getByRole("link", { name: ann }).click();
  await verdict.getByRole("button", { name: "Let back in…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Let back in" }).click();
  await expect(verdict).toContainText("Safe to send to.");

  await goTo(page, "Lists");
  await page.getByRole("searchbox").fill("ann@acme");
  await page.getByRole("link", { name: ann }).click();
  await expect(heading).toBeVisible();
});

test("a list that says who opted out asks, with the certain words ticked", async ({ winnow: page }) => {
  await drop(page, "kit.csv", [
    "Email,state,Accepts Marketing",
    `${at("ann")},active,yes`,
    `${at("bob")},cancelled,yes`,
    `${at("cat")},complained,no`,
    `${at("dan")},bounced,no`,
  ]);
  const asked = page.getByRole("group", { name: "Leave out people who opted out?" });
  await expect(asked.getByRole("checkbox", { name: "cancelled 1 (unsubscribed)" })).toBeChecked();
  await asked.getByRole("checkbox", { name: "no 2 (unclear)" }).check();
  await asked.getByRole("button", { name: "Leave them out" }).click();
  await expect(page.getByRole("main")).toContainText("4 rows − 3 suppressed = 1 credit");
});

test("a list with opt-outs and replies asks for its dates, then leaves everyone out", async ({
  winnow: page,
}) => {
  await drop(page, "crm.csv", [
    "Email,Status,Bounce Reason,Date",
    `${at("ann")},Active,,`,
    `${at("bob")},Unsubscribed,,03/04/2026`,
    `${at("cat")},Active,550 5.1.1 user unknown,03/04/2026`,
  ]);
  await page.getByRole("button", { name: "Leave them out" }).click();
  await page.getByRole("group", { name: "What comes first in its dates?" }).getByText("Day first").click();
  await expect(page.getByRole("main")).toContainText("3 rows − 1 suppressed");
  await expect(page.getByRole("main")).toContainText("1 credit");
});
