import { startHost } from "./browser-host.ts";
import { expect, test } from "./connected.ts";

const ADDRESS = "valid.ann@acme.example";
const FREE = "slow.dan@acme.example";

test("a check that Winnow did not outlive says so, and after a restart that it may have been paid for", async ({
  page,
  folder,
  service,
}) => {
  const env = { WINNOW_BASE_URL: service.baseUrl, WINNOW_API_KEY: service.account("acme").key };
  const paid = () => service.charges("acme").get(ADDRESS) ?? 0;
  const host = await startHost(`${folder}/cut`, { args: [], env });
  await page.goto(host.url);
  await page.getByRole("link", { name: "Check", exact: true }).click();
  const field = page.getByRole("textbox", { name: "Addresses to check" });
  const card = page.getByRole("listitem", { name: ADDRESS });
  const takeAway = service.faults.add({ name: "hang-after", operation: "verify" });
  await field.fill(ADDRESS);
  await field.press("Enter");
  await expect.poll(paid).toBe(1);
  await expect(card).toContainText("Checking…");
  await host.kill();
  await expect(card).toContainText("Winnow stopped before the answer came.");
  await expect(card).toContainText("it may have cost one credit");
  await expect(card).not.toContainText("by itself");
  await expect(card.getByRole("button", { name: `Ask again: ${ADDRESS}` })).toBeVisible();
  takeAway();

  const again = await startHost(`${folder}/cut`, { args: [], env });
  await page.goto(again.url);
  await page.getByRole("link", { name: "Check", exact: true }).click();
  await expect(card).toContainText("An earlier check of the address may have been paid for.");
  expect(paid()).toBe(1);
  await field.fill(FREE);
  await field.press("Enter");
  await expect(page.getByRole("listitem").first()).toContainText(FREE);

  await card.getByRole("button", { name: `Check again for 1 credit: ${ADDRESS}` }).click();
  await expect(card).toContainText("Verified by the service");
  expect(paid()).toBe(2);
  await page.reload();
  await expect(page.getByText("Nothing to show yet")).toBeVisible();
  await again.stop();
  expect(again.log()).toBe("");
});
