import { rmSync } from "node:fs";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSandbox, type Sandbox } from "../../electron/sandbox/index.ts";
import { warmUp } from "./face.ts";
import { runSequence } from "./run-sequence.ts";

const SEQUENCES = Number(process.env.WINNOW_SEQUENCES ?? 5);
const SEED = Number(process.env.WINNOW_SEQUENCE_SEED ?? 1);
const SHRINKS = process.env.WINNOW_SEQUENCE_SHRINK === "1";

let services: [Sandbox, Sandbox];
let compileCache: string;
beforeAll(async () => {
  compileCache = await warmUp();
  const limits = { freeCredits: 0 };
  services = [
    await createSandbox({ speed: Number.POSITIVE_INFINITY, limits }),
    await createSandbox({ speed: Number.POSITIVE_INFINITY, limits }),
  ];
});
afterAll(async () => {
  for (const service of services) await service.close();
  rmSync(compileCache, { recursive: true, force: true });
});

test(
  "whatever is asked of Winnow, in whatever order and whatever fails, no promise is broken",
  async () => {
    const steps = fc.array(fc.nat(), { minLength: 6, maxLength: 24, size: "max" });
    const holds = fc.asyncProperty(steps, async (seeds) => {
      const { broken, story } = await runSequence(services, seeds, compileCache);
      expect(broken, story.join("\n")).toEqual([]);
    });
    await fc.assert(holds, { numRuns: SEQUENCES, seed: SEED, endOnFailure: !SHRINKS });
  },
  (60 + SEQUENCES * 60) * 1000,
);
