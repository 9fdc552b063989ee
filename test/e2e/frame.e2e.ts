import { clean, goTo, review } from "./prepared.ts";
import { expect, test } from "./winnow.ts";

test("the frame shows the current location and keyboard shortcuts, and searches lists, addresses and commands", async ({
  winnow: page,
}) => {
  const foot = page.getByRole("contentinfo");
  await expect(page.getByText("Drop a list here").first()).toBeVisible();
  await expect(foot).toContainText("open a file");
  await review(page, "spring.csv", "email,name\nvalid.ann@acme.example,Ann\nbounce.bo@acme.example,Bo\n");
  await expect(foot).toContainText("All results are on this computer");
  const at = page.getByRole("navigation", { name: "Current location" });
  await expect(at).toHaveText("Lists/spring.csv");
  await expect(at.getByTitle("spring.csv")).toBeVisible();
  await at.getByRole("link", { name: "Lists" }).click();
  await expect(page.getByRole("list", { name: "Lists" }).getByTitle("spring.csv")).toBeVisible();

  const palette = page.getByRole("dialog", { name: "Command palette" });
  const search = palette.getByPlaceholder("Type a command, a list's name or an address");
  const find = async (typed: string) => {
    // While it closes, the palette may still have the focus, and shortcuts are ignored.
    await expect(palette).toHaveCount(0);
    await page.keyboard.press("Control+k");
    await search.fill(typed);
  };
  await find("appearance");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("tab", { name: "Appearance" })).toHaveAttribute("aria-selected", "true");
  await find("suppression lists");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Bounces and opt-outs", level: 1 })).toBeVisible();
  // The entry for Enter is selected before any arrow key is pressed, even if it appears after the text.
  await find("");
  await expect(palette.getByRole("button").first()).toHaveAttribute("data-selected", "true");
  await search.fill("bounce.bo@");
  const found = palette.getByRole("button", { name: /bounce\.bo@acme\.example/ });
  await expect(found).toContainText("Undeliverable · spring.csv");
  await expect(found).toHaveAttribute("data-selected", "true");
  await page.keyboard.press("Escape");
  await expect(palette).toHaveCount(0);
  await find("spring");
  await expect(palette).toContainText("spring.csv");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("grid", { name: "Results" })).toBeVisible();
});

test("a list is renamed and tagged, and found by its name and by an address in it", async ({
  winnow: page,
}) => {
  await clean(page, "one.csv", "email\nvalid.maria@needle.example\n");
  await goTo(page, "Lists");
  await page.getByRole("button", { name: "More for 'one.csv'" }).click();
  await page.getByRole("menuitem", { name: "Rename or tag…" }).click();
  const dialog = page.getByRole("dialog", { name: "Name and tags" });
  await dialog.getByLabel("Name", { exact: true }).fill("Spring campaign");
  await dialog.getByRole("combobox", { name: "Tags" }).or(dialog.getByLabel("Tags")).first().fill("client A");
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Save" }).click();
  const list = page.getByRole("list", { name: "Lists" });
  await expect(list).toContainText("Spring campaign");
  await expect(list).toContainText("client A");
  const search = page.getByRole("searchbox", { name: "Search names and addresses" });
  await search.fill("campaign");
  await expect(list).toContainText("Spring campaign");
  await search.fill("maria@");
  await expect(page.getByRole("region", { name: "Addresses" })).toContainText("valid.maria@needle.example");
});
