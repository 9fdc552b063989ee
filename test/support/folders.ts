import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, onTestFinished } from "vitest";

const create = () => realpathSync(mkdtempSync(join(tmpdir(), "winnow-test-")));
const remove = (folder: string) => rmSync(folder, { recursive: true, force: true });

/** Creates an empty folder, which is removed after the test and its hooks. For tests and `beforeEach`. */
export function testFolder(): string {
  const folder = create();
  onTestFinished(() => remove(folder));
  return folder;
}

/** Creates an empty folder, which is removed after all tests of the file or the `describe` that calls it. */
export function suiteFolder(): string {
  const folder = create();
  afterAll(() => remove(folder));
  return folder;
}
