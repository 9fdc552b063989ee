import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { accountTable } from "../../../electron/engine/accounts/account-table.ts";
import { type Balances, createBalances } from "../../../electron/engine/accounts/balances.ts";
import { type Journal, openJournal } from "../../../electron/engine/store/index.ts";
import { unwrap } from "../../support/in-process.ts";

let folder: string;
let journal: Journal;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "winnow-balances-"));
  journal = unwrap(openJournal(join(folder, "winnow.db"), join(folder, "backups")));
  const table = accountTable(journal);
  for (const id of ["a", "b"]) table.insert({ id, label: id, kind: "service", baseUrl: "", at: 1 });
});
afterEach(() => {
  journal.close();
  rmSync(folder, { recursive: true });
});

/** The balances of a run that begins now; `a` and `b` have one key. */
function run(): Balances {
  const clock = { now: () => 1_000 };
  return createBalances({
    journal,
    table: accountTable(journal),
    clock,
    sharing: () => ["a", "b"],
    isVerifying: () => false,
  });
}
const both = (balances: Balances, credits: number) => balances.read(["a", "b"], credits);

describe("a fall of the balance", () => {
  it("is noted by the first reading of a run, and stays noted", () => {
    both(run(), 100);
    const next = run();
    expect(next.falls.isCompared("a")).toBe(false);
    both(next, 60);
    expect(next.falls.isCompared("a")).toBe(true);
    expect(next.falls.greatestAfter("a", 0)).toBe(40);
    const third = run();
    both(third, 60);
    expect(third.falls.greatestAfter("a", 0)).toBe(40);
    expect(third.falls.greatestAfter("a", third.falls.last("a"))).toBe(0);
  });

  it("is not noted by a later reading of the same run", () => {
    const balances = run();
    both(balances, 100);
    both(balances, 60);
    expect(balances.falls.last("a")).toBe(0);
  });

  it("is not what Winnow spent, by whichever of the accounts that share it", () => {
    const first = run();
    both(first, 100);
    first.falls.spent("b", 40);
    both(run(), 60);
    expect(run().falls.last("a")).toBe(0);
    expect(run().falls.last("b")).toBe(0);
    both(run(), 60);
    expect(run().falls.last("a")).toBe(0);
  });

  it("is the greatest of those since, whatever came after it", () => {
    for (const credits of [100, 60, 50, 48, 28]) both(run(), credits);
    const { falls } = run();
    expect([0, 1, 2, 3, 4].map((nr) => falls.greatestAfter("a", nr))).toEqual([40, 20, 20, 20, 0]);
    expect(falls.last("a")).toBe(4);
  });

  it("is told although what is remembered beside it cannot be read", () => {
    both(run(), 100);
    journal.db.exec(`UPDATE balances SET late = '{"', falls = 'no'`);
    const next = run();
    both(next, 60);
    expect(next.falls.greatestAfter("a", 0)).toBe(40);
  });
});

it("an account of which no balance was ever read has nothing to be compared with", () => {
  expect(run().falls.isCompared("a")).toBe(true);
});
