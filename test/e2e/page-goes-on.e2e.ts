import { expect, test } from "./connected.ts";

test("a page that reaches Winnow again removes its notice and loads everything again", async ({
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
