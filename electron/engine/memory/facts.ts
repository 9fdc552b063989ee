import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { z } from "zod";
import { noOutcomes, OUTCOMES, type Outcome, type OutcomeCounts } from "../../../shared/mail-outcomes.ts";
import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import { openColumns, storeProblem, writeColumns } from "../store/index.ts";
import { type FoldedText, hashAt, type LookupKeys, orderByHash, sameBytes } from "../text/index.ts";
import { type FactColumns, OUTCOME_CODE, outcomeOfCode } from "./fact-columns.ts";

/** Columns of a facts file, sorted by the hash of the entry. */
const FACT_COLUMNS = {
  hash: { name: "fact.hash", kind: "f64" },
  text: { name: "fact.text", kind: "u8" },
  end: { name: "fact.end", kind: "u32" },
  outcome: { name: "fact.outcome", kind: "u8" },
  /** Unix ms, 0 if unknown. */
  at: { name: "fact.at", kind: "f64" },
  /** Index in the words; 0 is empty. */
  words: { name: "fact.words", kind: "u16" },
} as const;

const WORDS = "words";
const wordsSchema = z.array(z.string());

export interface Written {
  readonly facts: number;
  readonly outcomes: OutcomeCounts;
  readonly digest: string;
}

/** Writes the facts of one source atomically. Fails with the store's problems. */
export function writeFacts(target: string, facts: FactColumns): Result<Written> {
  try {
    return ok(write(target, facts));
  } catch (error) {
    return fail(storeProblem(error, target) ?? problem("internal"));
  }
}

function write(target: string, facts: FactColumns): Written {
  const { hashes, order } = factsByHash(facts);
  const codes = inOrder(facts.outcome, order);
  const counts = new Uint32Array(256);
  for (const code of codes) counts[code] = (counts[code] ?? 0) + 1;
  const outcomes = noOutcomes();
  for (const one of OUTCOMES) outcomes[one] = counts[OUTCOME_CODE[one]] ?? 0;
  const digest = createHash("sha256");
  writeColumns(target, (store) => {
    store.put(FACT_COLUMNS.hash, inOrder(hashes, order));
    const { bytes, ends } = entriesInOrder(facts, order);
    store.put(FACT_COLUMNS.text, bytes);
    store.put(FACT_COLUMNS.end, ends);
    store.put(FACT_COLUMNS.outcome, codes);
    const times = inOrder(facts.at, order);
    store.put(FACT_COLUMNS.at, times);
    store.put(FACT_COLUMNS.words, inOrder(facts.words, order));
    digest.update(bytes).update(codes).update(times);
    store.putMeta(WORDS, facts.said);
  });
  return { facts: order.length, outcomes, digest: digest.digest("hex") };
}

function factsByHash({ entries, entry }: FactColumns) {
  const hashes = new Float64Array(entry.length);
  for (let fact = 0; fact < hashes.length; fact++) hashes[fact] = hashAt(entries, entry[fact] ?? 0);
  return { hashes, order: orderByHash(hashes) };
}

function inOrder<T extends Uint8Array | Uint16Array | Float64Array>(column: T, order: Uint32Array): T {
  const sorted = column.slice() as T;
  for (let to = 0; to < order.length; to++) sorted[to] = column[order[to] ?? 0] ?? 0;
  return sorted;
}

function entriesInOrder({ entries, entry }: FactColumns, order: Uint32Array): FoldedText {
  const startOf = (at: number) => (at === 0 ? 0 : (entries.ends[at - 1] ?? 0));
  const ends = new Uint32Array(order.length);
  let total = 0;
  order.forEach((from, to) => {
    const at = entry[from] ?? 0;
    total += (entries.ends[at] ?? 0) - startOf(at);
    ends[to] = total;
  });
  const bytes = Buffer.allocUnsafe(total);
  order.forEach((from, to) => {
    const at = entry[from] ?? 0;
    entries.bytes.copy(bytes, to === 0 ? 0 : ends[to - 1], startOf(at), entries.ends[at]);
  });
  return { bytes, ends };
}

/** Facts of one source, sorted by the hash of the entry. */
export interface Facts {
  readonly count: number;
  eachOf(keys: LookupKeys, found: (address: number, fact: number) => void): void;
  outcome(at: number): Outcome | null;
  entry(at: number): string;
  /** Unix ms; `null` if unknown. */
  time(at: number): number | null;
  words(at: number): string;
  /** Returns the entries with their fact indexes, to look them up elsewhere. */
  keys(): LookupKeys;
}

/** Reads facts. Fails with `store_corrupt` if there aren't exactly `count`: people would be mailed who must not be. */
export function readFacts(path: string, count: number): Result<Facts> {
  if (!existsSync(path)) return fail(problem("store_corrupt", { path }));
  try {
    const facts = read(path);
    return facts.count === count ? ok(facts) : fail(problem("store_corrupt", { path }));
  } catch (error) {
    const stored = storeProblem(error, path);
    if (stored === null) throw error;
    return fail(stored);
  }
}

function read(path: string): Facts {
  const store = openColumns(path, { readonly: true });
  try {
    const { hash, text, end, outcome, at, words } = FACT_COLUMNS;
    const hashes = store.read(hash);
    const bytes = Buffer.from(store.read(text));
    const ends = store.read(end);
    const outcomes = store.read(outcome);
    const times = store.read(at);
    const places = store.read(words);
    const wordIndex = wordsSchema.parse(store.getMeta(WORDS) ?? []);
    return {
      count: hashes.length,
      eachOf(keys, found) {
        let from = 0;
        for (let at = 0; at < hashes.length && from < keys.hashes.length; at++) {
          const hash = hashes[at] ?? 0;
          while (from < keys.hashes.length && (keys.hashes[from] ?? 0) < hash) from++;
          const start = at === 0 ? 0 : (ends[at - 1] ?? 0);
          for (let same = from; keys.hashes[same] === hash; same++) {
            const address = keys.address[same] ?? 0;
            if (sameBytes(keys.folded, address, bytes, start, ends[at] ?? start)) found(address, at);
          }
        }
      },
      outcome: (one) => outcomeOfCode(outcomes[one] ?? 0),
      entry: (one) => bytes.toString("utf8", one === 0 ? 0 : ends[one - 1], ends[one]),
      time: (one) => (times[one] === 0 ? null : (times[one] ?? null)),
      words: (one) => wordIndex[places[one] ?? 0] ?? "",
      keys: () => ({ folded: { bytes, ends }, hashes, address: Uint32Array.from(hashes, (_, one) => one) }),
    };
  } finally {
    store.close();
  }
}
