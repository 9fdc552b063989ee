import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { test as base, expect } from "@playwright/test";
import { complaintsOf, type Fixtures } from "../browser-host.ts";
import { type RunningDesktop, startDesktop } from "./running-desktop.ts";

interface DesktopFixtures extends Fixtures {
  desktop: RunningDesktop;
}

/** The test of the end-to-end tests on the desktop; browser-host.ts has the one for the browser. */
export const test = base.extend<DesktopFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), "winnow-e2e-"));
    await use(folder);
    rmSync(folder, { recursive: true, force: true });
  },
  hostOptions: [{ env: { WINNOW_SANDBOX_SPEED: "1000000" } }, { option: true }],
  desktop: async ({ folder, hostOptions: { env = {}, args = ["--sandbox"] } }, use) => {
    const desktop = await startDesktop({
      dataDir: join(folder, "data"),
      args: args.map((arg) => (arg === "--sandbox" ? "--demo" : arg)),
      env,
    });
    await use(desktop);
    await desktop.quit();
  },
  winnow: async ({ desktop }, use) => {
    const complaints = complaintsOf(desktop.page);
    await use(desktop.page);
    expect(complaints).toEqual([]);
  },
  saved: async ({ desktop, folder }, use) => {
    await use(async (act) => {
      // Accepts the proposed file name, in the test's folder.
      await desktop.app.evaluate(({ dialog }, to) => {
        dialog.showSaveDialog = async (...args: unknown[]) => {
          const { defaultPath = "" } = args.at(-1) as { defaultPath?: string };
          return { canceled: false, filePath: `${to}/${defaultPath.split(/[\\/]/).at(-1)}` };
        };
      }, folder);
      const before = new Set(filesIn(folder));
      await act();
      let path = "";
      // The file gets its name once it is complete.
      await expect
        .poll(() => {
          path = filesIn(folder).find((file) => !before.has(file)) ?? "";
          return path;
        })
        .not.toBe("");
      return { name: basename(path), bytes: readFileSync(path) };
    });
  },
});

/** Returns the files in `folder`, except unfinished ones. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
    .map((entry) => join(folder, entry.name));
}
