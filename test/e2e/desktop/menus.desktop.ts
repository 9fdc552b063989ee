import { expect, test } from "@playwright/test";
import { pressMenu } from "./menu.ts";
import { type RunningDesktop, startDesktop } from "./running-desktop.ts";

test.describe.configure({ mode: "serial" });

let desktop: RunningDesktop;
test.beforeAll(async () => {
  desktop = await startDesktop();
  // Records the file dialog instead of opening it.
  await desktop.app.evaluate(({ dialog }) => {
    const done: string[] = [];
    Object.assign(globalThis, { done });
    dialog.showOpenDialog = async () => {
      done.push("choose");
      return { canceled: true, filePaths: [] };
    };
  });
});
test.afterAll(() => desktop.remove());

const press = (name: string): Promise<void> => pressMenu(desktop.app, name);
const done = () => desktop.app.evaluate(() => Reflect.get(globalThis, "done").splice(0) as string[]);

test("the menu opens each screen", async () => {
  const { page } = desktop;
  for (const [id, hash] of [
    ["lists", "#/lists"],
    ["check", "#/check"],
    ["bounces", "#/bounces"],
    ["settings", "#/settings"],
    ["clean", "#/clean"],
  ] as const) {
    await press(id);
    await page.waitForURL((url) => url.hash.startsWith(hash));
  }
});

test("the menu opens the file dialog, the command palette and the search of lists", async () => {
  const { page } = desktop;
  await press("open");
  await expect.poll(done).toEqual(["choose"]);
  await press("palette");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await press("search");
  await page.waitForURL((url) => url.hash.startsWith("#/lists"));
});

test("the menu undoes, redoes, selects, cuts and pastes text in a field", async () => {
  const { page } = desktop;
  await press("check");
  const field = page.getByRole("textbox", { name: "Addresses to check" });
  await field.fill("ann@acme.example");
  await expect(field).toHaveValue("ann@acme.example");
  await press("undo");
  await expect(field).not.toHaveValue("ann@acme.example");
  await press("redo");
  await expect(field).toHaveValue("ann@acme.example");
  await press("selectAll");
  await press("cut");
  await expect(field).toHaveValue("");
  await press("paste");
  await expect(field).toHaveValue("ann@acme.example");
  await press("selectAll");
  await press("copy");
  await press("paste");
  await press("paste");
  await expect(field).toHaveValue("ann@acme.exampleann@acme.example");
  await field.fill("");
});

test("the menu exports results and adds them to a suppression list", async () => {
  const { page } = desktop;
  await press("clean");
  await page.getByRole("button", { name: "Use the sample list" }).click();
  await page.getByRole("button", { name: /^Verify, \d/ }).click();
  await page.getByRole("button", { name: "Review results" }).click();
  await expect(page.getByRole("grid")).toBeVisible();
  await press("export");
  await expect(page.getByRole("dialog", { name: /^Export/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await press("suppress");
  await expect(page.getByRole("dialog", { name: "Add to a suppression list" })).toBeVisible();
  await page.keyboard.press("Escape");
});

test("a reload from the menu returns to the same screen", async () => {
  test.skip(process.env.WINNOW_PACKAGED !== undefined, "an installed Winnow has no Reload");
  const { page } = desktop;
  const before = page.url();
  expect(before).toContain("#/cleanings/");
  const loaded = page.waitForEvent("load");
  await press("reload");
  await loaded;
  await expect(page.getByRole("grid")).toBeVisible();
  expect(page.url()).toBe(before);
  // Calls and events work again.
  await press("lists");
  await page.waitForURL((url) => url.hash.startsWith("#/lists"));
});
