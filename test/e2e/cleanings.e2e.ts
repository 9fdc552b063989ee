import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { judge } from "../../electron/sandbox/verdicts.ts";
import { ADDRESSES, keptFile, messyFile } from "../support/messy-list.ts";
import { dropFile, startHost } from "./browser-host.ts";
import { ACCOUNT, expect, KEY, test } from "./connected.ts";

const NAME = "kunden.csv";
const kept = (): Buffer => keptFile((address) => judge(address).verdict !== "undeliverable");
const progressCard = (page: Page, name = NAME): Locator => page.getByRole("article", { name });

/** Drops the list and agrees to its price. */
async function begin(page: Page, agree = "Clean list"): Promise<Locator> {
  await dropFile(page, page.locator("body"), NAME, messyFile());
  await page.getByRole("region", { name: NAME, exact: true }).getByRole("button", { name: agree }).click();
  return progressCard(page);
}

/** Opens the results and writes the recommended rows, as they stood in the original. */
async function exportRecommended(page: Page): Promise<Buffer> {
  await page.getByRole("button", { name: "Review results" }).first().click({ timeout: 60_000 });
  await page.getByRole("button", { name: "Export…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Recommended", { exact: true }).click();
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: /^Export [\d,]+ rows$/ }).click();
  return readFileSync(await (await download).path());
}

test.describe("with time to watch", () => {
  test.use({
    serviceOptions: { speed: 1, accounts: [{ label: "acme", key: "watched-key-00", credits: 10_000 }] },
  });

  test("the page is reloaded and the host is killed in the middle: it goes on and ends with the same bytes", async ({
    page,
    folder,
    service,
  }) => {
    const env = { WINNOW_BASE_URL: service.baseUrl, WINNOW_API_KEY: service.account("acme").key };
    const host = await startHost(`${folder}/killed`, { args: [], env });
    await page.goto(host.url);
    const card = await begin(page);
    await expect(card.getByText("Verifying", { exact: true })).toBeVisible();
    await page.reload();
    await expect(card.getByText("Verifying", { exact: true })).toBeVisible();
    // It is not over before it was seen going on.
    service.faults.add({ name: "500-html", operation: "download" });
    await host.kill();

    const again = await startHost(`${folder}/killed`, { args: [], env });
    await page.goto(again.url);
    await expect(card).toBeVisible();
    service.faults.clear();
    expect((await exportRecommended(page)).equals(kept())).toBe(true);
    expect(service.account("acme").credits).toBe(10_000 - ADDRESSES.length);
    await again.stop();
    expect(again.log()).toBe("");
  });
});

test.describe("a service that comes and goes", () => {
  test.use({ serviceOptions: { speed: 4 } });

  test("the card says what is wrong and what is safe, and goes on when the service is back", async ({
    connected: page,
    service,
  }) => {
    const takeAway = service.faults.add({ name: "503-retry-after", operation: "status", value: 1 });
    const card = await begin(page);
    await expect(card.getByRole("alert")).toContainText("Nothing is lost");
    takeAway();
    expect((await exportRecommended(page)).equals(kept())).toBe(true);
    expect([...service.charges("acme").values()].every((times) => times === 1)).toBe(true);

    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "What happened" }).click();
    const timeline = page.getByRole("dialog", { name: "What happened" });
    await expect(timeline).toContainText(/service/i);
    expect(await timeline.locator(".mantine-Timeline-item").count()).toBeGreaterThan(4);
  });

  test("watching is stopped and taken up again", async ({ connected: page, service }) => {
    const takeAway = service.faults.add({ name: "503-retry-after", operation: "download", value: 1 });
    const card = await begin(page);
    await card.getByRole("button", { name: "Stop watching" }).click();
    await expect(card.getByRole("status")).toHaveText("Paused");
    takeAway();
    await card.getByRole("button", { name: "Go on" }).click();
    expect((await exportRecommended(page)).equals(kept())).toBe(true);
  });
});

test("not enough credits: the first ones are cleaned, or it waits and goes on by itself once there are more", async ({
  connected: page,
  service,
}) => {
  service.topUp("acme", -(10_000 - 200));
  await page.getByRole("button", { name: /^Balance of/ }).click();
  await expect(page.getByRole("banner")).toContainText("200 credits");
  await dropFile(page, page.locator("body"), NAME, messyFile());
  const list = page.getByRole("region", { name: NAME, exact: true });
  await expect(list).toContainText(
    `You have 200; ${ADDRESSES.length - 200} more are needed. Nothing has been started`,
  );

  await list.getByRole("button", { name: "Price the first 200" }).click();
  await expect(list.getByTestId("price-line")).toContainText("left for later = 200 credits.");
  await expect(list).toContainText("You have 200; 0 will be left.");
  await list.getByLabel("Verify only the first").fill("");
  await list.getByRole("button", { name: "Wait for credits" }).click();
  const card = progressCard(page);
  await expect(card.getByRole("status")).toHaveText("Waiting for credits");
  expect(service.account("acme").credits).toBe(200);

  service.topUp("acme", 9_800);
  await page.getByRole("button", { name: /^Balance of/ }).click();
  expect((await exportRecommended(page)).equals(kept())).toBe(true);
  expect(service.account("acme").credits).toBe(10_000 - ADDRESSES.length);
});

