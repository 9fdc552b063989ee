import { isSettled, promisedTo } from "./part/record.ts";
import type { Records } from "./records.ts";

/**
 * Credits that parts of the account's cleanings have been agreed to and were not started with yet. A cleaning that is not
 * watched has been promised nothing: it takes its place again when it goes on.
 */
export function reservedCredits(records: Records, accountId: string): number {
  return records
    .active()
    .flatMap((id) => records.cleaning(id) ?? [])
    .filter((row) => row.account_id === accountId && row.watching)
    .flatMap((row) => records.parts(row.id))
    .filter(({ record }) => !isSettled(record.state) && record.startedAt === null)
    .reduce((sum, { record }) => sum + promisedTo(record), 0);
}
