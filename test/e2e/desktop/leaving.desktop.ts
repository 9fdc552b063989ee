import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { createFaultySandbox, type FaultySandbox } from "../../support/faulty-sandbox/index.ts";
import { dropPaths } from "./drop.ts";
import { type RunningDesktop, startDesktop } from "./running-desktop.ts";

const KEY = "canary-6e2f1d88b0c35f-leaving";

let folder: string;
let service: FaultySandbox;
let desktop: RunningDesktop;
test.beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "winnow-desktop-"));
  service = await createFaultySandbox({ speed: 50, accounts: [{ label: "acme", key: KEY, credits: 100 }] });
  desktop = await open();
});
test.afterEach(async () => {
  await desktop.quit();
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

const open = () =>
  startDesktop({
    dataDir: join(folder, "data"),
    args: [],
    env: { WINNOW_BASE_URL: service.baseUrl, WINNOW_API_KEY: KEY },
  });

async function uploading(): Promise<void> {
  const { page } = desktop;
  service.faults.add({ name: "hang-before", operation: "upload" });
  const path = join(folder, "clients.csv");
  writeFileSync(path, "email\nann@acme.example\nbo@acme.example\n");
  await dropPaths(page, [path]);
  await page.getByRole("button", { name: /^Verify, \d/ }).click();
  await expect.poll(() => service.requests.some(({ operation }) => operation === "upload")).toBe(true);
}

/** Clicks these buttons in the quit confirmations, one after the other; `null` leaves the dialog open. */
async function answerWith(responses: (number | null)[]): Promise<void> {
  await desktop.app.evaluate(({ dialog }, answers) => {
    const asked: string[] = [];
    Object.assign(globalThis, { asked });
    dialog.showMessageBox = async (...args: unknown[]) => {
      asked.push((args.at(-1) as { message: string }).message);
      const response = answers.shift() ?? null;
      if (response === null) await new Promise(() => {});
      return { response: response ?? 0, checkboxChecked: false };
    };
  }, responses);
}
const asked = () => desktop.app.evaluate(() => Reflect.get(globalThis, "asked") as string[]);
const QUESTION = "A list is being transferred";

/** Resolves with the exit code. */
const ended = () => new Promise((resolve) => desktop.app.process().once("exit", resolve));
const closeWindow = () =>
  desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());

test("closing during an upload asks for confirmation, and quitting resumes the upload at the next start", async () => {
  await uploading();
  await answerWith([0, 1]);
  await closeWindow();
  await expect.poll(asked).toEqual([QUESTION]);
  await expect(desktop.page.getByRole("progressbar").first()).toBeVisible();
  const end = ended();
  await desktop.app.evaluate(({ app }) => app.quit());
  expect(await end).toBe(0);

  service.faults.clear();
  desktop = await open();
  const { page } = desktop;
  await page.getByRole("button", { name: "Review results" }).click();
  await expect(page.getByRole("grid")).toContainText("ann@acme.example");
  expect(service.account("acme").credits).toBe(98);
});

test("a signal to the process quits Winnow as if the user had quit it", async () => {
  const end = ended();
  desktop.app.process().kill("SIGTERM");
  expect(await end).toBe(0);
});
