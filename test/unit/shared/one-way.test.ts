import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, it } from "vitest";
import { root } from "../../support/winnow.ts";

/** Modules that format numbers and times, and the sandbox, which uses the service's formats. */
const ALLOWED = ["shared/numbers.ts", "shared/times.ts", "electron/sandbox/operations/status.ts"];
const OWN_WAY =
  /\.toLocale(?:Date|Time)?String\(|\bIntl\.(?:NumberFormat|DateTimeFormat|RelativeTimeFormat)\(/;

it("numbers and times are formatted in one place only", () => {
  const others = ["electron", "renderer", "shared"]
    .flatMap((room) => readdirSync(join(root, room), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => OWN_WAY.test(readFileSync(file, "utf8")))
    .map((file) => relative(root, file).replaceAll("\\", "/"));
  expect(others.sort()).toEqual([...ALLOWED].sort());
});
