import type { Cleaning, Out } from "../../../shared/bridge/cleanings.ts";
import type { Preflight } from "../../../shared/bridge/lists.ts";
import { type Problem, problem } from "../../../shared/problems.ts";
import { questionsToAnswer } from "../../../shared/questions.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import type { VerdictCounts } from "../../../shared/verdicts.ts";
import type { AccountDirectory } from "../accounts/index.ts";
import type { Clock, Handlers } from "../handlers.ts";
import type { Journal } from "../store/index.ts";
import type { Executor } from "./executor.ts";
import type { Finisher } from "./finish.ts";
import { newPart } from "./part.ts";
import type { createPricing } from "./pricing.ts";
import type { Records } from "./records.ts";

export interface StartingOptions {
  readonly journal: Journal;
  readonly records: Records;
  readonly clock: Clock;
  readonly accounts: AccountDirectory;
  readonly preflight: (listId: string) => Result<Preflight>;
  readonly pricing: ReturnType<typeof createPricing>;
  readonly executor: Executor;
  readonly finisher: Finisher;
  readonly view: (id: string) => Cleaning | null;
  /** Takes the verdicts of a results file into the cleaning that was planned for it. */
  readonly importResults: (
    cleaningId: string,
    listId: string,
    scope: string,
  ) => Promise<Result<{ counts: VerdictCounts; missing: number }>>;
  /** Why the cleaned list may not be written there, before anything is paid for; null: it may. */
  readonly refuseOut: (listId: string, out: Out) => Problem | null;
  readonly probe: (point: string) => void;
}

/** Shows what a cleaning costs, and begins it at exactly that price. */
export function createStarting(options: StartingOptions): Handlers<"cleanings.price" | "cleanings.start"> {
  const { journal, records, clock, accounts, pricing } = options;
  return {
    async "cleanings.price"(input, { signal }) {
      const priced = await pricing.price(input.listId, input.accountId, input.options, false, signal);
      return priced.ok ? ok(priced.value.price) : priced;
    },

    async "cleanings.start"(input, { signal }) {
      const list = options.preflight(input.listId);
      if (!list.ok) return list;
      const unclear = questionsToAnswer(list.value, {
        writesAnew: input.out !== undefined && /\.xlsx$/i.test(input.out.path),
      });
      if (unclear.length > 0) {
        return fail(problem("file_reading_unclear", { unclear: unclear.map(({ kind }) => kind) }));
      }
      const scope = accounts.scope(input.accountId);
      if (!scope.ok) return scope;
      const barred = input.out === undefined ? null : options.refuseOut(input.listId, input.out);
      if (barred !== null) return fail(barred);
      const priced = await pricing.price(input.listId, input.accountId, input.options, true, signal);
      if (!priced.ok) return priced;
      const { price, plan, cleaningId } = priced.value;
      if (cleaningId === null) return fail(problem("internal"));
      const refuse = async (what: ReturnType<typeof problem>) => {
        await pricing.discard(cleaningId);
        return fail(what);
      };
      if (price.credits !== input.agreedCredits) {
        return refuse(problem("price_changed", { shown: input.agreedCredits, now: price.credits }));
      }
      if (!input.waitForCredits && price.available !== null && price.available < price.credits) {
        const available = Math.max(0, price.available);
        return refuse(problem("credits_insufficient", { needed: price.credits, available }));
      }
      const imported = list.value.kind === "results";
      const taken = imported ? await options.importResults(cleaningId, input.listId, scope.value) : null;
      if (taken?.ok === false) return refuse(taken.problem);
      // Another cleaning may have been agreed to while this one was being worked out: credits are promised once.
      const left = price.available === null ? null : pricing.available(input.accountId);
      if (!input.waitForCredits && left !== null && left < price.credits) {
        return refuse(
          problem("credits_insufficient", { needed: price.credits, available: Math.max(0, left) }),
        );
      }
      options.probe("before:commit-cleaning");
      journal.commit(() => {
        const at = clock.now();
        records.insert(
          {
            id: cleaningId,
            name: input.name ?? list.value.name,
            list_id: input.listId,
            account_id: input.accountId,
            scope: scope.value,
            options: input.options,
            price,
            unique_addresses: plan.unique,
            agreed_credits: price.credits,
            out:
              input.out === undefined ? null : ({ ...input.out, rows: null } satisfies Out & { rows: null }),
            state: imported ? "imported" : "active",
            created_at: at,
          },
          plan.parts.map(({ ordinal, bytes, addresses }) => ({ ordinal, bytes, record: newPart(addresses) })),
          at,
        );
        if (taken !== null) {
          records.finish(cleaningId, "imported", taken.value.counts, taken.value.missing, at);
          records.note(cleaningId, null, at, null, "imported", "Opened from a results file");
        } else records.note(cleaningId, null, at, null, "active", `You agreed to ${price.credits} credits`);
      });
      options.probe("committed:cleaning");
      for (const part of plan.parts) options.executor.take(cleaningId, part.ordinal);
      if (imported) options.finisher.writeOut(cleaningId);
      else options.finisher.settled(cleaningId);
      const cleaning = options.view(cleaningId);
      return cleaning === null ? fail(problem("internal")) : ok(cleaning);
    },
  };
}
