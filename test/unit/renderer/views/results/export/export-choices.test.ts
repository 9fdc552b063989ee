import { describe, expect, it } from "vitest";
import {
  ALL_COLUMNS,
  columnsToWrite,
  exportName,
  firstChoices,
  intentOf,
  mainPresets,
  mayHoldEmpty,
  PRESETS,
  type Preset,
  rowsOf,
  shownListColumns,
  writesAddresses,
} from "../../../../../../renderer/views/results/export/export-choices.ts";
import type { TableColumn } from "../../../../../../renderer/views/results/table/columns.ts";
import { type ExportFilter, exportFilterSchema } from "../../../../../../shared/bridge/exports.ts";
import { fileOf } from "../../../../../../shared/bridge/segment-files.ts";

const column = (key: TableColumn["key"]): TableColumn => ({
  key,
  name: key,
  width: 100,
  hidden: false,
  numeric: false,
  pinned: false,
});

describe("the columns to export", () => {
  it("are the list's columns visible in the table, in table order", () => {
    expect(
      shownListColumns(
        ["c2", "verdict", "c0", "flags", "c11"].map((key) => column(key as TableColumn["key"])),
      ),
    ).toEqual([2, 0, 11]);
  });

  it.each([
    [ALL_COLUMNS, [2, 0], null],
    [{ kind: "shown" as const }, [2, 0], [2, 0]],
    [{ kind: "shown" as const }, [0, 1, 2], null],
    [{ kind: "shown" as const }, [0, 2, 1], [0, 2, 1]],
    [{ kind: "chosen" as const, columns: [1] }, [0, 1, 2], [1]],
    [{ kind: "chosen" as const, columns: [] }, [0, 1, 2], []],
  ])("are chosen by %j from a table showing %j: %j", (choice, shown, written) => {
    expect(columnsToWrite(choice, shown, 3)).toEqual(written);
  });
});

describe("the preset", () => {
  it.each(PRESETS)("%s has a filter that the engine accepts", (preset) => {
    expect(exportFilterSchema.safeParse(intentOf(preset, {}).filter).success).toBe(true);
  });

  it.each([
    ["safe", ["safe"]],
    ["risky", ["risky"]],
    ["do_not_send", ["do_not_send"]],
    ["not_verified", ["not_verified"]],
  ] as const)("%s writes the segments %j", (preset, segments) => {
    expect(intentOf(preset, { search: "acme" }).filter).toEqual(fileOf(...segments));
  });

  const mailable = { leaveOutMarked: "drop" as const, leaveOutUnwanted: true };

  it('"screen" writes the filter on screen in its order, without rows that must not be mailed', () => {
    const filter = { verdicts: ["unknown" as const], search: "acme" };
    expect(intentOf("screen", filter)).toMatchObject({ asSorted: true, split: "one" });
    expect(intentOf("screen", filter).filter).toEqual({ ...filter, ...mailable });
  });

  it.each<[name: string, onScreen: ExportFilter, filter: ExportFilter]>([
    ["every row", {}, mailable],
    ["rows marked keep", { overridden: "keep" }, { overridden: "keep", ...mailable }],
    ["rows marked drop", { overridden: "drop" }, { overridden: "drop", leaveOutUnwanted: true }],
    ["unwanted rows", { flags: ["unwanted"] }, { flags: ["unwanted"], leaveOutMarked: "drop" }],
    ["rows not to be mailed", { segments: ["do_not_send"] }, { segments: ["do_not_send"] }],
  ])('"screen" writes what is shown: %s', (_, onScreen, filter) => {
    expect(intentOf("screen", onScreen).filter).toEqual(filter);
  });

  it('"selected" leaves suppressed rows out unless rows that must not be mailed are shown', () => {
    const selected = { rows: [1, 2], except: [] };
    const own = (onScreen: ExportFilter) => intentOf("selected", { ...onScreen, selected }).filter;
    expect(own({ search: "acme" })).toEqual({ selected });
    expect(own({ segments: ["safe"] })).toEqual({ selected });
    expect(own({ segments: ["do_not_send"] })).toEqual({ selected, leaveOutSuppressed: false });
  });
});

