import { join } from "node:path";
import { z } from "zod";
import { createTask } from "../../../electron/engine/team/administration.ts";
import { claimAddresses } from "../../../electron/engine/team/claims.ts";
import { atServer } from "../../../electron/engine/team/connect.ts";
import { ok } from "../../../shared/result.ts";
import { accessOf, hasPostgres, startPostgres, type TestPostgres } from "../../support/postgres.ts";
import { createSimulatedMember, type SimulatedMember } from "../../support/simulated-member.ts";
import { unwrap } from "../../support/unwrap.ts";
import { type BenchContext, type Benchmark, ROWS } from "../bench-context.ts";
import { atMost, type Line } from "../report/line.ts";
import { absoluteLine } from "../report/lines.ts";

const CLAIMED = 200_000;
const LOGINS = ["m0", "m1", "m2", "m3", "m4"] as const;

/** A team's server: push, pull and claims, with a real PostgreSQL on this machine. Each is measured once. */
export const teamBenchmark: Benchmark = {
  name: "team",
  async run(context) {
    if (!hasPostgres) return [];
    const postgres = await startPostgres(context.work);
    try {
      return await measure(context, postgres);
    } finally {
      await postgres.stop();
    }
  },
};

async function measure(context: BenchContext, postgres: TestPostgres): Promise<Line[]> {
  const urls = await postgres.database(...LOGINS);
  unwrap(await createTask({ access: accessOf(urls.owner), logId: null }, { progress() {} }));
  const sql = (text: string) => postgres.sql(text, urls.owner);
  for (const login of LOGINS)
    await sql(`SELECT winnow.admit('${new URL(urls[login] ?? "").username}', true)`);
  const charged = new Map<string, number>();
  const members = LOGINS.map((login) =>
    createSimulatedMember(join(context.work, login), () => accessOf(urls[login]), {
      charge(_cleaningId, addresses) {
        for (const one of addresses) charged.set(one, (charged.get(one) ?? 0) + 1);
      },
    }),
  );
  const [first, second] = members;
  if (first === undefined || second === undefined) throw new Error("no members");
  for (const member of members) await member.sync();

  await first.start(people(0, ROWS));
  await first.charge();
  first.ingest();
  const push = await timed(() => first.sync());
  const pull = await timed(() => second.sync());
  const [{ bytes }] = z
    .tuple([z.object({ bytes: z.number() })])
    .parse(
      await sql(
        `SELECT pg_total_relation_size('winnow.facts')::float8 / (SELECT count(*) FROM winnow.facts) AS bytes`,
      ),
    );

  const facts = context.quick ? 1_000_000 : 10_000_000;
  await sql(
    `INSERT INTO winnow.facts SELECT 0, 0, 1, 1, 0, 'other' || n || '@firm' || n % 13000 || '.example.com'
     FROM generate_series(1, ${facts}) AS n`,
  );
  const claim = await timed(() => claimOnce(urls.m2 ?? ""));
  await sql("TRUNCATE winnow.claims, winnow.claimed; DELETE FROM winnow.facts WHERE batch = 0");

  charged.clear();
  const together = await timed(() => cleanTogether(members));
  const twice = [...charged.values()].filter((times) => times > 1).length;
  if (twice > 0) throw new Error(`${twice} addresses are charged twice`);
  for (const member of members) member.close();
  const beside = `claim ${CLAIMED.toLocaleString("en-US")} addresses beside ${facts.toLocaleString("en-US")} facts`;
  return [
    absoluteLine("push 500,000 verdicts to the team's server", "time", push, "ms", atMost(5_000)),
    absoluteLine("pull 500,000 verdicts into the archive", "time", pull, "ms", atMost(4_000)),
    absoluteLine(beside, "time", claim, "ms", atMost(2_000)),
    absoluteLine("a fact on the team's server", "size", bytes, "B", atMost(120)),
    absoluteLine("five members clean 200,000 addresses each, half shared", "time", together, "ms", null),
  ];
}

function people(from: number, count: number): string[] {
  return Array.from(
    { length: count },
    (_, at) => `person${from + at}@firm${(from + at) % 13_000}.example.com`,
  );
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

function claimOnce(url: string): Promise<unknown> {
  const addresses = people(1_000_000, CLAIMED);
  return atServer(accessOf(url), async (client) =>
    ok(
      await claimAddresses(client, {
        device: crypto.randomUUID(),
        scope: "https://service.example",
        cleaningId: crypto.randomUUID(),
        replaces: null,
        takesOver: false,
        addresses,
        part: new Uint16Array(CLAIMED).fill(1),
      }),
    ),
  );
}

/** Lets all members start at once, each with addresses of which the next one has half, then shares the results. */
async function cleanTogether(members: readonly SimulatedMember[]): Promise<void> {
  await Promise.all(
    members.map((member, at) => member.start(people(2_000_000 + (at * CLAIMED) / 2, CLAIMED))),
  );
  await Promise.all(
    members.map(async (member) => {
      await member.charge();
      member.ingest();
      await member.sync();
    }),
  );
  for (const member of members) await member.sync();
}
