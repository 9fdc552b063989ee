import { isDeepStrictEqual } from "node:util";
import type { Cleaning } from "../../../shared/bridge/cleanings.ts";
import type { CleaningAction } from "../../../shared/bridge/constants.ts";
import { type Problem, problem } from "../../../shared/problems.ts";
import { assertNever, fail, ok, type Result } from "../../../shared/result.ts";
import type { CleaningRow } from "../catalog/index.ts";
import type { Handlers } from "../handlers.ts";
import type { Ledger } from "../ledger/index.ts";
import type { Bin } from "./bin.ts";
import type { CleaningFinisher } from "./finish.ts";
import { costsOfActions, hasNoTotals, isOutputPending, mayWaitForOthers } from "./offers.ts";
import { transition } from "./part/machine.ts";
import type { PartEvent } from "./part/part-events.ts";
import { agreedFor, isSettled, jobOf } from "./part/record.ts";
import { canBeSentAgain, canBeTriedAgain } from "./part/user-actions.ts";
import { putUnderWay, type Records } from "./records.ts";
import { removeList } from "./run/commit-responses.ts";
import type { Executor } from "./run/executor.ts";
import { type ExclusiveWork, fillIn } from "./run/fill-in.ts";
import type { CleaningCallName, CleaningsOptions } from "./types.ts";

interface ActionsOptions
  extends Pick<
    CleaningsOptions,
    "clock" | "accounts" | "journal" | "layout" | "fillIn" | "countClaimedByOthers"
  > {
  readonly records: Records;
  readonly ledger: Pick<Ledger, "opened">;
  readonly executor: Executor;
  readonly finisher: CleaningFinisher;
  readonly view: (id: string) => Cleaning | null;
  readonly changed: (id: string) => void;
  readonly bin: Bin;
  readonly exclusive: ExclusiveWork;
}

