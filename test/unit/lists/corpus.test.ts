import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { openList } from "../../../electron/engine/lists/index.ts";
import { preflightSchema } from "../../../shared/bridge/lists.ts";
import { corpus } from "../../fixtures/corpus.ts";
import { exportedBytes, read } from "./reading.ts";

test.each(corpus.map((file) => [file.name, file] as const))(
  "a list of the corpus is read as expected: %s",
  async (_name, file) => {
    const { result, list: layout } = await read(file.bytes, file.options);
    if (file.problem !== undefined) {
      expect(result).toMatchObject({ ok: false, problem: { code: file.problem } });
      if (!result.ok && file.says !== undefined) expect(result.problem.detail).toContain(file.says);
      expect(existsSync(layout.columns)).toBe(false);
      return;
    }
    if (!result.ok) throw new Error(`${result.problem.code}: ${result.problem.detail}`);
    const preflight = preflightSchema.parse(result.value);
    expect(preflight).toMatchObject(file.expected ?? {});
    if (file.columns !== undefined)
      expect(preflight.columns.map((column) => column.name)).toEqual(file.columns);
    if (file.oddities !== undefined) {
      expect(Object.fromEntries(preflight.oddities.map(({ code, lines }) => [code, lines]))).toEqual(
        file.oddities,
      );
    }
    const { rows, unique, repeated, malformed, empty } = preflight;
    expect(rows).toBe(unique + repeated + malformed + empty);
    const list = openList(layout);
    if (file.firstRow !== undefined) expect(list.cells(0)).toEqual(file.firstRow);
    // Only blank lines are not part of any record.
    const blank = preflight.oddities.some(({ code }) => code === "blank_line");
    if (!blank) expect(exportedBytes(list).equals(file.bytes)).toBe(true);
    list.close();
  },
);
