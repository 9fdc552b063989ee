import { join } from "node:path";
import { expect, it } from "vitest";
import { recordMailingTask } from "../../../../electron/engine/exports/write/sent.ts";
import { readFacts } from "../../../../electron/engine/memory/facts.ts";
import type { Verdict } from "../../../../shared/verdicts.ts";
import { unwrap } from "../../../support/unwrap.ts";
import { buildCleaning } from "../../results/build-cleaning.ts";

it("the recipients recorded for a mailing exclude undeliverable addresses", async () => {
  const truth = (verdict: Verdict) => ({ verdict, flags: [], at: 1, fate: "part" as const });
  const truths = [truth("undeliverable"), truth("accept_all")];
  const { built, cleaning } = buildCleaning([["bad@a.example"], ["any@a.example"], [null]], truths);
  const { dataDir, list } = built;
  const target = join(dataDir, "facts.db");
  const input = { dataDir, list, results: cleaning.results, request: { filter: {} }, target };
  const { written } = unwrap(await recordMailingTask(input, { progress: () => {} }));
  const facts = unwrap(readFacts(target, written.facts));
  expect([facts.count, facts.entry(0), facts.words(0)]).toEqual([1, "any@a.example", "accept_all"]);
});
