import { OUTCOME_EFFECTS } from "../../../shared/mail-outcomes.ts";
import {
  type ErasedPeople,
  type Fact,
  factColumns,
  type ImportLeft,
  readFacts,
  writeFacts,
} from "../memory/index.ts";
import { withoutMentions } from "./mentions.ts";

export interface ErasedFacts {
  readonly gone: number;
  /** Mentions in other people's facts. */
  readonly places: number;
  readonly left: readonly Fact[];
}

/** Finds erased people in the `facts` facts of a source. Throws if they are damaged. */
export function eraseFromFacts(path: string, facts: number, people: ErasedPeople): ErasedFacts {
  const read = readFacts(path, facts);
  if (!read.ok) throw new Error(read.problem.code);
  const { count, entry, outcome, time, words } = read.value;
  const left: Fact[] = [];
  let places = 0;
  for (let at = 0; at < count; at++) {
    const said = outcome(at);
    if (said === null || people.has(entry(at))) continue;
    const blanked = withoutMentions(words(at), people);
    if (blanked !== null) places++;
    left.push({ entry: entry(at), outcome: said, at: time(at), words: blanked ?? words(at) });
  }
  return { gone: count - left.length, places, left };
}

/** Writes the remaining facts of a source. Throws if that fails. */
export function writeLeft(to: string, kind: string, left: readonly Fact[]): ImportLeft {
  const written = writeFacts(to, factColumns(left));
  if (!written.ok) throw new Error(written.problem.code === "disk_full" ? "ENOSPC" : written.problem.code);
  const unmailed = left.filter((one) => kind === "suppression" || OUTCOME_EFFECTS[one.outcome].isNeverMailed);
  const entries = [...new Set(unmailed.map((one) => one.entry))];
  const domains = entries.filter((one) => one.startsWith("@")).length;
  const { outcomes, digest } = written.value;
  const numbers = { facts: left.length, bounces: outcomes.hard, sent: outcomes.sent, digest };
  return { ...numbers, addresses: entries.length - domains, domains };
}
