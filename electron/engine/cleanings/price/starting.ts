import { isDeepStrictEqual } from "node:util";
import type { Cleaning } from "../../../../shared/bridge/cleanings.ts";
import type { FileStamp } from "../../../../shared/bridge/file-stamp.ts";
import type { Preflight } from "../../../../shared/bridge/lists.ts";
import type { CallRequest } from "../../../../shared/bridge.ts";
import { type Problem, problem } from "../../../../shared/problems.ts";
import { questionsToAnswer } from "../../../../shared/questions.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import type { Handlers } from "../../handlers.ts";
import { FILES_SCOPE, type Ledger } from "../../ledger/index.ts";
import { usesSingleCheck } from "../../lists/index.ts";
import { sourcesIn } from "../../memory/index.ts";
import type { ResultTotals } from "../../results/index.ts";
import type { CleaningFinisher } from "../finish.ts";
import { newPart } from "../part/record.ts";
import type { Records } from "../records.ts";
import type { Executor } from "../run/executor.ts";
import type { CleaningsOptions } from "../types.ts";
import type { createPricing, Priced } from "./pricing.ts";

export interface StartingOptions
  extends Pick<
    CleaningsOptions,
    | "journal"
    | "layout"
    | "clock"
    | "accounts"
    | "preflight"
    | "revision"
    | "importResults"
    | "checkOutputPath"
    | "team"
    | "probe"
  > {
  readonly records: Records;
  readonly ledger: Pick<Ledger, "begin" | "opened">;
  readonly pricing: ReturnType<typeof createPricing>;
  readonly executor: Pick<Executor, "resume">;
  readonly finisher: Pick<CleaningFinisher, "writeOutput" | "finishIfSettled">;
  readonly view: (id: string) => Cleaning | null;
}

/** A cleaning that is ready to start, with the list and terms the price is based on. */
interface Prepared extends Priced {
  readonly cleaningId: string;
  readonly list: Preflight;
  readonly terms: Terms;
  /** Stamp of the file that the output may replace; `null` if none. */
  readonly replaces: FileStamp | null;
  /** Number of reopened claims when the plan was made. */
  readonly reopened: number;
  /** Position in the team's log when the plan was made. */
  readonly teamPosition: number;
}

/** Terms of a price besides the list; compared again at the start. */
interface Terms {
  readonly scope: string;
  readonly suppressed: string | null;
}

/** Maximum number of plans of one start. Claims that keep changing must not keep the user waiting forever. */
const MAX_PLANS = 20;

