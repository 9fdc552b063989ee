import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dropFiles } from "./browser-host.ts";
import { dropPaths } from "./desktop/drop.ts";
import { clean, goTo, review } from "./prepared.ts";
import { expect, test } from "./winnow.ts";

test("the frame shows the current screen and its keys, and searches lists, addresses and commands", async ({
  winnow: page,
}) => {
  const foot = page.getByRole("contentinfo");
  await expect(page.getByText("Drop a list here").first()).toBeVisible();
  await expect(foot).toContainText("open a file");
  await review(page, "spring.csv", "email,name\nvalid.ann@acme.example,Ann\nbounce.bo@acme.example,Bo\n");
  await expect(foot).toContainText("All results are on this computer");
  const at = page.getByRole("navigation", { name: "Current location" });
  await expect(at).toHaveText("Lists/spring.csv");
  await at.getByRole("link", { name: "Lists" }).click();
  await expect(page.getByRole("list", { name: "Lists" })).toContainText("spring.csv");

  const palette = page.getByRole("dialog", { name: "Command palette" });
  const search = palette.getByPlaceholder("Type a command, a list's name or an address");
  const find = async (typed: string) => {
    await page.keyboard.press("Control+k");
    await search.fill(typed);
  };
  await find("appearance");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("tab", { name: "Appearance" })).toHaveAttribute("aria-selected", "true");
  // The entry for Enter is selected before any arrow key is pressed, even if it appears after the text.
  await find("");
  await expect(palette.getByRole("button").first()).toHaveAttribute("data-selected", "true");
  await search.fill("bounce.bo@");
  const found = palette.getByRole("button", { name: /bounce\.bo@acme\.example/ });
  await expect(found).toContainText("Undeliverable · spring.csv");
  await expect(found).toHaveAttribute("data-selected", "true");
  await page.keyboard.press("Escape");
  await find("spring");
  await expect(palette).toContainText("spring.csv");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("grid", { name: "Results" })).toBeVisible();
});

test("typed text except the key is kept between screens, and being offline shows a line that disappears", async ({
  winnow: page,
}) => {
  await goTo(page, "Check");
  const field = page.getByRole("textbox", { name: "Addresses to check" });
  await field.fill("half@filled.example");
  await goTo(page, "Settings");
  await page.getByLabel("Name of the account").fill("Shop");
  await page.getByRole("textbox", { name: "API key" }).fill("half-a-key");
  await goTo(page, "Check");
  await expect(field).toHaveValue("half@filled.example");
  await goTo(page, "Settings");
  await expect(page.getByLabel("Name of the account")).toHaveValue("Shop");
  await expect(page.getByRole("textbox", { name: "API key" })).toHaveValue("");

  // The browser's own offline mode would disconnect the page from its host, unlike a lost network.
  const turn = (online: boolean) =>
    page.evaluate((now) => {
      Object.defineProperty(navigator, "onLine", { configurable: true, get: () => now });
      window.dispatchEvent(new Event(now ? "online" : "offline"));
    }, online);
  const line = page.getByText("Offline. Cleanings continue when you are back online.");
  await turn(false);
  await expect(line).toBeVisible();
  await turn(true);
  await expect(line).toHaveCount(0);
});

test("pages scroll within the frame and never exceed the window's width, even in a small window", async ({
  winnow: page,
}) => {
  await expect(page.getByText("Drop a list here").first()).toBeVisible();
  const text = Array.from({ length: 8 }, (_, n) => `A${n},a${n}@firm.example,Ulm\n`).join("");
  const files = [1, 2, 3].map((n) => ({ name: `${n}.csv`, bytes: `name,email,town\n${text}` }));
  await dropFiles(page, files);
  await expect(page.getByTestId("price-line")).toHaveCount(files.length);
  const beyond = () =>
    page.evaluate(() => [
      document.documentElement.scrollHeight - innerHeight,
      Math.max(0, document.documentElement.scrollWidth - innerWidth),
      scrollY,
    ]);
  for (const [width, height] of [
    [1280, 800],
    [900, 600],
    [640, 400],
  ] as const) {
    await page.setViewportSize({ width, height });
    await goTo(page, "Clean");
    await page.mouse.move(width / 2, height / 2);
    await page.mouse.wheel(0, 5_000);
    await page.evaluate(() => window.scrollTo(0, 2_000));
    expect(await beyond()).toEqual([0, 0, 0]);
    await expect(page.getByRole("banner")).toBeInViewport({ ratio: 1 });
    for (const place of ["Lists", "Check", "Settings"] as const) {
      await goTo(page, place);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      expect(await beyond(), `${place} at ${width} by ${height}`).toEqual([0, 0, 0]);
    }
  }
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

test("a dropped folder is reported as a folder, and a file beside it is opened", async ({
  winnow: page,
  folder,
}) => {
  const [lists, file] = [join(folder, "Lists"), join(folder, "loose.csv")];
  mkdirSync(lists);
  writeFileSync(join(lists, "inside.csv"), "email\nann@acme.example\n");
  writeFileSync(file, "email\nbob@acme.example\n");
  await expect(page.getByText("Drop a list here").first()).toBeVisible();
  await dropPaths(page, [lists, file]);
  await expect(page.getByRole("alert").filter({ hasText: "'Lists' is a folder" })).toContainText(
    "drop the lists that are in it",
  );
  await expect(page.getByRole("region", { name: "loose.csv" })).toContainText("1 row");
  await expect(page.getByText("Winnow is not responding")).toHaveCount(0);
});
