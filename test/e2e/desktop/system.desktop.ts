import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { dropPaths } from "./drop.ts";
import { type RunningDesktop, startDesktop } from "./running-desktop.ts";

test.describe.configure({ mode: "serial" });

let folder: string;
let desktop: RunningDesktop;
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "winnow-desktop-"));
  desktop = await startDesktop({ dataDir: join(folder, "data") });
});
test.afterAll(async () => {
  await desktop.quit();
  rmSync(folder, { recursive: true, force: true });
});

test("with a hidden window, a cleaning shows its progress on the taskbar, and its notification opens the results", async () => {
  const { app, page } = desktop;
  // A window that is hidden before it is shown for the first time is shown afterwards.
  const isVisible = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible());
  await expect.poll(isVisible).toBe(true);
  await app.evaluate(({ BrowserWindow, Notification }) => {
    const notices: Electron.Notification[] = [];
    const shown: number[] = [];
    Object.assign(globalThis, { notices, shown });
    Notification.prototype.show = function show(this: Electron.Notification) {
      notices.push(this);
    };
    const window = BrowserWindow.getAllWindows()[0];
    if (window !== undefined) window.setProgressBar = (value) => void shown.push(value);
    window?.hide();
  });
  await page.getByRole("button", { name: "Use the sample list" }).click();
  const clean = page.getByRole("button", { name: /^Verify, \d/ });
  await clean.click();
  await expect(clean).toBeHidden();
  const told = () =>
    app.evaluate(() =>
      (Reflect.get(globalThis, "notices") as Electron.Notification[]).map(({ title }) => title),
    );
  await expect.poll(told).toEqual(["sample.csv is done"]);
  const shown = () => app.evaluate(() => Reflect.get(globalThis, "shown") as number[]);
  await expect.poll(async () => (await shown()).at(-1)).toBe(-1);
  expect((await shown()).some((value) => value >= 0)).toBe(true);
  await app.evaluate(() => {
    (Reflect.get(globalThis, "notices") as Electron.Notification[])[0]?.emit("click");
  });
  await expect(page.getByRole("grid")).toBeVisible();
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible())).toBe(true);
});

test("only exported files can be shown, opened and dragged out", async () => {
  const { app, page } = desktop;
  const target = join(folder, "clean.csv");
  await app.evaluate(({ BrowserWindow, dialog, shell }, filePath) => {
    const done: string[] = [];
    Object.assign(globalThis, { done });
    const [window] = BrowserWindow.getAllWindows();
    if (window) window.webContents.startDrag = ({ file }) => void done.push(`drag ${file}`);
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
    shell.showItemInFolder = (path) => void done.push(`show ${path}`);
    shell.openPath = async (path) => {
      done.push(`open ${path}`);
      return "";
    };
  }, target);
  const list = join(folder, "clients.csv");
  writeFileSync(list, "email\nvalid.ann@acme.example\n");
  await page.getByRole("link", { name: "Clean", exact: true }).click();
  await dropPaths(page, [list]);
  await page.getByRole("button", { name: /^Verify, \d/ }).click();
  await page
    .getByRole("article", { name: "clients.csv" })
    .getByRole("button", { name: "Review results" })
    .click();
  await page.getByRole("button", { name: "Export…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Export 1 address" }).click();
  await page.getByRole("button", { name: "Show in folder" }).click();
  await page.getByRole("button", { name: "Open", exact: true }).click();
  const done = () => app.evaluate(() => Reflect.get(globalThis, "done") as string[]);
  const name = await page.getByText(target).boundingBox();
  if (name === null) throw new Error("the file's name is not on screen");
  await page.mouse.move(name.x + 5, name.y + 5);
  await page.mouse.down();
  await page.mouse.move(name.x + 60, name.y + 60, { steps: 5 });
  await page.mouse.up();
  await expect.poll(done).toEqual([`show ${target}`, `open ${target}`, `drag ${target}`]);
  const other = await page.evaluate((path) => window.winnow?.call("host.openFile", { path }), list);
  expect(other).toMatchObject({ ok: false, problem: { code: "forbidden" } });
});

test("a report for a client is saved as a PDF, and opened", async () => {
  const { app, page } = desktop;
  const target = join(folder, "report.pdf");
  await app.evaluate(({ dialog, shell }, filePath) => {
    const done: string[] = [];
    Object.assign(globalThis, { done });
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
    shell.openPath = async (path) => {
      done.push(path);
      return "";
    };
  }, target);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Report for a client…" }).click();
  await page.getByLabel("Prepared for").fill("Willow Interiors");
  await expect(page.getByRole("article")).toContainText("Prepared for Willow Interiors");
  await page.getByRole("button", { name: "Save as PDF" }).click();
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await expect.poll(() => app.evaluate(() => Reflect.get(globalThis, "done") as string[])).toEqual([target]);
  const pdf = readFileSync(target, "latin1");
  expect(pdf.slice(0, 5)).toBe("%PDF-");
  // A single page, without the window around it and without overflow.
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});
