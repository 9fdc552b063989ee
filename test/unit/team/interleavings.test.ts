import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTask } from "../../../electron/engine/team/administration.ts";
import { startCuttingProxy } from "../../support/cutting-proxy.ts";
import { suiteFolder } from "../../support/folders.ts";
import { LONG, SEED } from "../../support/long.ts";
import { accessOf, hasPostgres, startPostgres, type TestPostgres } from "../../support/postgres.ts";
import { seededRandom } from "../../support/random.ts";
import { createSimulatedMember, type SimulatedMember } from "../../support/simulated-member.ts";
import { unwrap } from "../../support/unwrap.ts";

const MEMBERS = 5;
const RUNS = LONG ? 5_000 : 6;
const STEPS = 6;
const ADDRESSES = Array.from({ length: 24 }, (_, at) => `person${at}@example.com`);

let postgres: TestPostgres;
let proxy: Awaited<ReturnType<typeof startCuttingProxy>>;
let urls: Readonly<Record<string, string>>;
beforeAll(async () => {
  if (!hasPostgres) return;
  postgres = await startPostgres(suiteFolder());
  proxy = await startCuttingProxy(postgres.port);
  urls = await postgres.database("m0", "m1", "m2", "m3", "m4");
  unwrap(await createTask({ access: accessOf(urls.owner), logId: null }, { progress() {} }));
  for (let at = 0; at < MEMBERS; at++)
    await postgres.sql(`SELECT winnow.admit('${userOf(at)}', true)`, urls.owner);
});
afterAll(async () => {
  await proxy?.close();
  await postgres?.stop();
});

const userOf = (member: number) => new URL(urls[`m${member}`] ?? "").username;

/** Access through the proxy. */
function accessThroughProxy(login: string) {
  const { settings, password } = accessOf(urls[login]);
  return { settings: { ...settings, port: proxy.port }, password };
}

/** Runs five members who start, charge, ingest, sync, sleep and are killed in random order. Returns what went wrong. */
async function run(seed: number): Promise<string[]> {
  const random = seededRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  await postgres.sql(
    `TRUNCATE winnow.batches, winnow.facts, winnow.claims, winnow.claimed;
     UPDATE winnow.log SET last = 0, id = gen_random_uuid()`,
    urls.owner,
  );
  const wrong: string[] = [];
  const charged = new Map<string, number>();
  const folder = mkdtempSync(join(tmpdir(), "winnow-team-"));
  const members: SimulatedMember[] = Array.from({ length: MEMBERS }, (_, at) =>
    createSimulatedMember(`${folder}/m${at}`, () => accessThroughProxy(`m${at}`), {
      charge(_cleaningId, addresses, toldPaid) {
        for (const one of addresses) {
          const times = (charged.get(one) ?? 0) + 1;
          charged.set(one, times);
          if (times > 1 && !toldPaid.has(one)) wrong.push(`${one} is paid for ${times} times`);
        }
      },
    }),
  );
  const act = async (member: SimulatedMember): Promise<void> => {
    switch (below(9)) {
      case 0:
      case 1:
      case 2: {
        const from = below(ADDRESSES.length - 6);
        const list = ADDRESSES.slice(from, from + 2 + below(6));
        // A timer may sync at the same time.
        await Promise.all([member.start(list), below(2) === 0 ? member.sync() : null]);
        break;
      }
      case 3:
        await member.charge();
        break;
      case 4:
        member.ingest();
        break;
      case 5:
        await member.sync();
        break;
      case 6:
      case 7:
        await member.charge();
        member.ingest();
        await member.sync();
        break;
      case 8:
        member.sleep();
        break;
    }
  };
  for (let step = 0; step < STEPS; step++) {
    const isCut = below(4) === 0;
    if (isCut) proxy.cutAfter(below(6_000));
    // Several members act at once.
    const acting = members.filter(() => below(2) === 0);
    await Promise.all(acting.map(act));
    proxy.mend();
    const killed = members[below(MEMBERS)];
    if (below(5) === 0) killed?.restart();
    // A member sleeps for so long that the leases expire.
    if (below(5) === 0) {
      const asleep = below(MEMBERS);
      members[asleep]?.sleep();
      await postgres.sql(
        `UPDATE winnow.claims SET lease = now() - interval '1 second'
         WHERE member = (SELECT id FROM winnow.members WHERE login = '${userOf(asleep)}')`,
        urls.owner,
      );
    }
  }
  // Everyone comes back and finishes.
  for (const member of members) member.restart();
  while (members.some((member) => member.isBusy()))
    for (const member of members) {
      await member.charge();
      member.ingest();
    }
  // Claims of starts that were interrupted hold until their leases end.
  await postgres.sql("UPDATE winnow.claims SET lease = now() - interval '1 second'", urls.owner);
  for (let round = 0; round < 2; round++) for (const member of members) await member.sync();
  const paid = [...charged.keys()];
  for (const [at, member] of members.entries())
    for (const [index, count] of member.verdicts(paid).entries()) {
      const expected = charged.get(paid[index] ?? "") ?? 0;
      if (count !== expected) wrong.push(`m${at} has ${count} of ${expected} verdicts of ${paid[index]}`);
    }
  const [{ left } = { left: -1 }] = (await postgres.sql(
    "SELECT count(*)::int AS left FROM winnow.claims",
    urls.owner,
  )) as { left: number }[];
  if (left !== 0) wrong.push(`${left} claims are left`);
  for (const member of members) member.close();
  rmSync(folder, { recursive: true, force: true });
  return wrong;
}

describe.skipIf(!hasPostgres)(
  "five members of a team, in random order, with kills and lost connections",
  () => {
    it(`pay for each address once, and all know every verdict (${RUNS} runs)`, async () => {
      for (let index = 0; index < RUNS; index++) {
        const wrong = await run(SEED + index);
        expect({ seed: SEED + index, wrong }).toEqual({ seed: SEED + index, wrong: [] });
      }
    }, 600_000);
  },
);