export function createActions(
  options: ActionsOptions,
): Handlers<Exclude<CleaningCallName, "cleanings.price" | "cleanings.start">> {
  const { records, ledger, clock, accounts, executor, finisher, view, changed } = options;

  function seen(id: string): Result<Cleaning> {
    const cleaning = view(id);
    return cleaning === null ? fail(problem("cleaning_unknown", { cleaning: id })) : ok(cleaning);
  }

  /** Returns why `action` does not apply to the cleaning now; `null` if it does. */
  function refusalOf(row: CleaningRow, action: CleaningAction): Problem | null {
    const parts = records.parts(row.id).map(({ record }) => record);
    const offered = view(row.id)?.actions ?? [];
    if (offered.includes(action)) return null;
    const active = row.state === "active" && row.deleted_at === null;
    if (active && action === "delete_here") return problem("cleaning_unfinished", { name: row.name });
    if (active && action === "cancel" && parts.some(({ state }) => !isSettled(state)))
      return problem("start_irreversible", { name: row.name });
    return problem("cleaning_settled", { name: row.name });
  }

  /** Returns why the account cannot serve the parts that `action` restarts; `null` if it can. */
  function absenceProblem(row: CleaningRow, action: CleaningAction): Problem | null {
    if (row.state === "active") return null;
    const again = action === "retry" ? canBeTriedAgain : action === "upload_again" ? canBeSentAgain : null;
    return again !== null &&
      records.parts(row.id).some(({ record }) => again(record) && record.answer === null)
      ? accounts.absence(row.account_id, row.scope)
      : null;
  }

  /** Returns a problem if the price agreed to is not the current cost of `action`; otherwise `null`. */
  function agreementProblem(
    row: CleaningRow,
    action: CleaningAction,
    agreed: number | undefined,
  ): Problem | null {
    if (action !== "start" && action !== "upload_again") return null;
    const now = costsOfActions(
      records.parts(row.id).map(({ record }) => record),
      [action],
    )[action];
    const credits = now?.credits ?? 0;
    return credits === (agreed ?? 0) ? null : problem("price_changed", { shown: agreed ?? 0, now: credits });
  }

  /** Returns the settled parts that `action` puts back in the queue, which reopens their claims. */
  function sentAnew(row: CleaningRow, action: CleaningAction): number[] {
    if (action !== "retry" && action !== "upload_again") return [];
    const type = action === "retry" ? "user.resumed" : "user.sent_again";
    return records
      .parts(row.id)
      .filter(
        ({ record }) =>
          isSettled(record.state) && transition(record, { type })?.record.state.kind === "queued",
      )
      .map(({ ordinal }) => ordinal);
  }

  /**
   * Returns a problem if other lists have verified some addresses since. Repeats until no claim changed during the
   * check.
   */
  async function conflictProblem(row: CleaningRow, action: CleaningAction): Promise<Problem | null> {
    const parts = row.options.reuseKnown ? sentAnew(row, action) : [];
    if (parts.length === 0) return null;
    for (;;) {
      const before = ledger.opened();
      const taken = await options.countClaimedByOthers(row, parts);
      if (!taken.ok) return taken.problem;
      if (taken.value > 0) return problem("verified_meanwhile", { addresses: taken.value });
      if (isDeepStrictEqual(ledger.opened(), before)) return null;
    }
  }

  /** Writes in one commit: if the disk is full, a cleaning must not be marked as watched without running. */
  function setWatching({ id }: CleaningRow, watching: boolean): void {
    options.journal.commit(() => {
      records.setWatching(id, watching);
      records.note(id, null, clock.now(), "active", "active", watching ? "user.went_on" : "user.paused");
    });
  }

  const underWay = (row: CleaningRow) => putUnderWay(records, row, clock.now());

  function moveParts(row: CleaningRow, event: PartEvent, also: () => void = () => {}): boolean {
    const moved = executor.applyToAll(row.id, event, () => {
      underWay(row);
      also();
    });
    if (moved && !row.watching) startRunning(row.id);
    return moved;
  }

  function startRunning(id: string): void {
    for (const part of records.parts(id)) executor.resume(id, part.ordinal);
    // All parts may have been fetched before the cleaning was paused.
    finisher.finishIfSettled(id);
  }

  async function act(row: CleaningRow, action: CleaningAction, agreed?: number): Promise<Result<Cleaning>> {
    const refused =
      refusalOf(row, action) ?? absenceProblem(row, action) ?? agreementProblem(row, action, agreed);
    if (refused !== null) return fail(refused);
    const overtaken = await conflictProblem(row, action);
    if (overtaken !== null) return fail(overtaken);
    switch (action) {
      case "resume":
        setWatching(row, true);
        startRunning(row.id);
        break;
      case "start":
        moveParts(row, { type: "user.agreed" }, () => agree(row, agreed));
        break;
      case "retry":
        if (isOutputPending(row)) finisher.writeOutput(row.id);
        else {
          if (!moveParts(row, { type: "user.resumed" }) && hasNoTotals(row)) underWay(row);
          executor.retryNow(row.id);
          finisher.finishIfSettled(row.id);
        }
        break;
      case "fetch_again": {
        const filled = await options.exclusive.run(row.id, async (signal) => {
          const outcome = await fillIn(options, row, signal);
          // Earlier parts may have been filled in even if a later one failed.
          if (!signal.aborted) await finisher.recountTotals(row.id);
          return outcome;
        });
        if (!filled.ok) return filled;
        break;
      }
      case "upload_again":
        moveParts(row, { type: "user.sent_again" }, () => agree(row, agreed));
        break;
      case "cancel":
        // Parts that the service has started cannot be cancelled; all others are.
        executor.applyToAll(row.id, { type: "user.cancelled" }, () => {});
        if (
          mayWaitForOthers(
            row,
            records.parts(row.id).map(({ record }) => record),
          )
        )
          await finisher.stopWaiting(row.id);
        // Wait for the end: this result may reach the page after the events and would overwrite them there.
        await finisher.ended(row.id);
        break;
      case "give_up":
        executor.applyToAll(row.id, { type: "user.gave_up" }, () => {});
        await finisher.giveUp(row.id);
        break;
      case "leave_file":
        await finisher.dropOutput(row.id);
        break;
      case "stop_watching":
        setWatching(row, false);
        executor.drop(row.id);
        break;
      case "delete_at_service": {
        const removed = await removeAtService(row);
        if (!removed.ok) return removed;
        break;
      }
      case "delete_here":
        records.setDeleted(row.id, clock.now());
        break;
      default:
        return assertNever(action);
    }
    changed(row.id);
    return seen(row.id);
  }

  function agree(row: CleaningRow, yesTo = 0): void {
    if (yesTo > 0)
      records.note(row.id, null, clock.now(), "active", "active", { code: "agreed", credits: yesTo });
    const agreed = records.parts(row.id).reduce((sum, { record }) => sum + agreedFor(record), 0);
    records.setAgreed(row.id, Math.max(row.agreed_credits, agreed));
  }

  async function removeAtService(row: CleaningRow): Promise<Result<null>> {
    const client = await accounts.client(row.account_id, row.scope);
    if (!client.ok) return client;
    for (const { ordinal } of records.parts(row.id)) {
      const part = records.part(row.id, ordinal);
      const jobId = part === null ? null : jobOf(part.record.state);
      if (part === null || !part.record.atService || jobId === null || !isSettled(part.record.state))
        continue;
      const error = await removeList(client.value, jobId);
      if (error !== null) return fail(error.problem);
      // The list may have been uploaded again during the request; don't mark the new job as removed.
      const now = records.part(row.id, part.ordinal);
      if (now !== null && jobOf(now.record.state) === jobId)
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
    async "cleanings.act"({ cleaningId, action, agreedCredits }) {
      const row = records.cleaning(cleaningId);
      if (row === null) return fail(problem("cleaning_unknown", { cleaning: cleaningId }));
      return act(records.cleaning(cleaningId) ?? row, action, agreedCredits);
    },
    async "cleanings.update"({ cleaningId, name, tags }) {
      records.update(cleaningId, name ?? null, tags ?? null);
      changed(cleaningId);
      return seen(cleaningId);
    },
    async "cleanings.restore"({ cleaningId }) {
      const row = records.cleaning(cleaningId);
      if (row === null || options.bin.isErasing(cleaningId))
        return fail(problem("cleaning_unknown", { cleaning: cleaningId }));
      records.setDeleted(cleaningId, null);
      // Resume as on the next launch.
      const back = { ...row, deleted_at: null };
      if (back.state === "active" && back.watching) startRunning(cleaningId);
      else if (isOutputPending(back)) finisher.writeOutput(cleaningId);
      changed(cleaningId);
      return seen(cleaningId);
    },
    async "cleanings.erase"({ cleaningId }) {
      const refused = await options.bin.erase(cleaningId);
      return refused === null ? ok({}) : fail(refused);
    },
  };
}
