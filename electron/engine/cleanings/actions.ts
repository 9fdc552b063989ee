import type { Cleaning, CleaningAction } from "../../../shared/bridge/cleanings.ts";
import { type Problem, problem } from "../../../shared/problems.ts";
import { assertNever, fail, ok, type Result } from "../../../shared/result.ts";
import type { AccountDirectory } from "../accounts/index.ts";
import type { Clock, Handlers } from "../handlers.ts";
import type { Journal } from "../store/index.ts";
import type { Executor } from "./executor.ts";
import type { Finisher } from "./finish.ts";
import type { PartEvent } from "./machine.ts";
import { isSettled, jobOf } from "./part.ts";
import type { CleaningRow, Records } from "./records.ts";

export interface ActionsOptions {
  readonly journal: Journal;
  readonly records: Records;
  readonly clock: Clock;
  readonly accounts: AccountDirectory;
  readonly executor: Executor;
  readonly finisher: Finisher;
  readonly view: (id: string) => Cleaning | null;
  readonly changed: (id: string) => void;
  readonly problems?: Map<string, Problem>;
}

type ActionCalls =
  | "cleanings.list"
  | "cleanings.get"
  | "cleanings.timeline"
  | "cleanings.act"
  | "cleanings.update"
  | "cleanings.restore";

/** What the user looks at and does once a cleaning exists. */
export function createActions(options: ActionsOptions): Handlers<ActionCalls> {
  const { journal, records, clock, accounts, executor, finisher, view, changed } = options;

  function seen(id: string): Result<Cleaning> {
    const cleaning = view(id);
    return cleaning === null ? fail(problem("cleaning_unknown", { cleaning: id })) : ok(cleaning);
  }

  function tellParts(id: string, event: PartEvent): boolean {
    return records
      .parts(id)
      .map((part) => executor.apply(id, part.ordinal, event))
      .includes(true);
  }

  function watch(row: CleaningRow): void {
    records.setWatching(row.id, true);
    for (const part of records.parts(row.id)) executor.take(row.id, part.ordinal);
  }

  /** A finished cleaning of which a part moves again is under way again; so is one that nobody watched. */
  function reopen(row: CleaningRow): void {
    if (!row.watching) watch(row);
    if (row.state === "active") return;
    journal.commit(() => {
      records.finish(row.id, "active", null, 0, null);
      records.note(row.id, null, clock.now(), row.state, "active", "Going on");
    });
  }

  async function act(row: CleaningRow, action: CleaningAction): Promise<Result<Cleaning>> {
    const settled = () => fail(problem("cleaning_settled", { name: row.name }));
    switch (action) {
      case "resume":
        watch(row);
        break;
      case "start":
        reopen(row);
        if (!tellParts(row.id, { type: "user.agreed" })) return settled();
        agree(row);
        break;
      case "retry":
        if (row.state === "done" && row.out?.rows === null) {
          finisher.writeOut(row.id);
          break;
        }
        reopen(row);
        tellParts(row.id, { type: "user.resumed" });
        executor.hasten(row.id);
        finisher.settled(row.id);
        break;
      case "upload_again":
        reopen(row);
        if (!tellParts(row.id, { type: "user.sent_again" })) {
          finisher.settled(row.id);
          return settled();
        }
        break;
      case "cancel":
        // What the service has begun goes on; everything else is cancelled.
        if (tellParts(row.id, { type: "user.cancelled" })) {
          // The answer is the end of it: it may reach the page after the events, and would undo them there.
          await finisher.ended(row.id);
          break;
        }
        return records.parts(row.id).every(({ record }) => isSettled(record.state))
          ? settled()
          : fail(problem("start_irreversible", { name: row.name }));
      case "stop_watching":
        records.setWatching(row.id, false);
        executor.drop(row.id);
        break;
      case "delete_at_service": {
        const removed = await removeAtService(row);
        if (!removed.ok) return removed;
        break;
      }
      case "delete_here":
        if (row.state === "active") return fail(problem("cleaning_unfinished", { name: row.name }));
        records.setDeleted(row.id, clock.now());
        break;
      default:
        return assertNever(action);
    }
    changed(row.id);
    return seen(row.id);
  }

  function agree(row: CleaningRow): void {
    const agreed = records.parts(row.id).reduce((sum, { record }) => sum + record.agreed, 0);
    records.setAgreed(row.id, agreed);
  }

  async function removeAtService(row: CleaningRow): Promise<Result<null>> {
    const client = await accounts.client(row.account_id);
    if (!client.ok) return client;
    for (const part of records.parts(row.id)) {
      const jobId = jobOf(part.record.state);
      if (!part.record.atService || jobId === null || !isSettled(part.record.state)) continue;
      const removed = await client.value.remove(jobId);
      const code = removed.ok ? null : removed.error.problem.code;
      if (!removed.ok && code !== "job_deleted" && code !== "job_invalid") return fail(removed.error.problem);
      executor.apply(row.id, part.ordinal, { type: "removed" });
    }
    return ok(null);
  }

  return {
    async "cleanings.list"(input) {
      const { total, ids } = records.list(input.search, input.bin, input.offset, input.limit);
      return ok({ total, cleanings: ids.flatMap((id) => view(id) ?? []) });
    },
    async "cleanings.get"({ cleaningId }) {
      return seen(cleaningId);
    },
    async "cleanings.timeline"({ cleaningId }) {
      return ok({ entries: records.timeline(cleaningId) });
    },
    async "cleanings.act"({ cleaningId, action }) {
      const row = records.cleaning(cleaningId);
      if (row === null) return fail(problem("cleaning_unknown", { cleaning: cleaningId }));
      return act(row, action);
    },
    async "cleanings.update"({ cleaningId, name, tags }) {
      records.update(cleaningId, name ?? null, tags ?? null);
      changed(cleaningId);
      return seen(cleaningId);
    },
    async "cleanings.restore"({ cleaningId }) {
      records.setDeleted(cleaningId, null);
      changed(cleaningId);
      return seen(cleaningId);
    },
  };
}
