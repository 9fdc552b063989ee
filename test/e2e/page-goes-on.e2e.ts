import { expect, test } from "./connected.ts";
import { review } from "./prepared.ts";

test("a table whose answer does not come asks again by itself", async ({ connected: page }) => {
  await review(page, "may.csv", "email\nann@acme.example\nbob@acme.example\n");
  let asked = 0;
  await page.route("**/bridge/results.rows", async (route) => {
    asked += 1;
    // An aborted request would stand on the console.
    if (asked === 1) await route.fulfill({ status: 200, contentType: "text/html", body: "<p>Sign in</p>" });
    else await route.continue();
  });
  await page.getByRole("searchbox").fill("bob");
  await expect(page.getByRole("gridcell", { name: "ann@acme.example" })).toHaveCount(0);
  await expect(page.getByRole("gridcell", { name: "bob@acme.example" })).toBeVisible();
  expect(asked).toBeGreaterThan(1);
  await expect(page.getByText("Winnow does not answer")).toHaveCount(0);
});

test("a page that reaches its Winnow again takes back that it is gone, and asks for everything anew", async ({
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
