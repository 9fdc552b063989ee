import { dropFile } from "./browser-host.ts";
import { expect, test } from "./connected.ts";

test.use({
  serviceOptions: {
    speed: 0.25,
    accounts: [{ label: "acme", key: "canary-5d1f0c77a9b24e-e2e", credits: 10_000 }],
  },
});

test("where nothing moves any more, the card says since when, and nothing of speed and time left", async ({
  connected: page,
  service,
}) => {
  await page.clock.install();
  await page.reload();
  const addresses = Array.from({ length: 3000 }, (_, n) => `a${n}@acme${n % 50}.com`);
  await dropFile(page, page.locator("body"), "list.csv", Buffer.from(`email\n${addresses.join("\n")}\n`));
  await page.getByRole("button", { name: "Clean list" }).click();
  const card = page.getByRole("article", { name: "list.csv" });
  // The service verifies a hundred a second.
  await expect(card).toContainText(/ (8\d|9\d|10\d|11\d) a second · about \d+ sec left/, { timeout: 60_000 });

  await service.setClock(service.now());
  // The page's own time: half a minute in which nobody tells of anything.
  await expect(async () => {
    await page.clock.fastForward(31_000);
    await expect(card).toContainText(/ verified · unchanged since (.*, )?\d+:\d\d/, { timeout: 500 });
  }).toPass();
  await expect(card).not.toContainText("a second");
  await expect(card).not.toContainText("left");
});
