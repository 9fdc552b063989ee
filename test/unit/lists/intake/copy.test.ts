import { execFileSync } from "node:child_process";
import { existsSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { importFile, MAX_LIST_BYTES } from "../../../../electron/engine/lists/intake/copy.ts";
import { layoutOf } from "../../../../electron/engine/store/index.ts";
import { testFolder } from "../../../support/folders.ts";

function place() {
  const dir = testFolder();
  const path = join(dir, "in.csv");
  writeFileSync(path, "Email\na@a.example\n");
  return { path, list: layoutOf(join(dir, "data")).list("l") };
}

const signal = new AbortController().signal;

test("an aborted copy leaves no list folder", async () => {
  const { path, list } = place();
  expect(await importFile(path, "in.csv", list, AbortSignal.abort())).toMatchObject({
    problem: { code: "cancelled" },
  });
  expect(existsSync(list.dir)).toBe(false);
});

const unix = test.skipIf(process.platform === "win32");
const why = (result: Awaited<ReturnType<typeof importFile>>) => (result.ok ? "" : result.problem.detail);

unix("pipes without a writer are refused at once, and delay no other list", async () => {
  const { path, list } = place();
  const pipes = Array.from({ length: 6 }, (_, i) => `${path}.${i}`);
  execFileSync("mkfifo", pipes);
  const results = await Promise.all(pipes.map((pipe) => importFile(pipe, "in.csv", list, signal)));
  for (const result of results) expect(why(result)).toContain("it is a pipe or a device, not a stored file");
  expect(existsSync(list.dir)).toBe(false);
  expect(await importFile(path, "in.csv", list, signal)).toMatchObject({ ok: true });
});

unix("a device behind a link is refused", async () => {
  const { path, list } = place();
  const link = `${path}.link`;
  symlinkSync("/dev/zero", link);
  expect(why(await importFile(link, "in.csv", list, signal))).toContain("it is a pipe or a device");
});

test("a file larger than the limit is refused before it is copied", async () => {
  const { path, list } = place();
  truncateSync(path, MAX_LIST_BYTES + 1);
  const result = await importFile(path, "in.csv", list, signal);
  expect(result).toMatchObject({ problem: { code: "file_too_large" } });
  expect(existsSync(list.dir)).toBe(false);
});
