import { describe, expect, it } from "vitest";
import {
  firstChoices,
  mayHoldDropped,
  mayHoldEmpty,
  rowsOf,
} from "../../../../../../renderer/views/results/export/export-choices.ts";
import { offeredChoices } from "../../../../../../renderer/views/results/export/offered-choices.ts";
import { intentOf } from "../../../../../../renderer/views/results/export/presets.ts";
import type { ExportFilter } from "../../../../../../shared/bridge/exports.ts";

const FILTERED = { search: "a" };
const account = { rows: 20, unverified: 0, leavesOutSuppressed: true, leftOut: {} };

describe("what is chosen for an export", () => {
  it("begins with the guard on, whatever was chosen before", () => {
    expect(firstChoices({})).toMatchObject({ preset: "recommended", guard: true, delimiter: "," });
    expect(firstChoices(FILTERED).preset).toBe("screen");
    expect(firstChoices(FILTERED, "risky").preset).toBe("risky");
  });

  it("begins with the selected rows, unless something else was asked for", () => {
    const selected = { rows: [4], except: [] };
    expect(firstChoices({ selected }).preset).toBe("selected");
    expect(firstChoices({ ...FILTERED, selected }).preset).toBe("selected");
    expect(firstChoices({ selected }, "safe").preset).toBe("safe");
  });

  it("offers the selected rows first, and only while some are", () => {
    const of = { saved: [], list: { names: ["email"], address: 0 }, hasUnverified: false };
    const offered = (onScreen: ExportFilter) =>
      offeredChoices({ ...of, onScreen, choices: firstChoices(onScreen) }).map(({ choice }) => choice);
    expect(offered({})[0]).toBe("screen");
    expect(offered({ selected: { rows: [4], except: [] } }).slice(0, 2)).toEqual(["selected", "screen"]);
  });

  it("leaves struck-out rows out of those that are selected when the user says so", () => {
    const intent = intentOf("selected", { selected: { rows: [4], except: [] } });
    expect(mayHoldDropped(intent, { ...account, dropped: 1 })).toBe(true);
    const filter = rowsOf(intent, { ...firstChoices({}), leaveOutDropped: true });
    expect(filter).toEqual({ ...intent.filter, leaveOutMarked: "drop" });
  });

  it("brings struck-out rows back when the user says so, and leaves them out of everything too", () => {
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

  it.each(["safe", "do_not_send"] as const)("lets '%s' alone, whose marks say what is written", (preset) => {
    const intent = intentOf(preset, {});
    expect(rowsOf(intent, { ...firstChoices({}), leaveOutDropped: false })).toEqual(intent.filter);
    expect(mayHoldDropped(intent, { ...account, leftOut: { dropped: 2 } })).toBe(false);
  });

  it("keeps rows without an address where the user says so, in the cleaned list alone", () => {
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

  it("asks about rows without an address only where there are any", () => {
    const safe = intentOf("safe", {});
    expect(mayHoldEmpty(safe, account, false)).toBe(false);
    expect(mayHoldEmpty(safe, { ...account, leftOut: { empty: 2 } }, false)).toBe(true);
    expect(mayHoldEmpty(safe, account, true)).toBe(true);
  });

  it("asks about struck-out rows only where there are any", () => {
    const intent = intentOf("everything", {});
    expect(mayHoldDropped(intent, account)).toBe(false);
    expect(mayHoldDropped(intent, { ...account, dropped: 2 })).toBe(true);
  });
});
