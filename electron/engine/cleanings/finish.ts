import { cellCountsOf } from "../../../shared/bridge/cell-counts.ts";
import type { Cleaning } from "../../../shared/bridge/cleanings.ts";
import { messageOf, stackOf } from "../../../shared/errors.ts";
import { isWriteFailure, type Problem, problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import { VERDICTS } from "../../../shared/verdicts.ts";
import type { CleaningRow } from "../catalog/index.ts";
import type { Collected } from "../results/index.ts";
import { cleaningStoreProblem } from "../store/index.ts";
import { isOutputPending } from "./offers.ts";
import { isSettled, mayBePaid, type PartRecord } from "./part/record.ts";
import type { Records } from "./records.ts";
import { BALANCE_POLL_INTERVAL, jitter } from "./run/delays.ts";
import type { CleaningsOptions } from "./types.ts";

type FinisherOptions = Pick<
  CleaningsOptions,
  "journal" | "layout" | "clock" | "emit" | "collect" | "totals" | "writeOutput" | "probe" | "log" | "random"
> & {
  readonly records: Records;
  readonly view: (id: string) => Cleaning | null;
  readonly changed: (id: string) => void;
  /** Problems of whole cleanings, by cleaning id. */
  readonly problems: Map<string, Problem>;
};

/** Finishes cleanings whose parts have all settled: totals the results and writes the requested file. */
export type CleaningFinisher = ReturnType<typeof createFinisher>;

export function createFinisher(options: FinisherOptions) {
  const { journal, records, clock, problems, probe } = options;
  const running = new Map<string, Promise<void>>();
  /** Cancel functions of scheduled retries, by cleaning id. */
  const later = new Map<string, () => void>();
  const waiting = new Map<string, Collected>();
  const givenUp = new Set<string>();
  let claimsEnded = 0;
  let closed = false;

  function scheduleRetry(id: string): void {
    later.get(id)?.();
    if (closed) return;
    const due = () => {
      later.delete(id);
      queue(id, () => again(id));
    };
    later.set(id, clock.after(jitter(BALANCE_POLL_INTERVAL, (options.random ?? Math.random)()), due));
  }

  /** Runs work for a cleaning in sequence; requests made while one runs are queued, never dropped. */
  function queue(id: string, work: () => Promise<void>): void {
    const before = running.get(id) ?? Promise.resolve();
    const whenIdle = before.then(work).catch((error: unknown) => {
      options.log(`finishing ${id}: ${stackOf(error)}`);
      problems.set(
        id,
        cleaningStoreProblem(error, options.layout, options.layout.cleaning(id).results) ??
          problem("internal"),
      );
      report(id);
      scheduleRetry(id);
    });
    running.set(id, whenIdle);
    void whenIdle.then(() => {
      if (running.get(id) === whenIdle) running.delete(id);
    });
  }

  /** Notifies the pages. An unreadable row must not crash the process or stop other work. */
  function report(id: string): void {
    try {
      options.changed(id);
    } catch (error) {
      options.log(`reporting ${id}: ${messageOf(error)}`);
    }
  }

  async function giveUp(id: string): Promise<void> {
    try {
      await end(id);
    } catch (error) {
      options.log(`giving up ${id}: ${messageOf(error)}`);
    }
    waiting.delete(id);
    if (records.cleaning(id)?.state !== "active" || !isOver(id)) return;
    later.get(id)?.();
    later.delete(id);
    problems.delete(id);
    journal.commit(() => {
      records.finish(id, "failed", null, 0, clock.now());
      records.note(id, null, clock.now(), "active", "failed", "given_up.results");
    });
    emitChange(id);
  }

  /** Returns whether every part was cancelled without payment: the cleaning then ends even if its files are broken. */
  const hasNothingPaid = (id: string) =>
    records.parts(id).every(({ record }) => record.state.kind === "cancelled" && !mayBePaid(record));

  const isOver = (id: string) => records.parts(id).every(({ record }) => isSettled(record.state));

  async function end(id: string): Promise<void> {
    const row = records.cleaning(id);
    if (row === null || row.state !== "active" || !isOver(id)) return;
    const before = claimsEnded;
    const collected = await collectElsewhere(row);
    if (!collected.ok) return failed(id, collected.problem);
    if (collected.value.awaited > 0 && !isCancelled(id)) {
      // A claim that ended during the check may have brought more verdicts.
      if (claimsEnded !== before) return end(id);
      waiting.set(id, collected.value);
      options.changed(id);
      return;
    }
    waiting.delete(id);
    const totals = await options.totals(row).catch((error: unknown) => {
      if (!hasNothingPaid(id)) throw error;
      options.log(`summing up ${id}: ${messageOf(error)}`);
      return fail(problem("internal"));
    });
    if (!totals.ok && hasNothingPaid(id)) {
      problems.delete(id);
      journal.commit(() => {
        records.finish(id, "cancelled", null, 0, clock.now());
        records.note(id, null, clock.now(), "active", "cancelled", "cleaning.cancelled");
      });
      probe("committed:cleaning-cancelled");
      emitChange(id);
      return;
    }
    if (!totals.ok) return failed(id, totals.problem);
    // The user may have restarted a part while the totals were counted.
    if (!isOver(id)) return;
    problems.delete(id);
    const isWhole = collected.value.awaited + collected.value.unclaimed === 0;
    const whenIdle = endOf(records.parts(id).map(({ record }) => record));
    const state = isWhole || whenIdle === "failed" ? whenIdle : isCancelled(id) ? "cancelled" : "failed";
    journal.commit(() => {
      records.finish(id, state, totals.value.counts, totals.value.missing, clock.now());
      records.note(id, null, clock.now(), "active", state, `cleaning.${state}`);
    });
    probe(`committed:cleaning-${state}`);
    await write(id);
    emitChange(id);
  }

  function failed(id: string, why: Problem): void {
    problems.set(id, why);
    options.changed(id);
    if (isWriteFailure(why.code)) scheduleRetry(id);
  }

  async function collectElsewhere(row: CleaningRow): Promise<Result<Collected>> {
    return (row.price.elsewhere ?? 0) === 0 ? ok(NOTHING_ELSEWHERE) : options.collect(row);
  }

  const isCancelled = (id: string) =>
    givenUp.has(id) || records.parts(id).some(({ record }) => record.state.kind === "cancelled");

  async function write(id: string): Promise<void> {
    // Read again: the cleaning may have been binned or resumed while this was queued.
    const row = records.cleaning(id);
    if (row === null || row.out === null || !isOutputPending(row)) return;
    probe("before:out");
    const written = await options.writeOutput(row, row.out);
    probe("after:out");
    const { out } = row;
    if (!written.ok) {
      problems.set(id, written.problem);
      if (isTemporary(written.problem)) scheduleRetry(id);
      return;
    }
    problems.delete(id);
    journal.commit(() => {
      const { rows, cut = 0 } = written.value;
      records.setOut(id, { ...out, rows, ...cellCountsOf(written.value) });
      records.note(id, null, clock.now(), row.state, row.state, { code: "out.written", cut });
    });
    probe("committed:out");
  }

  async function again(id: string): Promise<void> {
    const row = records.cleaning(id);
    if (row?.state === "active") return end(id);
    // For a finished cleaning, retry the file only if the last problem was temporary.
    if (row === null || !isOutputPending(row) || !isTemporary(problems.get(id))) return;
    await write(id);
    if (problems.has(id)) options.changed(id);
    else emitChange(id);
  }

  /** `store_corrupt` counts as temporary: an unreadable suppression list may be removed or come back. */
  const isTemporary = (met: Problem | undefined) =>
    isWriteFailure(met?.code) || met?.code === "internal" || met?.code === "store_corrupt";

  function emitChange(id: string): void {
    options.changed(id);
    const cleaning = options.view(id);
    if (cleaning !== null) options.emit({ event: "cleaning.finished", cleaning });
  }

  function writeOutput(id: string): void {
    queue(id, async () => {
      await write(id);
      emitChange(id);
    });
  }

  return {
    /** Finishes the cleaning if it is over. Idempotent. Retries after disk problems and internal errors. */
    finishIfSettled: (id: string) => queue(id, () => end(id)),
    /** Returns what the cleaning waits for after its own parts are over; `null` if nothing. */
    waitsFor: (id: string) => waiting.get(id) ?? null,
    waitingFor: (id: string) =>
      [...waiting].flatMap(([own, { openIn }]) => (openIn.includes(id) ? [own] : [])),
    onClaimEnded() {
      claimsEnded++;
      for (const id of waiting.keys()) queue(id, () => end(id));
    },
    /** Ends a cleaning that waits for others, without their verdicts. Resolves when done. */
    async stopWaiting(id: string) {
      givenUp.add(id);
      queue(id, () => end(id));
      await running.get(id);
    },
    /** Ends a cleaning whose parts are all settled, even if its results cannot be totalled. Resolves when done. */
    async giveUp(id: string) {
      queue(id, () => giveUp(id));
      await running.get(id);
    },
    /** Recalculates the totals of a finished cleaning after more results or facts arrived. Resolves when done. */
    async recountTotals(id: string) {
      if (closed) return;
      queue(id, async () => {
        const row = records.cleaning(id);
        if (row === null || row.state === "active" || row.counts === null) return;
        const totals = await options.totals(row).catch((error: unknown) => {
          options.log(`counting ${id} again: ${messageOf(error)}`);
          return null;
        });
        if (totals?.ok !== true) return;
        const { counts, missing } = totals.value;
        const isSame = missing === row.missing && VERDICTS.every((one) => counts[one] === row.counts?.[one]);
        if (isSame) return;
        journal.commit(() => records.finish(id, row.state, counts, missing, row.finished_at));
        options.changed(id);
      });
      await running.get(id);
    },
    writeOutput,
    async dropOutput(id: string) {
      queue(id, async () => {
        const row = records.cleaning(id);
        if (row === null || !isOutputPending(row)) return;
        later.get(id)?.();
        later.delete(id);
        journal.commit(() => {
          records.setOut(id, null);
          records.note(id, null, clock.now(), row.state, row.state, "out.left");
        });
        problems.delete(id);
      });
      await running.get(id);
    },
    ended: async (id: string) => running.get(id),
    async close() {
      closed = true;
      for (const giveUp of later.values()) giveUp();
      later.clear();
      await Promise.all(running.values());
    },
  };
}

const NOTHING_ELSEWHERE: Collected = { awaited: 0, openIn: [], unclaimed: 0 };

function endOf(records: readonly PartRecord[]): "done" | "failed" | "cancelled" {
  const kinds = records.map(({ state }) => state.kind);
  if (kinds.includes("failed") || kinds.includes("gone")) return "failed";
  return kinds.includes("cancelled") ? "cancelled" : "done";
}
