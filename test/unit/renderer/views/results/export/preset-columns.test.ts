import { describe, expect, it } from "vitest";
import { chosenBy } from "../../../../../../renderer/views/results/export/chosen-by.ts";
import {
  fitOf,
  savedColumns,
  withNames,
} from "../../../../../../renderer/views/results/export/preset-columns.ts";
import { savedChoice } from "../../../../../../renderer/views/results/export/saved-presets.ts";
import { type ExportPreset, exportPresetSchema } from "../../../../../../shared/bridge/app.ts";
import type { ResultFilter } from "../../../../../../shared/bridge/results.ts";

const MARCH = { names: ["Email", "Name", "Unsubscribed"], address: 0 };
const STILL: ResultFilter = { columns: [{ column: 2, op: "is_empty", value: "" }] };

/** A preset as it is stored, saved of `list`. */
function saved(list = MARCH, filter = STILL, written: number[] | null = null): ExportPreset {
  return exportPresetSchema.parse({
    name: "Still subscribed",
    format: { kind: "exact" },
    withVerdicts: false,
    split: "one",
    ...savedColumns(list, filter, written),
  });
}

describe("a preset that filters on a column", () => {
  it.each([
    ["in another place", ["Email", "Unsubscribed", "Name"], 1],
    ["in other letters", ["Email", " unsubscribed ", "Name"], 1],
    ["where it was", MARCH.names, 2],
  ])("finds it by its name %s", (_where, names, column) => {
    const fit = fitOf(saved(), { names, address: 0 });
    expect(fit).toMatchObject({ ok: true, filter: { columns: [{ column, op: "is_empty" }] } });
  });

  it("is not saved where it names what only this list has", () => {
    const since = { cleaningId: "c1", listId: "l1" };
    expect(savedColumns(MARCH, { turned: { since, from: "deliverable", to: "unknown" } }, null)).toBeNull();
    expect(savedColumns(MARCH, { selected: { rows: [4], except: [] } }, null)).toBeNull();
    expect(savedColumns(MARCH, { cells: [{ column: 2, values: ["yes"] }] }, null)).toBeNull();
    expect(savedColumns(MARCH, { doors: ["risky"] }, null)).toEqual({ filter: { doors: ["risky"] } });
  });

  it("writes nothing of a list without it", () => {
    expect(fitOf(saved(), { names: ["Email", "Name", "City"], address: 0 })).toEqual({
      ok: false,
      misfit: { kind: "column", name: "Unsubscribed", found: 0, expected: 1 },
    });
  });

  it("keeps which one of that name it is, and writes nothing where there are fewer or more of them", () => {
    const list = { names: ["Email", "Tag", "Tag"], address: 0 };
    expect(fitOf(saved(list), { names: ["Tag", "Tag", "Email"], address: 2 })).toMatchObject({
      ok: true,
      filter: { columns: [{ column: 1 }] },
    });
    expect(fitOf(saved(list), { names: ["Email", "Tag"], address: 0 })).toMatchObject({
      ok: false,
      misfit: { found: 1, expected: 2 },
    });
    expect(fitOf(saved(), { names: [...MARCH.names, "Unsubscribed"], address: 0 }).ok).toBe(false);
  });

  it("is not saved where the column has no name of its own", () => {
    for (const name of ["Column 3", " ", ""])
      expect(savedColumns({ names: ["Email", "Name", name], address: 0 }, STILL, null)).toBeNull();
  });

  it("of an earlier version, by its number, writes nothing until these are said to be the columns meant", () => {
    const old = exportPresetSchema.parse({
      name: "Still subscribed",
      filter: STILL,
      format: { kind: "exact" },
      withVerdicts: false,
      split: "one",
    });
    const april = { names: ["Email", "Unsubscribed", "Name"], address: 0 };
    expect(fitOf(old, april)).toMatchObject({
      ok: false,
      misfit: { kind: "by_number", filters: [{ name: "Name", op: "is_empty" }] },
    });
    expect(fitOf(old, { names: ["Email"], address: 0 })).toMatchObject({ misfit: { filters: null } });
    const named = withNames(old, MARCH);
    expect(named && fitOf(named, april)).toMatchObject({ ok: true, filter: { columns: [{ column: 1 }] } });
  });
});

describe("a preset keeps what was chosen with it", () => {
  it("the columns to write, in their order, the one of the addresses whatever it is called", () => {
    const preset = saved(MARCH, {}, [1, 0]);
    expect(fitOf(preset, { names: ["City", "Mail", "Name"], address: 1 })).toMatchObject({
      ok: true,
      columns: [2, 1],
    });
    expect(fitOf(preset, { names: ["Mail"], address: 0 }).ok).toBe(false);
  });

  it("the word on suppressed addresses", () => {
    expect(saved(MARCH, { leaveOutSuppressed: true }).filter).toEqual({ leaveOutSuppressed: true });
  });

  it("and says all of it once more when it is chosen", () => {
    const preset = saved(MARCH, {}, [0]);
    expect(chosenBy(savedChoice(preset.name), "recommended", [preset], MARCH)).toMatchObject({
      columns: { kind: "chosen", columns: [0] },
      leaveOutSuppressed: null,
      leaveOutDropped: null,
      keepEmpty: null,
      withVerdicts: false,
    });
    expect(chosenBy("recommended", savedChoice(preset.name), [preset], MARCH)).toEqual({
      preset: "recommended",
      columns: { kind: "all" },
    });
  });
});
