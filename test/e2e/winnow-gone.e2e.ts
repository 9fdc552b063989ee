import { dropFile, startHost } from "./browser-host.ts";
import { expect, test } from "./connected.ts";

test("a page whose Winnow has ended says so on every screen, claims nothing and offers no start", async ({
  page,
  folder,
  service,
}) => {
  const env = { WINNOW_BASE_URL: service.baseUrl, WINNOW_API_KEY: service.account("acme").key };
  const host = await startHost(`${folder}/gone`, { args: [], env });
  await page.goto(host.url);
  service.faults.add({ name: "hang-after", operation: "start" });
  const list = (name: string) =>
    dropFile(page, page.locator("body"), name, Buffer.from("email\nann@acme.example\nbob@acme.example\n"));
  await list("may.csv");
  await page
    .getByRole("region", { name: "may.csv", exact: true })
    .getByRole("button", { name: "Clean list" })
    .click();
  const card = page.getByRole("article", { name: "may.csv", exact: true });
  await expect(card).toContainText("You may close Winnow");
  await list("june.csv");
  const start = page
    .getByRole("region", { name: "june.csv", exact: true })
    .getByRole("button", { name: "Clean list" });
  await expect(start).toBeEnabled();
  const said = page.getByText("Winnow is not running.", { exact: true });
  await expect(said).toHaveCount(0);

  await host.kill();
  await expect(said).toBeVisible();
  await expect(page.getByText(/What is shown is as of \d.*open the address that it prints/)).toBeVisible();
  await expect(card.getByRole("status").first()).toHaveText("Winnow is not running");
  await expect(card).not.toContainText("You may close Winnow");
  await expect(start).toHaveAttribute("aria-disabled", "true");
  for (const screen of ["Check", "Lists", "Settings"]) {
    await page.getByRole("link", { name: screen, exact: true }).click();
    await expect(said).toBeVisible();
  }
});

test("a page that reaches its Winnow again takes back what it said, and asks for everything again", async ({
  page,
  host,
}) => {
  const said = page.getByText("Winnow is not running.", { exact: true });
  const events = "**/events";
  await page.route(events, (route) => route.abort("connectionrefused"));
  await page.goto(host.url);
  await expect(said).toBeVisible();
  const asked = page.waitForRequest("**/bridge/cleanings.list");
  await page.unroute(events);
  await asked;
  await expect(said).toHaveCount(0);
});

test("a page whose Winnow is merely slow does not call it gone", async ({ page, host }) => {
  const said = page.getByText("Winnow is not running.", { exact: true });
  const held = Promise.withResolvers<void>();
  const events = page.waitForRequest("**/events");
  await page.route("**/events", async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(host.url);
  await events;
  await expect(page.getByRole("button", { name: "Connect account" })).toBeVisible();
  await expect(said).toHaveCount(0);
  const answered = page.waitForResponse("**/events");
  held.resolve();
  await answered;
  await expect(said).toHaveCount(0);
});
