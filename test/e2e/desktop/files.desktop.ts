import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { dropPaths } from "./drop.ts";
import { environment, program, type RunningDesktop, startDesktop } from "./running-desktop.ts";

test.describe.configure({ mode: "serial" });

let folder: string;
let desktop: RunningDesktop;
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "winnow-desktop-"));
  desktop = await startDesktop({
    dataDir: join(folder, "data"),
    args: ["--demo", list("named.csv")],
    // On Wayland, a window in the background cannot raise itself.
    env: { XDG_SESSION_TYPE: "wayland" },
  });
});
test.afterAll(async () => {
  await desktop.quit();
  rmSync(folder, { recursive: true, force: true });
});

function list(name: string): string {
  const path = join(folder, name);
  writeFileSync(path, `email\n${name.replace(".csv", "")}@acme.example\n`);
  return path;
}

const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

test("a list given on the command line is opened in the window", async () => {
  await expect(card(desktop.page, "named.csv").getByTestId("price-line")).toContainText("1 row");
});

test("a second launch opens its list in the first window, which is restored if it was minimized", async () => {
  const { app, page, dataDir } = desktop;
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize());
  const { executablePath, args } = program();
  const second = spawn(executablePath, [...args, "second.csv"], {
    cwd: join(list("second.csv"), ".."),
    env: { ...environment(), WINNOW_DATA_DIR: dataDir },
  });
  expect(await new Promise((resolve) => second.on("close", resolve))).toBe(0);
  await expect(card(page, "second.csv").getByTestId("price-line")).toContainText("1 row");
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isMinimized())).toBe(
    false,
  );
});

test("a list opened from the system is opened in the window", async () => {
  const { app, page } = desktop;
  const prevented = await app.evaluate(({ app: electron }, path) => {
    let taken = false;
    electron.emit("open-file", { preventDefault: () => (taken = true) }, path);
    return taken;
  }, list("handed.csv"));
  expect(prevented).toBe(true);
  await expect(card(page, "handed.csv").getByTestId("price-line")).toContainText("1 row");
});

test("a dropped list is read in place and added to the recent files", async () => {
  const { app, page } = desktop;
  const path = list("dropped & kept.csv");
  await dropPaths(page, [path]);
  await expect(card(page, "dropped & kept.csv").getByTestId("price-line")).toContainText("1 row");
  const recent = await app.evaluate(({ Menu }) =>
    Menu.getApplicationMenu()
      ?.getMenuItemById("openRecent")
      ?.submenu?.items.map(({ label }) => label),
  );
  expect(recent?.[0]).toBe(path.replace("&", "&&"));
});

test("lists chosen in the system's dialog are opened, and none if it is cancelled", async () => {
  const { app, page } = desktop;
  const choose = async (filePaths: string[]) => {
    const asked = app.evaluate(
      ({ dialog }, paths) =>
        new Promise<void>((resolve) => {
          dialog.showOpenDialog = async () => {
            resolve();
            return { canceled: paths.length === 0, filePaths: paths };
          };
        }),
      filePaths,
    );
    await app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById("open")?.click());
    await asked;
  };
  await choose([]);
  await choose([list("chosen.csv"), list("chosen-too.csv")]);
  await expect(card(page, "chosen.csv").getByTestId("price-line")).toContainText("1 row");
  await expect(card(page, "chosen-too.csv").getByTestId("price-line")).toContainText("1 row");
});
