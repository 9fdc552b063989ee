import type { KnownFact } from "../../../shared/bridge/memory.ts";
import { OUTCOME_EFFECTS } from "../../../shared/mail-outcomes.ts";
import { ok } from "../../../shared/result.ts";
import type { SuppressionShape } from "../../../shared/suppression-formats.ts";
import { overturned } from "../ledger/index.ts";
import { openList } from "../lists/index.ts";
import { type ListLayout, layoutOf, type Task } from "../store/index.ts";
import { entryColumns } from "./entry-columns.ts";
import { readErased } from "./erased.ts";
import { outcomesOfRows, type RecipientChoice, type SaidOutcomes } from "./extract-outcomes.ts";
import { readFacts, type Written, writeFacts } from "./facts.ts";
import { factsAbout } from "./known-facts.ts";
import { type SuppressionFile, suppressionFile } from "./suppression-file.ts";
import {
  findSuppression,
  optedOutBy,
  type SuppressionReason,
  suppressedRows,
  suppressing,
} from "./suppression-lookup.ts";

export interface TakeSuppressedInput {
  readonly list: ListLayout;
  readonly name: string;
  /** Column with the entries, by name or one-based number; detected if absent. */
  readonly column: string | undefined;
  readonly target: string;
  /** Path of `erased.json`: erased people aren't imported. */
  readonly erased: string;
}

export interface Suppressed extends Written {
  readonly addresses: number;
  readonly domains: number;
  readonly ignored: number;
  /** Entries of people who were erased on request. */
  readonly erased: number;
}

/** Extracts addresses and domains. Fails with `suppression_column` or `file_column_unknown`. */
const takeSuppressed: Task<TakeSuppressedInput, Suppressed> = async ({
  list,
  name,
  column,
  target,
  erased,
}) => {
  const opened = openList(list, { lazy: true });
  try {
    const chosen = entryColumns(opened, name, column);
    if (!chosen.ok) return chosen;
    const { entries: named, ignored } = suppressedRows(opened, chosen.value);
    const people = readErased({ erased });
    const entries = people === null ? named : new Set([...named].filter((one) => !people.has(one)));
    const written = writeFacts(target, suppressing(entries));
    if (!written.ok) return written;
    let domains = 0;
    for (const entry of entries) if (entry.startsWith("@")) domains++;
    return ok({
      ...written.value,
      addresses: entries.size - domains,
      domains,
      ignored,
      erased: named.size - entries.size,
    });
  } finally {
    opened.close();
  }
};

export interface TakeOutcomesInput {
  readonly list: ListLayout;
  readonly recipients: RecipientChoice;
  readonly now: number;
  readonly target: string;
  readonly dataDir: string;
}

const takeOutcomes: Task<
  TakeOutcomesInput,
  Omit<SaidOutcomes, "facts" | "unwanted"> & { written: Written & People }
> = async ({ list, recipients, now, target, dataDir }) => {
  const opened = openList(list, { lazy: true });
  try {
    const layout = layoutOf(dataDir);
    const said = outcomesOfRows(opened, recipients, now, {
      erased: readErased(layout),
      optedOut: () => optedOutBy(layout, recipients.source),
    });
    if (!said.ok) return said;
    const { facts, unwanted, ...counted } = said.value;
    const written = writeFacts(target, facts);
    if (!written.ok) return written;
    return ok({ ...counted, written: { ...written.value, addresses: unwanted, domains: 0 } });
  } finally {
    opened.close();
  }
};

interface People {
  readonly addresses: number;
  readonly domains: number;
}

export interface OverturnedInput {
  readonly archive: string;
  readonly facts: string;
  readonly count: number;
  /** Fallback time of facts without one, in Unix ms. */
  readonly assumedAt: number;
}

/** Counts the addresses with a deliverable verdict that have bounced since, by the new facts. */
const countOverturned: Task<OverturnedInput, { held: number; turned: number }> = async (input) => {
  const read = readFacts(input.facts, input.count);
  if (!read.ok) return read;
  const { count, outcome, time, keys } = read.value;
  // 0 predates every verdict, so addresses without a bounce are not affected.
  const since = new Float64Array(count);
  for (let at = 0; at < count; at++) {
    const said = outcome(at);
    if (said !== null && OUTCOME_EFFECTS[said].isUndeliverable) since[at] = time(at) ?? input.assumedAt;
  }
  return ok(overturned(input.archive, keys(), since));
};

export interface SuppressionOfInput {
  readonly dataDir: string;
  readonly addresses: readonly string[];
}

const lookUpSuppression: Task<SuppressionOfInput, (SuppressionReason | null)[]> = async ({
  dataDir,
  addresses,
}) => findSuppression(layoutOf(dataDir), addresses);

const lookUpFacts: Task<{ readonly dataDir: string; readonly address: string }, KnownFact[]> = async (
  input,
) => factsAbout(layoutOf(input.dataDir), input.address);

const makeSuppressionFile: Task<
  { readonly dataDir: string; readonly as: SuppressionShape; readonly since: number | null },
  SuppressionFile
> = async ({ dataDir, as, since }) => suppressionFile(layoutOf(dataDir), as, since);

export const memoryTasks = {
  "memory.suppressionFile": makeSuppressionFile,
  "memory.factsAbout": lookUpFacts,
  "memory.takeSuppressed": takeSuppressed,
  "memory.takeOutcomes": takeOutcomes,
  "memory.overturned": countOverturned,
  "memory.findSuppression": lookUpSuppression,
};
export type MemoryTasks = typeof memoryTasks;
