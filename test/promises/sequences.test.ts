import { randomInt } from "node:crypto";
import { rmSync } from "node:fs";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createFaultySandbox, type FaultySandbox } from "../support/faulty-sandbox/index.ts";
import { LONG } from "../support/long.ts";
import { warmUp } from "./face.ts";
import { runSequence } from "./run-sequence.ts";

const SEQUENCES = LONG ? 150 : 6;
/** A fixed seed, in the long run also a fresh one, or only WINNOW_SEED. */
const SEEDS =
  process.env.WINNOW_SEED === undefined
    ? [11, ...(LONG ? [randomInt(2 ** 31)] : [])]
    : [Number(process.env.WINNOW_SEED)];

let compileCache: string;
beforeAll(async () => {
  compileCache = await warmUp();
});
afterAll(() => rmSync(compileCache, { recursive: true, force: true }));

test.concurrent.each(SEEDS)(
  "random sequences of calls and failures keep every promise: WINNOW_SEED=%i",
  { timeout: SEQUENCES * 60_000 },
  async (seed) => {
    const options = { speed: Number.POSITIVE_INFINITY, limits: { freeCredits: 0 } };
    const services: [FaultySandbox, FaultySandbox] = [
      await createFaultySandbox(options),
      await createFaultySandbox(options),
    ];
    console.log(`sequences: WINNOW_SEED=${seed}`);
    const steps = fc.array(fc.nat(), { minLength: 6, maxLength: 16, size: "max" });
    const holds = fc.asyncProperty(steps, async (seeds) => {
      const { broken, story } = await runSequence(services, seeds, compileCache);
      expect(broken, [...broken, ...story].join("\n")).toEqual([]);
    });
    await fc.assert(holds, { numRuns: SEQUENCES, seed, endOnFailure: true, includeErrorInReport: true });
    for (const service of services) await service.close();
  },
);