export function createStarting(options: StartingOptions): Handlers<"cleanings.price" | "cleanings.start"> {
  const { journal, layout, records, clock, accounts, pricing } = options;
  const once = createIdempotentRequests<string>();
  type StartRequest = CallRequest<"cleanings.start">;

  function termsOf(
    { accountId, options: { suppress, reuseKnown } }: StartRequest,
    { kind }: Pick<Preflight, "kind">,
  ): Result<Terms> {
    if (!accounts.has(accountId)) return fail(problem("account_unknown", { account: accountId }));
    const scope = kind === "results" ? ok(FILES_SCOPE) : accounts.scope(accountId);
    return scope.ok
      ? ok({
          scope: scope.value,
          suppressed: suppress || reuseKnown ? sourcesIn(journal, layout) : null,
        })
      : scope;
  }

  /** Plans the cleaning and writes its files. After a refusal, nothing is left behind. */
  async function prepare(wish: StartRequest, signal: AbortSignal): Promise<Result<Prepared>> {
    const list = options.preflight(wish.listId);
    if (!list.ok) return list;
    if (wish.revision !== undefined && wish.revision !== list.value.revision)
      return fail(problem("list_changed"));
    const isReencoded = wish.out !== undefined && /\.xlsx$/i.test(wish.out.path);
    const unclear = questionsToAnswer(list.value, { isReencoded });
    if (unclear.length > 0)
      return fail(problem("file_reading_unclear", { unclear: unclear.map(({ kind }) => kind) }));
    const terms = termsOf(wish, list.value);
    if (!terms.ok) return terms;
    const agreed = wish.out === undefined ? ok(null) : options.checkOutputPath(wish.listId, wish.out);
    if (!agreed.ok) return agreed;
    const reopened = options.ledger.opened().again;
    const teamPosition = options.team.position();
    const priced = await pricing.price(wish.listId, wish.accountId, wish.options, true, signal);
    if (!priced.ok) return priced;
    const { cleaningId } = priced.value;
    if (cleaningId === null) return fail(problem("internal"));
    return ok({
      ...priced.value,
      cleaningId,
      list: list.value,
      terms: terms.value,
      replaces: agreed.value,
      reopened,
      teamPosition,
    });
  }

  /** Returns why the cleaning is no longer what the user agreed to; `null` if it still is. */
  function refusalOf(
    wish: StartRequest,
    { price, list, terms }: Prepared,
    signal: AbortSignal,
  ): Problem | null {
    const revision = options.revision(wish.listId);
    if (revision === null) return problem("list_unknown");
    if (revision !== list.revision) return problem("list_changed");
    const now = termsOf(wish, list);
    if (!now.ok) return now.problem;
    if (!isDeepStrictEqual(now.value, terms)) return problem("price_outdated");
    // A lower price than agreed is fine: verdicts may have arrived since.
    if (price.credits > wish.agreedCredits)
      return problem("price_changed", { shown: wish.agreedCredits, now: price.credits });
    // Another cleaning may have reserved the same credits while this one was planned.
    const standing =
      wish.waitForCredits || price.available === null ? null : pricing.standing(wish.accountId);
    if (standing !== null && Math.max(0, standing.balance - standing.promised) < price.credits)
      return insufficientCredits(price.credits, standing);
    return signal.aborted ? problem("cancelled") : null;
  }

  function insert(
    wish: StartRequest,
    { price, plan, cleaningId, list, terms, replaces }: Prepared,
    taken: ResultTotals | null,
  ): void {
    const at = clock.now();
    records.insert(
      {
        id: cleaningId,
        name: wish.name ?? list.name,
        list_id: wish.listId,
        account_id: wish.accountId,
        scope: terms.scope,
        options: wish.options,
        price,
        unique_addresses: plan.unique,
        agreed_credits: price.credits,
        out: wish.out === undefined ? null : { ...wish.out, rows: null, standing: replaces ?? undefined },
        state: taken === null ? "active" : "imported",
        created_at: at,
      },
      plan.parts.map(({ ordinal, bytes, addresses, rows }) => ({
        ordinal,
        bytes,
        record: newPart(addresses, {
          rows,
          single: usesSingleCheck(addresses),
        }),
      })),
      at,
    );
    options.ledger.begin(terms.scope, cleaningId, plan.parts, at);
    if (taken !== null) {
      records.finish(cleaningId, "imported", taken.counts, taken.missing, at);
      records.note(cleaningId, null, at, null, "imported", "imported");
    } else records.note(cleaningId, null, at, null, "active", { code: "agreed", credits: price.credits });
  }

  /**
   * Starts a prepared cleaning, checking consent inside the commit. Returns `"replan"` if it must be planned again
   * because claims were reopened.
   */
  async function begin(
    wish: StartRequest,
    prepared: Prepared,
    replaces: string | null,
    signal: AbortSignal,
  ): Promise<Problem | "replan" | null> {
    const { cleaningId, list, terms } = prepared;
    const refused = refusalOf(wish, prepared, signal);
    if (refused !== null) return refused;
    const mayBeClaimed = wish.options.reuseKnown && wish.options.withoutTeam !== true;
    if (mayBeClaimed && prepared.plan.parts.length > 0) {
      const claimed = await options.team.claim(terms.scope, cleaningId, prepared.teamPosition, replaces);
      if (!claimed.ok) return claimed.problem;
      if (claimed.value === "replan") return "replan";
      options.probe("claimed:team");
    }
    const imported = list.kind === "results";
    const assumedAt = wish.options.assumedAt ?? list.fileDate;
    const ofFile = { cleaningId, listId: wish.listId, scope: terms.scope, assumedAt };
    const taken = imported ? await options.importResults(ofFile) : null;
    if (taken?.ok === false) return taken.problem;
    options.probe("before:commit-cleaning");
    return journal.commit(() => {
      const { parts } = prepared.plan;
      const mayShare = wish.options.reuseKnown && parts.length > 0;
      if (mayShare && options.ledger.opened().again !== prepared.reopened) return "replan";
      const changed = refusalOf(wish, prepared, signal);
      if (changed === null) insert(wish, prepared, taken?.value ?? null);
      return changed;
    });
  }

  return {
    async "cleanings.price"(input, { signal }) {
      const { listId, accountId } = input;
      const priced = await pricing.price(listId, accountId, input.options, false, signal);
      return priced.ok ? ok(priced.value.price) : priced;
    },

    async "cleanings.start"(wish, { signal }) {
      const started = await once(wish.requestId, wish, signal, () => start(wish, signal));
      if (!started.ok) return started;
      const cleaning = options.view(started.value);
      return cleaning === null ? fail(problem("internal")) : ok(cleaning);
    },
  };

  /** Starts the cleaning at the agreed price or a lower one. Returns its id. */
  async function start(
    wish: StartRequest,
    signal: AbortSignal,
    replaces: string | null = null,
    plans = 1,
  ): Promise<Result<string>> {
    const prepared = await prepare(wish, signal);
    if (!prepared.ok) return prepared;
    const { cleaningId, plan, list } = prepared.value;
    let isStarted = false;
    try {
      const refused = await begin(wish, prepared.value, replaces, signal);
      isStarted = refused === null;
      if (!isStarted) await pricing.discard(cleaningId, wish.listId);
      // The next plan takes the team's claims over.
      if (refused === "replan" && plans < MAX_PLANS) return await start(wish, signal, cleaningId, plans + 1);
      if (refused === "replan") return fail(problem("price_outdated"));
      if (refused !== null) return fail(refused);
    } catch (error) {
      if (!isStarted) await pricing.discard(cleaningId, wish.listId);
      throw error;
    } finally {
      options.team.endStart(cleaningId);
    }
    options.probe("committed:cleaning");
    for (const part of plan.parts) options.executor.resume(cleaningId, part.ordinal);
    if (list.kind === "results") options.finisher.writeOutput(cleaningId);
    else options.finisher.finishIfSettled(cleaningId);
    return ok(cleaningId);
  }
}

