import { describe, expect, it } from "vitest";
import {
  firstChoices,
  mayHoldDropped,
  rowsOf,
} from "../../../../../../renderer/views/results/export/export-choices.ts";
import { intentOf } from "../../../../../../renderer/views/results/export/presets.ts";

const account = { rows: 20, unverified: 0, leavesOutSuppressed: true, leftOut: {} };

describe("what is chosen for an export", () => {
  it("begins with the guard on, whatever was chosen before", () => {
    expect(firstChoices(false)).toMatchObject({ preset: "recommended", guard: true, delimiter: "," });
    expect(firstChoices(true).preset).toBe("screen");
    expect(firstChoices(true, "risky").preset).toBe("risky");
  });

  it("brings struck-out rows back when the user says so, and leaves them out of everything too", () => {
    const choices = firstChoices(true);
    const screen = intentOf("screen", { search: "a" });
    expect(rowsOf(screen, { ...choices, leaveOutDropped: false })).toEqual({ search: "a" });
    const everything = intentOf("everything", {});
    expect(rowsOf(everything, choices)).toEqual({});
    expect(rowsOf(everything, { ...choices, leaveOutDropped: true })).toEqual({ leaveOutMarked: "drop" });
  });

  it.each(["safe", "do_not_send"] as const)("lets '%s' alone, whose marks say what is written", (preset) => {
    const intent = intentOf(preset, {});
    expect(rowsOf(intent, { ...firstChoices(false), leaveOutDropped: false })).toEqual(intent.filter);
    expect(mayHoldDropped(intent, { ...account, leftOut: { dropped: 2 } })).toBe(false);
  });

  it("asks about struck-out rows only where there are any", () => {
    const intent = intentOf("everything", {});
    expect(mayHoldDropped(intent, account)).toBe(false);
    expect(mayHoldDropped(intent, { ...account, dropped: 2 })).toBe(true);
  });
});
