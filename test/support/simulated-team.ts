import { expect, onTestFinished } from "vitest";
import { hashPeople } from "../../electron/engine/memory/index.ts";
import { allowTask, eraseTask } from "../../electron/engine/team/administration.ts";
import { testFolder } from "./folders.ts";
import { accessOf, type TestPostgres } from "./postgres.ts";
import { createSimulatedMember } from "./simulated-member.ts";
import { CONTEXT, createTeam } from "./team-database.ts";
import { unwrap } from "./unwrap.ts";

/** Creates a team's database, and simulated members who are closed after the test. */
export async function createSimulatedTeam(postgres: TestPostgres, ...logins: string[]) {
  const team = await createTeam(postgres, ...logins);
  const charged: string[] = [];
  const warned: string[] = [];
  const connections = new Map<string, number>();

  function connect(login: string) {
    const { settings, password } = accessOf(team.urls[login]);
    const left = connections.get(login) ?? Number.POSITIVE_INFINITY;
    connections.set(login, left - 1);
    return { settings: left > 0 ? settings : { ...settings, port: 1 }, password };
  }

  return {
    ...team,
    /** All charged addresses, in order. */
    charged,
    /** Charged addresses of which the price said that they may be paid for already. */
    warned,
    member(login: string) {
      const member = createSimulatedMember(testFolder(), () => connect(login), {
        charge(_cleaningId, addresses, toldPaid) {
          charged.push(...addresses);
          warned.push(...addresses.filter((one) => toldPaid.has(one)));
        },
      });
      onTestFinished(() => member.close());
      return member;
    },
    /** Lets a member connect to the server only `count` times more; each request of a sync connects once. */
    allowConnections: (login: string, count: number) => void connections.set(login, count),
    /** Shares `count` batches of a member with verdicts that count for nothing, because they name no service. */
    fill: (login: string, count: number) =>
      team.sql(
        login,
        `SELECT winnow.seal(winnow.append(NULL, '{0}', '{1}', '{0}', ARRAY['x@x.example']),
           gen_random_uuid(), 'verdicts', NULL, NULL, 0) FROM generate_series(1, ${count})`,
      ),
    /** Erases people from the server as its owner. */
    erase: async (...entries: string[]) =>
      unwrap(await eraseTask({ access: accessOf(team.urls.owner), entries }, CONTEXT)),
    /** Lets erased people back in as the owner. */
    allow: async (...entries: string[]) =>
      unwrap(await allowTask({ access: accessOf(team.urls.owner), entries }, CONTEXT)),
    /** Ends the leases of all claims. */
    expire: () => team.sql("owner", "UPDATE winnow.claims SET lease = now() - interval '1 second'"),
    /** Returns SQL with which the owner erases a person. */
    async erasing(entry: string): Promise<string> {
      const [id] = (await team.sql("owner", "SELECT id FROM winnow.log")).flatMap((row) =>
        Object.values(row ?? {}),
      );
      const { hashes, domains } = hashPeople(String(id), [entry]);
      return `SELECT winnow.erase(gen_random_uuid(), ARRAY['${entry}'], ARRAY['${hashes}'], ARRAY['${domains}'])`;
    },
    /** Returns the addresses of the facts on the server, without hashes of erased people. */
    stored: async () => {
      const read = "SELECT address FROM winnow.facts WHERE address LIKE '%@%' ORDER BY batch, address";
      return (await team.sql("owner", read)).flatMap((row) => Object.values(row ?? {}));
    },
    /**
     * Runs SQL as a login in a transaction, and `act`, which has to wait for its locks. Once it waits, runs `meanwhile` and
     * commits. Returns what `act` returns.
     */
    async whileLocked<T>(
      login: string,
      text: string,
      act: () => Promise<T>,
      meanwhile = () => {},
    ): Promise<T> {
      const { sql, commit } = await postgres.begin(team.urls[login] ?? "");
      await sql(text);
      const acting = act();
      const waiting = () => team.sql("owner", "SELECT 1 FROM pg_locks WHERE NOT granted");
      await expect.poll(waiting, { message: "nothing waits for the lock" }).toHaveLength(1);
      meanwhile();
      await commit();
      return acting;
    },
  };
}
