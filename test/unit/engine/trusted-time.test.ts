import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { createRecords } from "../../../electron/engine/cleanings/records.ts";
import type { Clock } from "../../../electron/engine/handlers.ts";
import { bringUp } from "../../../electron/engine/store/journal.ts";
import { keepingClock, trustedTime } from "../../../electron/engine/trusted-time.ts";
import { BIN_DAYS } from "../../../shared/bridge/cleanings.ts";
import { unwrap } from "../../support/in-process.ts";
import { seededRandom } from "../../support/random.ts";

const DAY = 24 * 3600_000;
const EPOCH = Date.UTC(2026, 0, 1);
const LIST_DAYS = 7;
const HISTORIES = Number(process.env.WINNOW_HISTORIES ?? 30);
/** Days with the right clock, one start in each, after which nothing of earlier is left. */
const AT_LAST = 45;

/** A machine whose true time is known to the test alone, and Winnow on it as far as it keeps things for a while. */
function machine() {
  const journal = unwrap(bringUp("nowhere", () => new Database(":memory:")));
  const records = createRecords(journal);
  let day = 0;
  let off = 0;
  const now = () => EPOCH + Math.round((day + off) * DAY);
  const clock: Clock = { now, monotonic: () => day, after: () => () => {} };
  const born = new Map<string, number>();
  const early: string[] = [];
  const log: string[] = [];
  let count = 0;
  const ids = (sql: string) => journal.db.prepare(sql).pluck().all().map(String);

  function gone(id: string, days: number): void {
    const age = day - (born.get(id) ?? 0);
    if (age < days) early.push(`${id} after ${age.toFixed(2)} days`);
    journal.db.prepare("DELETE FROM cleanings WHERE id = ?").run(id);
    journal.db.prepare("DELETE FROM lists WHERE id = ?").run(id);
  }

  return {
    early,
    log,
    pass(days: number) {
      day += days;
    },
    /** Sets the machine's clock so many days off. */
    set(days: number) {
      off = days;
    },
    isOff: () => off !== 0,
    /** What every start, every day and every end do. */
    look() {
      const believed = trustedTime(journal, now());
      log.push(
        `day ${day.toFixed(2)} shown ${((now() - EPOCH) / DAY).toFixed(2)} believed ${believed === null ? "-" : ((believed - EPOCH) / DAY).toFixed(2)}`,
      );
      if (believed === null) return;
      for (const { id } of records.binnedBefore(believed - BIN_DAYS * DAY)) gone(id, BIN_DAYS);
      const before = believed - LIST_DAYS * DAY;
      for (const id of ids(
        `SELECT id FROM lists WHERE created_at < ${before} AND id NOT IN (SELECT list_id FROM cleanings)`,
      ))
        gone(id, LIST_DAYS);
    },
    /** Puts a cleaning into the bin, or pastes a list. */
    keep(what: "binned" | "pasted") {
      const id = `${what}-${++count}`;
      const at = keepingClock(journal, clock).now();
      journal.db
        .prepare("INSERT INTO lists (id, name, created_at) VALUES (?, '', ?)")
        .run(id, what === "binned" ? 0 : at);
      if (what === "binned")
        journal.db
          .prepare(
            `INSERT INTO cleanings (id, name, list_id, account_id, scope, options, price, unique_addresses,
               agreed_credits, state, created_at, deleted_at) VALUES (?, '', ?, '', '', '{}', '{}', 0, 0, 'done', 0, ?)`,
          )
          .run(id, id, at);
      born.set(id, day);
      log.push(`day ${day.toFixed(2)} ${id}`);
    },
    /** An earlier Winnow did not note the time. */
    forgetTime: () => journal.db.prepare("DELETE FROM settings WHERE name = 'clock.seen'").run(),
    kept: () => ids("SELECT id FROM lists"),
    close: () => journal.close(),
  };
}

type Machine = ReturnType<typeof machine>;

function daily(at: Machine, days: number): void {
  for (let passed = 0; passed < days; passed++) {
    at.pass(1);
    at.look();
  }
}

/** A run of Winnow: minutes, a day, or months of a window that stays open on a laptop that sleeps now and then. */
function run(at: Machine, dice: () => number, most: number): void {
  const keep = () => {
    if (dice() < 0.3) at.keep(dice() < 0.5 ? "binned" : "pasted");
  };
  at.look();
  keep();
  for (let days = Math.floor(dice() ** 3 * most); days > 0; days--) {
    const asleep = dice() < 0.05 ? dice() * 20 : 0;
    at.pass(1 + asleep);
    keep();
    // A disk without room for it notes nothing.
    if (dice() > 0.05) at.look();
    keep();
  }
  at.pass(dice() * 0.05);
  if (dice() > 0.1) at.look();
}

/** The clock is wrong for some starts, within a day, or (behind, as all can see) for weeks; then it is right for days. */
function wrongly(at: Machine, dice: () => number): void {
  const isLong = dice() < 0.2;
  at.set(isLong ? -400 : ([-400, -35, -10, 10, 35, 400, 4000][Math.floor(dice() * 7)] ?? 0));
  const starts = 1 + Math.floor(dice() * 4);
  for (let start = 0; start < starts; start++) {
    run(at, dice, isLong ? 5 : 0);
    at.pass(isLong ? dice() * 5 : dice() * 0.15);
  }
  // It is set right in the middle of a run, or before the next.
  if (dice() < 0.3) {
    at.look();
    at.set(0);
    if (dice() < 0.5) at.keep("binned");
  }
  at.set(0);
  run(at, dice, 3);
  daily(at, 2);
}

it.each(Array.from({ length: HISTORIES }, (_, seed) => seed))(
  "history %i: nothing goes before its time, and everything goes at last",
  (seed) => {
    const dice = seededRandom(seed);
    const at = machine();
    try {
      daily(at, 3);
      for (let step = 0; step < 25; step++) {
        if (dice() < 0.25) wrongly(at, dice);
        else run(at, dice, 60);
        if (dice() < 0.03) {
          daily(at, 2);
          at.forgetTime();
          daily(at, 3);
        }
        at.pass(dice() < 0.15 ? dice() * 70 : dice() * 3);
      }
      expect(at.early, at.log.join("\n")).toEqual([]);
      at.set(0);
      daily(at, AT_LAST);
      expect(at.early, at.log.join("\n")).toEqual([]);
      expect(at.kept(), at.log.join("\n")).toEqual([]);
    } finally {
      at.close();
    }
  },
);

it.each([
  ["every two weeks", 14],
  ["every month", 30],
  ["every two months", 61],
])("who starts Winnow %s has the bin emptied, too", (_, days) => {
  const at = machine();
  at.look();
  at.keep("binned");
  at.keep("pasted");
  for (let start = 0; start < 10; start++) {
    at.pass(days);
    at.look();
    at.look();
  }
  expect(at.kept()).toEqual([]);
  expect(at.early).toEqual([]);
  at.close();
});

it("what is due goes on its day where Winnow stays open, or is started every day", () => {
  const at = machine();
  daily(at, 3);
  at.keep("binned");
  at.keep("pasted");
  daily(at, 8);
  expect(at.kept()).toEqual(["binned-1"]);
  daily(at, 23);
  expect(at.kept()).toEqual([]);
  expect(at.early).toEqual([]);
  at.close();
});
