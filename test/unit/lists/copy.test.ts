import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { copyFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { copyIn } from "../../../electron/engine/lists/copy.ts";
import { layoutOf } from "../../../electron/engine/store/index.ts";

function place() {
  const dir = mkdtempSync(join(tmpdir(), "winnow-copy-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const path = join(dir, "in.csv");
  writeFileSync(path, "Email\na@a.example\n");
  return { path, list: layoutOf(join(dir, "data")).list("l") };
}

const signal = new AbortController().signal;

test("a file is copied as it is", async () => {
  const { path, list } = place();
  expect(await copyIn(path, "in.csv", list, signal)).toEqual({ ok: true, value: undefined });
  expect(readFileSync(list.original)).toEqual(readFileSync(path));
});

test.each([
  ["grows", (path: string) => appendFileSync(path, "b@b.example\n")],
  [
    "is replaced by one of the same length",
    (path: string) => {
      rmSync(path);
      writeFileSync(path, "Email\nb@b.example\n");
    },
  ],
  ["vanishes", (path: string) => rmSync(path)],
])("a file that %s while it is copied is refused, and nothing is left", async (_what, change) => {
  const { path, list } = place();
  const result = await copyIn(path, "in.csv", list, signal, async (from, to) => {
    await copyFile(from, to);
    change(path);
  });
  expect(result).toMatchObject({ ok: false, problem: { code: "file_changed" } });
  expect(existsSync(list.dir)).toBe(false);
});

test.each([
  ["ENOSPC", "disk_full"],
  ["EIO", "file_unreadable"],
])("%s while copying is %s, and nothing is left", async (code, expected) => {
  const { path, list } = place();
  const result = await copyIn(path, "in.csv", list, signal, async () => {
    throw Object.assign(new Error(code), { code });
  });
  expect(result).toMatchObject({ ok: false, problem: { code: expected } });
  expect(existsSync(list.dir)).toBe(false);
});

test("whoever no longer wants the copy gets none", async () => {
  const { path, list } = place();
  expect(await copyIn(path, "in.csv", list, AbortSignal.abort())).toMatchObject({
    problem: { code: "cancelled" },
  });
  expect(existsSync(list.dir)).toBe(false);
});
