import { admitTask, createTask } from "../../electron/engine/team/administration.ts";
import { atServer, type TeamAccess } from "../../electron/engine/team/connect.ts";
import {
  type BatchToPush,
  pushBatch,
  readBatches,
  readFactsOf,
  type SharedFacts,
} from "../../electron/engine/team/fact-log.ts";
import { ok } from "../../shared/result.ts";
import { accessOf, type TestPostgres } from "./postgres.ts";
import { unwrap } from "./unwrap.ts";

export const CONTEXT = { progress() {} };
export const createSchema = (access: TeamAccess) => createTask({ access, logId: null }, CONTEXT);
export const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

export function createFacts(addresses: readonly string[]): SharedFacts {
  const parts = addresses.map((one) => Buffer.from(one));
  let end = 0;
  return {
    text: Buffer.concat(parts),
    ends: Uint32Array.from(parts, (part) => (end += part.length)),
    code: Uint8Array.from(addresses, (_, at) => at % 4),
    flags: Uint8Array.from(addresses, (_, at) => at % 3),
    at: Float64Array.from(addresses, (_, at) => 1_700_000_000_000 + at),
  };
}

export const batch = (n: number): BatchToPush => ({
  id: uuid(n),
  kind: "verdicts",
  scope: "https://service.example",
  source: null,
  at: 1_700_000_000_000,
});

/** Creates the database of a team with an owner and members who may write, without any Winnow. */
export async function createTeam(postgres: TestPostgres, ...logins: string[]) {
  const urls = await postgres.database(...logins);
  const loginFor = (login: string) => accessOf(urls[login]).settings.user;
  unwrap(await createSchema(accessOf(urls.owner)));
  for (const login of logins) {
    const member = { login: loginFor(login), mayWrite: true };
    unwrap(await admitTask({ access: accessOf(urls.owner), ...member }, CONTEXT));
  }
  return {
    urls,
    loginFor,
    push: (login: string, n: number, addresses: readonly string[]) =>
      atServer(accessOf(urls[login]), (client) => pushBatch(client, batch(n), createFacts(addresses))),
    batches: (login: string, after = 0) =>
      atServer(accessOf(urls[login]), async (client) => ok(await readBatches(client, after, 100))),
    facts: (login: string, n: number) =>
      atServer(accessOf(urls[login]), async (client) => {
        const [found] = await readBatches(client, n - 1, 1);
        if (found === undefined || found.kind === "unread") throw new Error(`there is no batch ${n}`);
        const facts = await readFactsOf(client, found);
        if (facts === null) throw new Error(`the facts of batch ${n} are not those that it was sealed with`);
        return ok(facts);
      }),
    sql: (login: string, text: string) => postgres.sql(text, urls[login]),
  };
}
