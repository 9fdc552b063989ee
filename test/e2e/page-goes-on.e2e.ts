import { dropFile, startHost } from "./browser-host.ts";
import { expect, test } from "./connected.ts";

test("a page that reconnects to Winnow removes the notice that Winnow is not running, and reloads its data", async ({
  page,
  host,
}) => {
  const said = page.getByText("Winnow is not running.", { exact: true });
  await page.route("**/events", (route) => route.abort("connectionrefused"));
  await page.goto(host.url);
  await expect(said).toBeVisible();
  const asked = page.waitForRequest("**/bridge/cleanings.list");
  await page.unroute("**/events");
  await asked;
  await expect(said).toHaveCount(0);
});

test("a cleaning continues after its host was killed and restarted, and the page shows when Winnow is not running", async ({
  page,
  folder,
  service,
}) => {
  const env = { WINNOW_BASE_URL: service.baseUrl, WINNOW_API_KEY: service.account("acme").key };
  const host = await startHost(`${folder}/killed`, { args: [], env });
  await page.goto(host.url);
  // The cleaning cannot finish before its host is killed.
  service.faults.add({ name: "503-retry-after", operation: "download", value: 1 });
  const addresses = Array.from({ length: 20 }, (_, i) => `valid.${i}@acme.example`);
  await dropFile(page, "list.csv", ["email", ...addresses].join("\n"));
  await page.getByRole("button", { name: /^Verify, \d/ }).click();
  const card = page.getByRole("article", { name: "list.csv" });
  await expect.poll(() => service.requests.some(({ operation }) => operation === "download")).toBe(true);
  await expect(card).toBeVisible();
  const said = page.getByText("Winnow is not running.", { exact: true });
  await expect(said).toHaveCount(0);
  await host.kill();
  await expect(card.getByRole("status").first()).toHaveText("Winnow is not running");
  await expect(said).toBeVisible();

  const again = await startHost(`${folder}/killed`, { args: [], env });
  await page.goto(again.url);
  await expect(card).toBeVisible();
  service.faults.clear();
  await page.getByRole("button", { name: "Review results" }).click();
  await expect(page.getByRole("grid")).toContainText("valid.7@acme.example");
  expect(service.account("acme").credits).toBe(10_000 - addresses.length);
  await again.stop();
  expect(again.log()).toBe("");
});
