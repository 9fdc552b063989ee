import { createHash } from "node:crypto";
import { existsSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";
import { noOutcomes, OUTCOMES, type Outcome, type OutcomeCounts } from "../../../shared/mail-outcomes.ts";
import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import { makePrivateFolder, openColumns, storeProblem, syncFile, syncFolder } from "../store/index.ts";
import { type FoldedText, hashAll, orderByHash, type Sought, sameBytes } from "../text/index.ts";

/**
 * What a source says became of mail to an entry: a folded address, or a domain with a leading `@`. `at`: Unix milliseconds,
 * null where nobody said when. `words`: the source's own.
 */
export interface Fact {
  readonly entry: string;
  readonly outcome: Outcome;
  readonly at: number | null;
  readonly words: string;
}

/** One byte an outcome in columns on disk. Never renumber: stored facts hold these. */
const OUTCOME_CODE: Readonly<Record<Outcome, number>> = {
  hard: 1,
  policy: 2,
  soft: 3,
  unsubscribed: 4,
  complained: 5,
  suppressed: 6,
  opened: 7,
  clicked: 8,
  perhaps_hard: 9,
};

const OUTCOME_BY_CODE: ReadonlyMap<number, Outcome> = new Map(
  OUTCOMES.map((one) => [OUTCOME_CODE[one], one]),
);

/** The columns of the facts of one source, in ascending order of the hash of their entries. */
const FACT_COLUMNS = {
  hash: { name: "fact.hash", kind: "f64" },
  text: { name: "fact.text", kind: "u8" },
  end: { name: "fact.end", kind: "u32" },
  /** OUTCOME_CODE */
  outcome: { name: "fact.outcome", kind: "u8" },
  /** Unix milliseconds; 0: nobody said. */
  at: { name: "fact.at", kind: "f64" },
  /** Place among the words; 0 is none. */
  words: { name: "fact.words", kind: "u16" },
} as const;

const WORDS = "words";
const wordsSchema = z.array(z.string());
/** Texts that are told apart; others are kept as none. */
const MOST_WORDS = 65_535;

/** Facts as they were written: how many, of which outcomes, and a name for just these, whatever they stood in. */
export interface Written {
  readonly facts: number;
  readonly outcomes: OutcomeCounts;
  readonly digest: string;
}

/**
 * Writes the facts of one source: beside `target` first, then renamed, so that they are there whole or not at all.
 * Problems: those of the store.
 */
export function writeFacts(target: string, facts: readonly Fact[]): Result<Written> {
  try {
    return ok(write(target, facts));
  } catch (error) {
    removeTemporary(`${target}.new`);
    return fail(storeProblem(error, target) ?? problem("internal"));
  }
}

function write(target: string, facts: readonly Fact[]): Written {
  makePrivateFolder(dirname(target));
  const temporary = `${target}.new`;
  removeTemporary(temporary);
  const hashes = hashAll(textOf(facts));
  const order = orderByHash(hashes);
  const inOrder = Array.from(order).flatMap((at) => facts[at] ?? []);
  const { bytes, ends } = textOf(inOrder);
  const codes = Uint8Array.from(inOrder, ({ outcome }) => OUTCOME_CODE[outcome]);
  const times = Float64Array.from(inOrder, ({ at }) => at ?? 0);
  const outcomes = noOutcomes();
  for (const { outcome } of facts) outcomes[outcome]++;
  const words = new Map<string, number>([["", 0]]);
  const placeOf = (text: string) => {
    const known = words.get(text);
    if (known !== undefined || words.size > MOST_WORDS) return known ?? 0;
    words.set(text, words.size);
    return words.size - 1;
  };
  const store = openColumns(temporary);
  try {
    // Nothing reads the file before it is renamed: it needs no log.
    store.db.pragma("journal_mode = OFF");
    store.db.pragma("synchronous = OFF");
    store.transaction(() => {
      store.put(
        FACT_COLUMNS.hash.name,
        Float64Array.from(order, (at) => hashes[at] ?? 0),
      );
      store.put(FACT_COLUMNS.text.name, bytes);
      store.put(FACT_COLUMNS.end.name, ends);
      store.put(FACT_COLUMNS.outcome.name, codes);
      store.put(FACT_COLUMNS.at.name, times);
      store.put(
        FACT_COLUMNS.words.name,
        Uint16Array.from(inOrder, (fact) => placeOf(fact.words)),
      );
      store.putMeta(WORDS, [...words.keys()]);
    });
    // It is never written again: whoever reads it leaves nothing beside it.
    store.db.pragma("journal_mode = DELETE");
  } finally {
    store.close();
  }
  syncFile(temporary);
  renameSync(temporary, target);
  syncFolder(dirname(target));
  const digest = createHash("sha256").update(bytes).update(codes).update(times).digest("hex");
  return { facts: facts.length, outcomes, digest };
}

/** Their entries, one after the other, and the byte after each. */
function textOf(facts: readonly Fact[]): FoldedText {
  let end = 0;
  const ends = Uint32Array.from(facts, ({ entry }) => {
    end += Buffer.byteLength(entry);
    return end;
  });
  return { bytes: Buffer.from(facts.map(({ entry }) => entry).join(""), "utf8"), ends };
}

function removeTemporary(path: string): void {
  for (const end of ["", "-wal", "-shm", "-journal"]) rmSync(path + end, { force: true });
}

/** The facts of one source, as columns in ascending order of the hash of their entries. */
export interface Facts {
  readonly count: number;
  /** Calls `found` for each fact about one of the addresses sought: its number there, and the fact's. */
  eachOf(sought: Sought, found: (address: number, fact: number) => void): void;
  outcome(at: number): Outcome | null;
  entry(at: number): string;
  /** Unix milliseconds; null: nobody said. */
  time(at: number): number | null;
  words(at: number): string;
}

/**
 * Reads the facts at `path`, of which there are to be `count`. Problem: `store_corrupt`, where there are not, for then
 * somebody would be mailed who must not be. Throws what is no damage.
 */
export function readFacts(path: string, count: number): Result<Facts> {
  if (!existsSync(path)) return fail(problem("store_corrupt", { path }));
  try {
    const facts = read(path);
    return facts.count === count ? ok(facts) : fail(problem("store_corrupt", { path }));
  } catch (error) {
    const met = storeProblem(error, path);
    if (met === null) throw error;
    return fail(met);
  }
}

function read(path: string): Facts {
  const store = openColumns(path, { readonly: true });
  try {
    const { hash, text, end, outcome, at, words: said } = FACT_COLUMNS;
    const hashes = store.get(hash.name, hash.kind) ?? new Float64Array(0);
    const bytes = Buffer.from(store.get(text.name, text.kind) ?? new Uint8Array(0));
    const ends = store.get(end.name, end.kind) ?? new Uint32Array(0);
    const outcomes = store.get(outcome.name, outcome.kind) ?? new Uint8Array(0);
    const times = store.get(at.name, at.kind) ?? new Float64Array(0);
    const places = store.get(said.name, said.kind) ?? new Uint16Array(0);
    const words = wordsSchema.parse(store.getMeta(WORDS) ?? []);
    return {
      count: hashes.length,
      eachOf(sought, found) {
        let from = 0;
        for (let at = 0; at < hashes.length && from < sought.hashes.length; at++) {
          const hash = hashes[at] ?? 0;
          while (from < sought.hashes.length && (sought.hashes[from] ?? 0) < hash) from++;
          const start = at === 0 ? 0 : (ends[at - 1] ?? 0);
          for (let same = from; sought.hashes[same] === hash; same++) {
            const address = sought.address[same] ?? 0;
            if (sameBytes(sought.folded, address, bytes, start, ends[at] ?? start)) found(address, at);
          }
        }
      },
      outcome: (one) => OUTCOME_BY_CODE.get(outcomes[one] ?? 0) ?? null,
      entry: (one) => bytes.toString("utf8", one === 0 ? 0 : ends[one - 1], ends[one]),
      time: (one) => (times[one] === 0 ? null : (times[one] ?? null)),
      words: (one) => words[places[one] ?? 0] ?? "",
    };
  } finally {
    store.close();
  }
}
