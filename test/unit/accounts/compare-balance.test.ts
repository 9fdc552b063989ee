import { describe, expect, it } from "vitest";
import {
  compareBalance,
  type KnownBalance,
  type Uncounted,
} from "../../../electron/engine/accounts/compare-balance.ts";

const NOW = 1_000_000_000;
const MINUTE = 60_000;
const ago = (minutes: number, credits: number): Uncounted => ({ at: NOW - minutes * MINUTE, credits });
/** What was 100 when it was read last. */
const known = (spent: number, late: readonly Uncounted[] = [], isVerifying = false): KnownBalance => ({
  credits: 100,
  spent,
  late,
  isVerifying,
});

describe("a balance has fallen", () => {
  it.each<[string, KnownBalance, number, number]>([
    ["not by what Winnow spent since", known(40), 60, 0],
    ["by what somebody else took", known(0), 60, 40],
    ["by what is gone beside what Winnow spent", known(40), 20, 40],
    ["not when it rose", known(0), 200, 0],
    ["not when the service has not counted yet what Winnow spent", known(40), 100, 0],
    ["not when it counts that now", known(0, [ago(1, 40)]), 60, 0],
    ["not when it counts that once a long list is verified", known(0, [ago(9 * 60, 40)], true), 60, 0],
    ["not when it counts some of that now", known(0, [ago(2, 40), ago(1, 40)]), 60, 0],
    ["by all of it when that is more than what is not counted yet", known(0, [ago(1, 2)]), 60, 40],
    ["when what was not counted is long ago", known(0, [ago(11, 40)]), 60, 40],
    ["when what was not counted is of a time to come", known(0, [ago(-1, 40)]), 60, 40],
    ["not when what was counted as spent was refused", known(-40, [ago(1, 40)]), 100, 0],
  ])("%s", (_, before, read, fall) => {
    expect(compareBalance(before, read, NOW).fall).toBe(fall);
  });
});

describe("what Winnow spent and the balance does not show", () => {
  it.each<[string, KnownBalance, number, readonly Uncounted[]]>([
    ["is remembered", known(40), 100, [ago(0, 40)]],
    ["is remembered where some of it shows", known(80), 60, [ago(0, 40)]],
    ["is remembered beside what did not before", known(10, [ago(1, 40)]), 100, [ago(1, 40), ago(0, 10)]],
    ["is less once it shows, the oldest first", known(0, [ago(2, 40), ago(1, 40)]), 50, [ago(1, 30)]],
    ["is nothing where credits were bought: nobody can tell", known(40, [ago(1, 40)]), 160, []],
    ["is nothing once more is gone than it explains", known(0, [ago(1, 5)]), 60, []],
  ])("%s", (_, before, read, late) => {
    expect(compareBalance(before, read, NOW).late).toEqual(late);
  });
});