describe("the name of an exported file", () => {
  it.each([
    ["contacts.csv", "safe", "csv", "contacts-safe.csv"],
    ["contacts.csv", "per_verdict", "csv", "contacts-by-verdict.zip"],
    ["Pasted addresses", "do_not_send", "csv", "Pasted addresses-do-not-send.csv"],
  ] as const)("%s", (list, preset, extension, name) => {
    expect(exportName(list, intentOf(preset, {}), extension)).toBe(name);
  });
});

const FILTERED = { search: "a" };
const account = { rows: 20, unverified: 0, leavesOutSuppressed: true, leftOut: {} };

describe("the choices of an export", () => {
  it("begin with the safe addresses alone, or what a filter shows, and the formula guard on", () => {
    const first = { preset: "safe", alsoRisky: false, guard: true, delimiter: "," };
    expect(firstChoices({})).toMatchObject(first);
    expect(firstChoices(FILTERED)).toMatchObject({ ...first, preset: "screen" });
    expect(firstChoices(FILTERED, "risky").preset).toBe("risky");
  });

  it.each<[onScreen: ExportFilter, asked: Preset | null, second: Preset]>([
    [{}, null, "do_not_send"],
    [FILTERED, null, "screen"],
    [{ ...FILTERED, selected: { rows: [4], except: [] } }, null, "selected"],
    [FILTERED, "safe", "screen"],
    [FILTERED, "risky", "risky"],
  ])(
    "always show three presets: with %j on screen and %j requested, the second is %j",
    (onScreen, asked, second) => {
      expect(mainPresets(onScreen, asked)).toEqual(["safe", second, "everything"]);
      expect(mainPresets(onScreen, asked)).toContain(firstChoices(onScreen, asked).preset);
    },
  );

  it("count addresses if each is written once, and rows otherwise", () => {
    const safe = intentOf("safe", {}).filter;
    expect(writesAddresses(safe)).toBe(true);
    for (const filter of [{}, { segments: ["safe" as const] }, { ...safe, keepEmpty: true }])
      expect(writesAddresses(filter)).toBe(false);
  });

  it("begin with the selected rows unless another preset was requested", () => {
    const selected = { rows: [4], except: [] };
    expect(firstChoices({ selected }).preset).toBe("selected");
    expect(firstChoices({ ...FILTERED, selected }).preset).toBe("selected");
    expect(firstChoices({ selected }, "safe").preset).toBe("safe");
  });

  it("restore dropped rows if the user asks for it, and can leave them out of everything", () => {
    const choices = firstChoices(FILTERED);
    const screen = intentOf("screen", { search: "a" });
    expect(rowsOf(screen, { ...choices, leaveOutDropped: false })).toEqual({
      search: "a",
      leaveOutUnwanted: true,
    });
    const everything = intentOf("everything", {});
    expect(rowsOf(everything, choices)).toEqual({});
    expect(rowsOf(everything, { ...choices, leaveOutDropped: true })).toEqual({ leaveOutMarked: "drop" });
  });

  it("keep rows without an address if the user asks for it, only in the cleaned list", () => {
    const safe = intentOf("safe", {});
    const choices = { ...firstChoices({}), keepEmpty: true };
    expect(rowsOf(safe, choices)).toEqual({ ...safe.filter, keepEmpty: true });
    expect(rowsOf(safe, { ...choices, keepEmpty: false })).toEqual({ ...safe.filter, keepEmpty: false });
    expect(rowsOf(safe, firstChoices({}))).toEqual(safe.filter);
    for (const preset of ["risky", "do_not_send", "everything", "screen"] as const) {
      const intent = intentOf(preset, {});
      expect(rowsOf(intent, choices)).toEqual(intent.filter);
      expect(mayHoldEmpty(intent, { ...account, leftOut: { empty: 2 } }, false)).toBe(false);
    }
  });
});
