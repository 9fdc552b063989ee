import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";

export interface DroppedFile {
  readonly name: string;
  readonly bytes: string | Uint8Array;
}

let folder: string | null = null;

/** Creates a folder for dropped files, removed when the test process exits, because Winnow reads them later. */
function dropFolder(): string {
  if (folder === null) {
    const made = mkdtempSync(join(tmpdir(), "winnow-drop-"));
    process.on("exit", () => rmSync(made, { recursive: true, force: true }));
    folder = made;
  }
  return mkdtempSync(join(folder, "drop-"));
}

export async function dropFromDisk(page: Page, files: readonly DroppedFile[]): Promise<void> {
  const from = dropFolder();
  const paths = files.map(({ name }) => join(from, name));
  for (const [i, { bytes }] of files.entries()) writeFileSync(paths[i] ?? "", bytes);
  await dropPaths(page, paths);
}

export async function dropPaths(page: Page, paths: readonly string[]): Promise<void> {
  const box = await page.locator("body").boundingBox();
  if (box === null) throw new Error("there is nothing to drop on");
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"] as const)
    await session.send("Input.dispatchDragEvent", {
      type,
      x: box.x + box.width / 2,
      y: box.y + Math.min(box.height, 600) / 2,
      data,
    });
  await session.detach();
}
