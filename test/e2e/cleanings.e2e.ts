import type { Locator, Page } from "@playwright/test";
import { sandboxVerdict } from "../../electron/sandbox/verdicts.ts";
import { ADDRESSES, expectedFile, messyFile } from "../support/messy-list.ts";
import { dropFile, type Fixtures } from "./browser-host.ts";
import { expect, test } from "./connected.ts";

type Saved = Fixtures["saved"];

const NAME = "kunden.csv";
const progressCard = (page: Page): Locator => page.getByRole("article", { name: NAME });

async function begin(page: Page, agree: string | RegExp = /^Verify, \d/): Promise<Locator> {
  await dropFile(page, NAME, messyFile());
  await page.getByRole("region", { name: NAME, exact: true }).getByRole("button", { name: agree }).click();
  return progressCard(page);
}

/** Opens the results and exports the safe rows in their original form. */
async function exportSafe(page: Page, saved: Saved): Promise<Buffer> {
  await page.getByRole("button", { name: "Review results" }).first().click();
  await page.getByRole("button", { name: "Export…" }).click();
  const dialog = page.getByRole("dialog");
  const { bytes } = await saved(() =>
    dialog.getByRole("button", { name: /^Export [\d,]+ addresses$/ }).click(),
  );
  return bytes;
}
const kept = (): Buffer => expectedFile((address) => sandboxVerdict(address).verdict === "deliverable");

test("a card shows the service's problem, can be paused, and continues when the service works again", async ({
  connected: page,
  service,
  saved,
}) => {
  service.faults.add({ name: "503-retry-after", operation: "download", value: 1 });
  const takeAway = service.faults.add({ name: "503-retry-after", operation: "status", value: 1 });
  const card = await begin(page);
  await expect(card.getByRole("alert")).toContainText("Nothing is lost");
  takeAway();
  await card.getByRole("button", { name: "Pause here" }).click();
  await expect(card.getByRole("status")).toHaveText("Paused");
  service.faults.clear();
  await card.getByRole("button", { name: "Resume" }).click();
  expect((await exportSafe(page, saved)).equals(kept())).toBe(true);
  expect([...service.charges("acme").values()].every((times) => times === 1)).toBe(true);

  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "What happened" }).click();
  await expect(page.getByRole("dialog", { name: "What happened" })).toContainText(/service/i);
});

test("a list that costs more than the balance waits for credits, or is cancelled without a charge", async ({
  connected: page,
  service,
  saved,
}) => {
  const lookAtBalance = () => page.getByRole("button", { name: /^Balance of/ }).click();
  service.topUp("acme", -9_800);
  await lookAtBalance();
  await expect(page.getByRole("banner")).toContainText("200 credits");
  await dropFile(page, NAME, messyFile());
  const list = page.getByRole("region", { name: NAME, exact: true });
  await expect(list).toContainText(`You have 200; ${ADDRESSES.length - 200} more are needed.`);
  await list.getByRole("button", { name: "Price the first 200" }).click();
  await expect(list.getByTestId("price-line")).toContainText("left for later = 200 credits.");
  await list.getByLabel("Verify only the first").fill("");
  await list.getByRole("button", { name: "Wait for credits" }).click();
  const card = progressCard(page);
  await expect(card.getByRole("status")).toHaveText("Waiting for credits");
  await card.getByRole("button", { name: "Cancel" }).click();
  await expect(card.getByRole("status")).toHaveText("Cancelled");
  await expect(card).toContainText("Nothing was charged.");
  await card.getByRole("button", { name: "Clean again" }).click();
  await expect(list.getByTestId("price-line")).toBeVisible();
  await list.getByRole("button", { name: `Close '${NAME}'` }).click();
  await card.getByRole("button", { name: `Hide '${NAME}'` }).click();
  await expect(card).toHaveCount(0);
  expect(service.account("acme").credits).toBe(200);

  await begin(page, "Wait for credits");
  await expect(card.getByRole("status")).toHaveText("Waiting for credits");
  service.topUp("acme", 9_800);
  await lookAtBalance();
  expect((await exportSafe(page, saved)).equals(kept())).toBe(true);
  expect(service.account("acme").credits).toBe(10_000 - ADDRESSES.length);
});
