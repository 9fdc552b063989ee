import { describe, expect, it } from "vitest";
import {
  firstChoices,
  intentOf,
  mayHoldEmpty,
  rowsOf,
} from "../../../../../../renderer/views/results/export/export-choices.ts";

const FILTERED = { search: "a" };
const account = { rows: 20, unverified: 0, leavesOutSuppressed: true, leftOut: {} };

describe("the choices of an export", () => {
  it("begin with the formula guard on, regardless of earlier choices", () => {
    expect(firstChoices({})).toMatchObject({ preset: "recommended", guard: true, delimiter: "," });
    expect(firstChoices(FILTERED).preset).toBe("screen");
    expect(firstChoices(FILTERED, "risky").preset).toBe("risky");
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
