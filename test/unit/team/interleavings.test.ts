import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTask, eraseTask } from "../../../electron/engine/team/administration.ts";
import { startCuttingProxy } from "../../support/cutting-proxy.ts";
import { suiteFolder } from "../../support/folders.ts";
import { DAILY_SEED, LONG } from "../../support/long.ts";
import { accessOf, hasPostgres, startPostgres, type TestPostgres } from "../../support/postgres.ts";
import { seededRandom } from "../../support/random.ts";
import { createSimulatedMember, type SimulatedMember } from "../../support/simulated-member.ts";
import { CONTEXT } from "../../support/team-database.ts";
import { backupSql, restoreSql } from "../../support/team-snapshots.ts";
import { unwrap } from "../../support/unwrap.ts";

const MEMBERS = 5;
const RUNS = LONG ? 5_000 : 4;
const STEPS = 6;
/** Number of times that all members may try to finish. */
const MAX_TRIES = 20;
/** Not a sum of times slept, so that a clock that is set never hides a sleep. */
const CLOCK_JUMP_MS = 1_000 * 60_000;
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

const asOwner = (text: string) => postgres.sql(text, urls.owner);

async function eraseFromTeam(entries: readonly string[]): Promise<void> {
  unwrap(await eraseTask({ access: accessOf(urls.owner), entries }, CONTEXT));
}

/**
 * Runs five members who start, charge, ingest, sync, sleep, set their clocks and are killed in random order, while the
 * owner erases people and restores backups. Returns what went wrong.
 */
async function run(seed: number): Promise<string[]> {
  const random = seededRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  await asOwner(
    `TRUNCATE winnow.batches, winnow.facts, winnow.claims, winnow.claimed;
     UPDATE winnow.log SET last = 0, id = gen_random_uuid()`,
  );
  await asOwner(backupSql());
  const wrong: string[] = [];
  const charged = new Map<string, number>();
  const erased = new Set<string>();
  /** Addresses that may be paid for again: the server has lost that they were verified, or they were erased. */
  const repeatable = new Set<string>();
  const folder = mkdtempSync(join(tmpdir(), "winnow-team-"));
  const members: SimulatedMember[] = Array.from({ length: MEMBERS }, (_, at) =>
    createSimulatedMember(`${folder}/m${at}`, () => accessThroughProxy(`m${at}`), {
      charge(_cleaningId, addresses, toldPaid) {
        for (const one of addresses) {
          const times = (charged.get(one) ?? 0) + 1;
          charged.set(one, times);
          if (times > 1 && !toldPaid.has(one) && !repeatable.has(one))
            wrong.push(`${one} is paid for ${times} times`);
        }
      },
    }),
  );
  const act = async (member: SimulatedMember): Promise<void> => {
    switch (below(10)) {
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
        member.sleep(below(2) === 0);
        break;
      case 9:
        member.setClock(below(2) === 0 ? CLOCK_JUMP_MS : -CLOCK_JUMP_MS);
        break;
    }
    if (!member.isBusy()) await member.erase();
  };
  const eraseOne = async (): Promise<void> => {
    const one = ADDRESSES[below(ADDRESSES.length)] ?? "";
    for (const known of [erased, repeatable]) known.add(one);
    await eraseFromTeam([one]);
  };
  const restore = async (): Promise<void> => {
    await asOwner(restoreSql());
    for (const one of [...charged.keys(), ...members.flatMap((member) => member.pending())])
      repeatable.add(one);
    // Erasures since the backup are lost with it.
    if (erased.size > 0) await eraseFromTeam([...erased]);
  };
  for (let step = 0; step < STEPS; step++) {
    const isCut = below(4) === 0;
    if (isCut && below(2) === 0) proxy.cutAt("winnow.seal");
    else if (isCut) proxy.cutAfter(below(6_000));
    // Several members act at once.
    const acting = members.filter(() => below(2) === 0);
    await Promise.all([...acting.map(act), below(6) === 0 ? eraseOne() : null]);
    proxy.mend();
    const killed = members[below(MEMBERS)];
    if (below(5) === 0) killed?.restart();
    if (below(4) === 0) await asOwner(backupSql());
    else if (below(8) === 0) await restore();
    // A member sleeps for so long that the leases expire.
    if (below(5) === 0) {
      const asleep = below(MEMBERS);
      members[asleep]?.sleep(below(2) === 0);
      await asOwner(
        `UPDATE winnow.claims SET lease = now() - interval '1 second'
         WHERE member = (SELECT id FROM winnow.members WHERE login = '${userOf(asleep)}')`,
      );
    }
  }
  // Everyone comes back and finishes.
  for (const member of members) member.restart();
  for (let tries = 0; tries < MAX_TRIES && members.some((member) => member.isBusy()); tries++)
    for (const member of members) {
      await member.charge();
      member.ingest();
    }
  for (const [at, member] of members.entries()) if (member.isBusy()) wrong.push(`m${at} does not finish`);
  // Claims of starts that were interrupted hold until their leases end.
  await asOwner("UPDATE winnow.claims SET lease = now() - interval '1 second'");
  for (let round = 0; round < 2; round++)
    for (const member of members) {
      await member.sync();
      for (const _ of erased) if (await member.erase()) await member.sync();
    }
  const paid = [...charged.keys()];
  for (const [at, member] of members.entries())
    for (const [index, count] of member.verdicts(paid).entries()) {
      const address = paid[index] ?? "";
      const expected = erased.has(address) ? 0 : (charged.get(address) ?? 0);
      if (count !== expected) wrong.push(`m${at} has ${count} of ${expected} verdicts of ${address}`);
    }
  const left = await asOwner(
    `SELECT 'the claim of ' || cleaning AS what FROM winnow.claims
     UNION ALL SELECT 'an erased person: ' || address FROM winnow.facts WHERE address = ANY ('{${[...erased].join(",")}}')
     UNION ALL SELECT 'a fact without a batch' FROM winnow.facts
       WHERE NOT EXISTS (SELECT FROM winnow.batches WHERE key = batch AND batches.member = facts.member)`,
  );
  for (const row of left) wrong.push(`the server has ${Object.values(row ?? {}).join()}`);
  for (const member of members) member.close();
  rmSync(folder, { recursive: true, force: true });
  return wrong;
}

describe.skipIf(!hasPostgres)(
  "five members of a team, in random order, with kills, lost connections, erasures and restores",
  () => {
    it(`pay for each address once, all know every verdict, and no erased person comes back (${RUNS} runs)`, async () => {
      console.log(`interleavings: WINNOW_SEED=${DAILY_SEED}`);
      for (let index = 0; index < RUNS; index++) {
        const wrong = await run(DAILY_SEED * 10_000 + index);
        expect({ seed: DAILY_SEED, index, wrong }).toEqual({ seed: DAILY_SEED, index, wrong: [] });
      }
    }, 600_000);
  },
);
