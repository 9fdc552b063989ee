import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createCliWorlds } from "../support/cli-world.ts";
import { LONG } from "../support/long.ts";
import { seededRandom } from "../support/random.ts";

const { world } = await createCliWorlds("two-at-once");

/** Number of runs per process that are killed at a random fault point. */
const KILLED = LONG ? 5 : 2;
const MOST_RUNS = 200;

const people = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `valid.p${from + at}@firm${at % 5}.example`);

describe("two processes that clean overlapping lists in one data folder", () => {
  it.each(LONG ? [1, 2, 3, 4] : [1])(
    "pay once for each address even if both are killed repeatedly, seed %i",
    async (seed) => {
      const at = world({ credits: 1_000, env: { WINNOW_LIMIT_START: "1" } });
      const random = seededRandom(seed);
      const texts = [people(0, 40), people(20, 60)];
      const ended: string[] = [];
      let working = texts.length;

      async function clean(addresses: string[], name: string): Promise<void> {
        const list = at.list(name, addresses);
        const args = ["clean", list, "--out", join(at.folder, `cleaned-${name}`), "--yes", "--overwrite"];
        let kills = 0;
        for (let run = 0; run < MOST_RUNS; run++) {
          const fault: Record<string, string> =
            kills < KILLED ? { WINNOW_FAULT_POINT: `*#${1 + Math.floor(random() * 20)}` } : {};
          const ran = await at.spawn({ env: fault }, ...args);
          if (ran.code === null) kills++;
          // A killed run's output is written by the next run, which may then find the file already there.
          else if (ran.code !== 8 && !/already a file with that name/.test(ran.stderr))
            ended.push(`${ran.code} ${ran.stderr}`);
          expect(ran.stderr).not.toMatch(/internal error|at .*\.ts:/);
          if (ran.code === 8) expect(ran.stderr).toMatch(/Another Winnow .*uses the data in/);
          if (ran.code === 0) break;
        }
        working--;
      }

      /** Runs commands that only read, which must never be blocked. */
      async function look(): Promise<void> {
        while (working > 0)
          for (const args of [
            ["lists", "--json"],
            ["status", "--json"],
          ]) {
            const ran = await at.spawn({}, ...args);
            expect(ran.code, ran.stderr).toBe(0);
            JSON.parse(ran.stdout);
          }
      }

      await Promise.all([...texts.map((addresses, i) => clean(addresses, `${i}.csv`)), look()]);
      expect(ended.filter((one) => !one.startsWith("0 "))).toEqual([]);
      expect(at.charges()).toHaveLength(60);
      expect(at.charges().filter((credits) => credits !== 1)).toEqual([]);
      for (const [i, addresses] of texts.entries())
        expect(readFileSync(join(at.folder, `cleaned-${i}.csv`), "utf8")).toBe(
          `Email\n${addresses.join("\n")}\n`,
        );
    },
    240_000,
  );
});
