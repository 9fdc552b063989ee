import { mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "@playwright/test";
import { filesIn, pack, removePacked, unpackArchive } from "../../support/packed.ts";
import { root } from "../../support/winnow.ts";
import { pressMenu } from "./menu.ts";
import { program, startDesktop } from "./running-desktop.ts";

// With the real runtime, the workflows run these tests on the packed application (WINNOW_PACKAGED).
test.skip(
  process.platform !== "linux" || program().args.length === 0 || process.env.WINNOW_ELECTRON !== undefined,
);

let folder: string;
test.beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "winnow-packed-")));
});
test.afterAll(() => removePacked(folder));

test("a packed Winnow in a read-only folder opens and cleans a launcher's file and requests updates from its feed", async () => {
  const asked: string[] = [];
  const feed = createServer((request, response) => {
    asked.push(new URL(request.url ?? "", "http://feed").pathname);
    response.end(
      "version: 0.0.1\nfiles: []\npath: none\nsha512: none\nreleaseDate: 2026-01-01T00:00:00.000Z\n",
    );
  });
  await new Promise<void>((resolve) => feed.listen(0, "127.0.0.1", resolve));
  const packed = await pack(folder, {
    script: `exec '${join(root, "node_modules/node/bin/node")}' '${join(root, "test/desktop-runtime/launch.ts")}' "$0" "$@"`,
    // A listening server has an address with a port.
    updateUrl: `http://127.0.0.1:${(feed.address() as AddressInfo).port}`,
  });
  unpackArchive(packed);
  const before = filesIn(packed.dir);
  // A URL, as launchers pass it for %U in the desktop entry of the AppImage.
  const list = join(folder, "My list.csv");
  writeFileSync(list, "email\nvalid.ann@acme.example\n");
  const desktop = await startDesktop({
    executable: packed.program,
    args: ["--demo", pathToFileURL(list).href],
  });
  try {
    const { app, page } = desktop;
    expect(await app.evaluate(({ app: { isPackaged, getName } }) => [isPackaged, getName()])).toEqual([
      true,
      "Winnow",
    ]);
    const said = app.evaluate(
      ({ dialog }) =>
        new Promise((resolve) => {
          dialog.showMessageBox = async (...args: unknown[]) => {
            resolve((args.at(-1) as { message: string }).message);
            return { response: 0, checkboxChecked: false };
          };
        }),
    );
    await pressMenu(app, "checkForUpdates");
    expect(await said).toBe("Winnow is up to date.");
    expect(asked).toContain("/latest-linux.yml");
    await expect(page.getByRole("region", { name: "My list.csv", exact: true })).toContainText("1 row");
    await page.getByRole("button", { name: /^Clean \d/ }).click();
    await page.getByRole("button", { name: "Review results" }).click();
    await expect(page.getByRole("grid")).toBeVisible();
  } finally {
    await desktop.remove();
    feed.close();
  }
  expect(filesIn(packed.dir)).toEqual(before);
});
