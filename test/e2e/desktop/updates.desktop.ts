import { expect, test } from "@playwright/test";
import { createFaultySandbox, type FaultySandbox } from "../../support/faulty-sandbox/index.ts";
import { dropFile } from "../browser-host.ts";
import { fillConnect, KEY } from "../connected.ts";
import { pressMenu } from "./menu.ts";
import { type RunningDesktop, startDesktop } from "./running-desktop.ts";

let service: FaultySandbox;
let desktop: RunningDesktop;
test.beforeAll(async () => {
  service = await createFaultySandbox({
    accounts: [{ label: "acme", key: KEY, credits: 100 }],
    speed: 1_000_000,
  });
  desktop = await startDesktop({ args: [] });
  await desktop.app.evaluate(({ app, dialog, Notification }) => {
    const said: string[] = [];
    Object.assign(globalThis, { said });
    Notification.prototype.show = function show() {
      said.push(this.title);
    };
    dialog.showMessageBox = async (...args: unknown[]) => {
      said.push((args.at(-1) as { message: string }).message);
      return { response: 0, checkboxChecked: false };
    };
    // Winnow's updater, with stubs that find and install nothing.
    Object.defineProperty(app, "isPackaged", { value: true });
    const load = process.getBuiltinModule("node:module").createRequire(`${app.getAppPath()}/package.json`);
    const updater = load("electron-updater").autoUpdater;
    updater.checkForUpdates = async () => ({ isUpdateAvailable: false });
    updater.quitAndInstall = () => app.quit();
    Object.assign(globalThis, { updater });
  });
});
test.afterAll(async () => {
  await desktop.remove();
  await service.close();
});

const said = () => desktop.app.evaluate(() => Reflect.get(globalThis, "said").splice(0) as string[]);

test("a downloaded update is announced once, waits for a cleaning, and is installed at the restart", async () => {
  const { app, page } = desktop;
  await fillConnect(page, service.baseUrl, KEY);
  await pressMenu(app, "checkForUpdates");
  await expect.poll(said).toEqual(["Winnow is up to date."]);
  await app.evaluate(() =>
    Reflect.get(globalThis, "updater").emit("update-downloaded", { version: "9.9.9" }),
  );
  await expect.poll(said).toEqual(["An update is ready"]);

  const takeAway = service.faults.add({ name: "503-retry-after", operation: "status", value: 1 });
  const list = Array.from({ length: 20 }, (_, i) => `valid.${i}@acme.example`);
  await dropFile(page, "list.csv", ["email", ...list].join("\n"));
  await page.getByRole("button", { name: /^Verify, \d/ }).click();
  await expect(page.getByRole("article", { name: "list.csv" })).toBeVisible();
  await pressMenu(app, "restartToUpdate");
  await expect.poll(said).toEqual(["Winnow updates once no cleaning is under way."]);
  takeAway();
  await page.getByRole("button", { name: "Review results" }).click();

  const ended = new Promise((resolve) => app.process().once("exit", resolve));
  await pressMenu(app, "restartToUpdate");
  expect(await ended).toBe(0);
});