test("before it is started, a cleaning is cancelled without a charge", async ({
  connected: page,
  service,
}) => {
  service.topUp("acme", -9_900);
  await page.getByRole("button", { name: /^Balance of/ }).click();
  const card = await begin(page, "Wait for credits");
  await expect(card.getByRole("status")).toHaveText("Waiting for credits");
  await card.getByRole("button", { name: "Cancel" }).click();
  await expect(card.getByRole("status")).toHaveText("Cancelled");
  await card.getByRole("button", { name: `Hide '${NAME}' from here` }).click();
  await expect(card).toHaveCount(0);
  expect(service.account("acme").credits).toBe(100);
});

test("offline is one quiet line, and it goes away by itself", async ({ winnow: page }) => {
  // The browser's own offline mode would cut this page off from its host, which no lost Wi-Fi does.
  const turn = (online: boolean) =>
    page.evaluate((now) => {
      Object.defineProperty(navigator, "onLine", { configurable: true, get: () => now });
      window.dispatchEvent(new Event(now ? "online" : "offline"));
    }, online);
  const line = page.getByText("Offline. Cleanings go on by themselves when you are back.");
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  await turn(false);
  await expect(line).toBeVisible();
  await turn(true);
  await expect(line).toHaveCount(0);

  await page.addInitScript(() => {
    Object.defineProperty(navigator, "onLine", { configurable: true, get: () => false });
  });
  await page.reload();
  await expect(line).toBeVisible();
  await turn(true);
  await expect(line).toHaveCount(0);
});

test.describe("where lists of up to 100 credits start by themselves", () => {
  test.use({
    serviceOptions: {
      speed: 20,
      accounts: [
        { label: "acme", key: KEY, credits: 10 },
        { label: "rich", key: `${KEY}-rich`, credits: 10_000 },
      ],
    },
  });
  const emails = (n: number) =>
    Buffer.from(`email\n${Array.from({ length: n }, (_, i) => `person${i}@k.example`).join("\n")}\n`);

  test("no account and no typing starts an open list, but the button", async ({
    connected: page,
    service,
  }) => {
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByRole("tab", { name: "Cleaning" }).click();
    const limit = page.getByLabel(/Start by itself under/);
    await limit.fill("100");
    await limit.blur();
    await page.getByRole("link", { name: "Clean" }).click();
    await dropFile(page, page.locator("body"), "shop.csv", emails(60));
    const list = page.getByRole("region", { name: "shop.csv", exact: true });
    await expect(list).toContainText("You have 10; 50 more are needed.");

    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByRole("tab", { name: "Accounts" }).click();
    await page.getByLabel("Name of the account").fill("Rich");
    await page.getByRole("textbox", { name: "API key" }).fill(`${KEY}-rich`);
    await page.getByLabel("Service address", { exact: true }).fill(service.baseUrl);
    await page.getByRole("button", { name: "Connect account" }).click();
    await expect(page.getByText(`New cleanings still use '${ACCOUNT}'`)).toBeVisible();
    await page.getByRole("button", { name: "Use 'Rich' instead" }).click();
    await page.getByRole("link", { name: "Clean" }).click();
    await expect(list).toContainText("Account: Rich");
    await expect(list).toContainText("You have 10,000; 9,940 will be left.");
    await expect(list).toContainText("A verification cannot be stopped once it has started.");

    const first = list.getByLabel("Verify only the first");
    await first.fill("1");
    await expect(list.getByTestId("price-line")).toContainText("= 1 credit.");
    await first.press("5");
    await expect(list.getByTestId("price-line")).toContainText("= 15 credits.");
    expect([service.account("acme").credits, service.account("rich").credits]).toEqual([10, 10_000]);
    await list.getByRole("button", { name: "Clean list" }).click();
    await expect(progressCard(page, "shop.csv")).toContainText("Account: Rich");
    await expect.poll(() => service.account("rich").credits).toBe(9_985);

    // One that comes in now is on the account in use, and within the limit; what the first brought home is known.
    await expect(
      progressCard(page, "shop.csv").getByRole("button", { name: "Review results" }),
    ).toBeVisible();
    await dropFile(page, page.locator("body"), "next.csv", emails(90));
    await expect(progressCard(page, "next.csv")).toBeVisible();
    await expect.poll(() => service.account("rich").credits).toBe(9_910);
  });
});
