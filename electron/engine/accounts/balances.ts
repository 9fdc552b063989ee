import { z } from "zod";
import type { Clock } from "../handlers.ts";
import type { Journal } from "../store/index.ts";
import type { AccountTable } from "./account-table.ts";
import { compareBalance, uncountedSchema } from "./compare-balance.ts";

/** A fall of a balance between two runs that Winnow did not cause, by its number: falls of an account count up from 1. */
const fallSchema = z.object({ nr: z.int(), credits: z.int() });
type Fall = z.output<typeof fallSchema>;

const rowSchema = z.object({
  spent: z.int(),
  late: z.string().transform(parsed).pipe(z.array(uncountedSchema).catch([])),
  falls: z.string().transform(parsed).pipe(z.array(fallSchema).catch([])),
});
const NOTHING_YET: z.output<typeof rowSchema> = { spent: 0, late: [], falls: [] };

/** What Winnow remembers of an account's balance beside what it is, for the doubts of cleanings (run/doubts.ts). */
export interface BalanceFalls {
  /** Counts `credits` as spent by Winnow; below 0: as not spent after all. Use it in the commit that says so. */
  spent(accountId: string, credits: number): void;
  /** Whether the balance that an earlier run left, if any, was compared with one that was read in this run. */
  isCompared(accountId: string): boolean;
  /** The number of the last fall; 0: there was none. */
  last(accountId: string): number;
  /** The credits of the greatest fall after that number; 0: there was none. */
  greatestAfter(accountId: string, nr: number): number;
}

/** Balances, stored and compared as they are read. */
export interface Balances {
  readonly falls: BalanceFalls;
  /** Stores a balance of accounts that share it, and what it says beside the last one of each, in one commit. */
  read(accountIds: readonly string[], credits: number): void;
}

/**
 * The balances of a run that begins now.
 *
 * What was stored when the run began is of before it: the first balance that is read after that shows what happened in
 * between, to this data or to a later state of it that is not here any more (its drive was set back to a snapshot, or
 * copied). That fall is noted in the commit that stores the balance, whoever asked for it, so it outlasts every way in
 * which a run ends. Between two readings of one run the data cannot have been set back: what falls then is somebody
 * else's use of the account, and is not noted.
 */
export function createBalances({
  journal,
  table,
  clock,
  sharing,
  isVerifying,
}: {
  readonly journal: Journal;
  readonly table: Pick<AccountTable, "find" | "setCredits">;
  readonly clock: Pick<Clock, "now">;
  /** The account and those with the same key. */
  readonly sharing: (accountId: string) => readonly string[];
  /** Whether a cleaning of the account has something started that is not over. */
  readonly isVerifying: (accountId: string) => boolean;
}): Balances {
  const { db } = journal;
  const find = db.prepare("SELECT spent, late, falls FROM balances WHERE account_id = ?");
  const put = db.prepare(
    `INSERT INTO balances (account_id, spent, late, falls) VALUES (@id, 0, @late, @falls)
     ON CONFLICT (account_id) DO UPDATE SET spent = 0, late = @late, falls = @falls`,
  );
  const add = db.prepare(
    `INSERT INTO balances (account_id, spent) VALUES (@id, @credits)
     ON CONFLICT (account_id) DO UPDATE SET spent = spent + @credits`,
  );
  /** Accounts whose balance was read in this run. */
  const compared = new Set<string>();

  const known = (accountId: string) => rowSchema.nullish().parse(find.get(accountId)) ?? NOTHING_YET;

  function store(id: string, credits: number, now: number): void {
    const { spent, late, falls } = known(id);
    const before = table.find(id)?.credits ?? null;
    const seen =
      before === null
        ? { fall: 0, late: [] }
        : compareBalance(
            { credits: before, spent, late, isVerifying: sharing(id).some(isVerifying) },
            credits,
            now,
          );
    const isNoted = seen.fall > 0 && !compared.has(id);
    table.setCredits(id, credits, now);
    put.run({
      id,
      late: JSON.stringify(seen.late),
      falls: JSON.stringify(isNoted ? withFall(falls, seen.fall) : falls),
    });
  }

  return {
    falls: {
      spent(accountId, credits) {
        for (const id of sharing(accountId)) add.run({ id, credits });
      },
      isCompared: (accountId) => compared.has(accountId) || (table.find(accountId)?.credits ?? null) === null,
      last: (accountId) => known(accountId).falls.at(-1)?.nr ?? 0,
      greatestAfter: (accountId, nr) =>
        known(accountId).falls.reduce(
          (most, fall) => (fall.nr > nr ? Math.max(most, fall.credits) : most),
          0,
        ),
    },
    read(accountIds, credits) {
      const now = clock.now();
      journal.commit(() => {
        for (const id of accountIds) store(id, credits, now);
      });
      for (const id of accountIds) compared.add(id);
    },
  };
}

/** Of the falls before it those that were greater: nothing asks for another. */
function withFall(falls: readonly Fall[], credits: number): readonly Fall[] {
  const nr = (falls.at(-1)?.nr ?? 0) + 1;
  return [...falls.filter((fall) => fall.credits > credits), { nr, credits }];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
