import { type DnsServer, startDnsServer } from "../support/dns-server.ts";
import { test as base, dropFile, expect } from "./winnow.ts";

let dns: DnsServer;
const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
  hostOptions: async ({}, use) => {
    dns = await startDnsServer({
      zone: (name) =>
        /^(deliverable\.example|gmail\.com)$/.test(name) ? { mx: ["aspmx.l.google.com"] } : null,
    });
    await use({ env: { WINNOW_SANDBOX_SPEED: "1000000", WINNOW_RESOLVER: dns.address } });
    await dns.close();
  },
});

test("dead domains are left out of the price, and likely typos among them are corrected together", async ({
  winnow: page,
}) => {
  const drop = (name: string, addresses: readonly string[]) =>
    dropFile(page, name, `Email\n${addresses.join("\n")}\n`);
  const price = page.getByTestId("price-line");
  await drop("list.csv", [
    ...["ann", "bob", "cat"].map((name) => `${name}@deliverable.example`),
    ...["dan@gone.example", "eve@gone.example", "fay@gmial.com"],
  ]);
  const card = page.getByRole("region", { name: "list.csv" });
  await expect(card).toContainText("Nothing has left this machine");
  await expect(price).toContainText("6 rows = 6 credits");
  const find = page.getByRole("switch", { name: "Find domains that cannot receive mail" });
  await find.check({ force: true });
  await expect(page.getByText("2 domains cannot receive mail: 3 addresses.")).toBeVisible();
  await expect(price).toContainText("6 rows − 3 already known = 3 credits");
  await expect(card).toContainText("Only domain names");

  await page.getByRole("button", { name: "Correct 1 likely typo there" }).click();
  await expect(page.getByText("1 domain cannot receive mail: 2 addresses.")).toBeVisible();
  await expect(price).toContainText("6 rows − 2 already known = 4 credits");
  await page
    .getByRole("switch", { name: "Leave out domains that cannot receive mail" })
    .uncheck({ force: true });
  await expect(price).toContainText("6 rows = 6 credits");
  await page
    .getByRole("switch", { name: "Leave out domains that cannot receive mail" })
    .check({ force: true });
  await page.getByRole("button", { name: "Show them" }).click();
  await expect(page.getByRole("dialog")).toContainText("gone.example 2");
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: /^Verify, \d/ }).click();
  await page.getByRole("button", { name: "Review results" }).click();
  const row = page.getByRole("grid").getByRole("row").filter({ hasText: "dan@gone.example" });
  await expect(row).toContainText("Undeliverable");
  await expect(row).toContainText("Domain takes no mail");

  await page.getByRole("button", { name: /^Mail host/ }).click();
  await page.getByRole("region", { name: "Filter" }).getByText("Google").click();
  await expect(page.getByText("4 of 6 rows", { exact: true })).toBeVisible();

  await page.getByRole("link", { name: "Clean", exact: true }).click();
  await drop("next.csv", ["gus@gone.example", "hal@deliverable.example"]);
  await expect(price).toContainText("2 rows − 1 already known = 1 credit");
});