function insufficientCredits(
  needed: number,
  { balance, promised }: { balance: number; promised: number },
): Problem {
  const available = Math.max(0, balance - promised);
  return problem("credits_insufficient", { needed, available, balance, promised });
}

/** Number of request ids remembered for deduplication: more than any page has pending. */
const REMEMBERED = 1_000;

interface Asked<T> {
  readonly request: unknown;
  readonly answer: Promise<Result<T>>;
}

/** Makes requests with the same id idempotent: the response may have been lost. Failures can be retried. */
function createIdempotentRequests<T>() {
  const asked = new Map<string, Asked<T>>();

  return async (
    id: string | undefined,
    request: unknown,
    signal: AbortSignal,
    work: () => Promise<Result<T>>,
  ): Promise<Result<T>> => {
    if (id === undefined) return work();
    for (;;) {
      const earlier = asked.get(id);
      if (earlier === undefined) break;
      if (!isDeepStrictEqual(earlier.request, request)) return fail(problem("price_outdated"));
      const answer = await earlier.answer;
      // The first caller cancelled, but this one still wants the result.
      if (answer.ok || answer.problem.code !== "cancelled" || signal.aborted) return answer;
    }
    const answer = work();
    asked.set(id, { request, answer });
    const [oldest] = asked.keys();
    if (asked.size > REMEMBERED && oldest !== undefined) asked.delete(oldest);
    const forget = () => {
      if (asked.get(id)?.answer === answer) asked.delete(id);
    };
    answer.then((result) => {
      if (!result.ok) forget();
    }, forget);
    return answer;
  };
}
