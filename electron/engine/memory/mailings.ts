import Database from "better-sqlite3";
import type { Outcome } from "../../../shared/mail-outcomes.ts";
import { ok, type Result } from "../../../shared/result.ts";
import { SANDBOX_SCOPE } from "../accounts/index.ts";
import { sandboxCleanings } from "../catalog/index.ts";
import type { Journal, Layout } from "../store/index.ts";
import type { LookupKeys } from "../text/index.ts";
import type { Facts } from "./facts.ts";
import { eachImport, type ReadImport } from "./import-store.ts";

/** Only recent mailings count, since mail hosts change their behaviour. */
const MAX_MAILINGS = 24;
/**
 * Minimum share of a report's failures since an export that must be its recipients': fewer may be of other mail, and the
 * export may never have been sent.
 */
const MIN_SHARE = 0.1;
/** Reports with only a date have the time of its midnight. */
const DAY = 24 * 3600_000;

/** A mailing, known from a file of recipients or an export, and its bounces. */
export interface Mailing {
  readonly id: string;
  /** A report arrived: addresses without a bounce count as delivered. */
  readonly isReported: boolean;
  readonly keys: LookupKeys;
  address(at: number): string;
  /** Word stored with a recipient: the verdict at export. */
  words(at: number): string;
  /** Time sent, in Unix ms. */
  readonly at: Float64Array;
  /** 1 for each recipient with a hard bounce. */
  readonly bounced: Uint8Array;
  /** 1 if bounces belong to a later mailing to the same address, with no report in between. */
  readonly isOther: Uint8Array;
}

interface Source extends ReadImport {
  readonly read: Facts;
}

interface Sent extends Source {
  readonly of: { readonly keys: LookupKeys; readonly fact: Uint32Array; readonly at: Float64Array };
}

/** Outcomes that imply that mail was sent. */
const SENT_BY: ReadonlySet<Outcome | null> = new Set<Outcome>([
  ...(["sent", "hard", "perhaps_hard", "soft", "policy", "opened", "clicked", "complained"] as const),
  "unsubscribed",
]);
const RETURNED: ReadonlySet<Outcome | null> = new Set<Outcome>(["hard", "perhaps_hard", "soft", "policy"]);

/** Returns the newest mailings and their bounces. Fails with `store_corrupt`. Throws SQLite errors. */
export function mailingsIn(layout: Layout): Result<Mailing[]> {
  const read = readSources(layout);
  if (!read.ok) return read;
  const sent = read.value.filter((one) => one.sent > 0);
  // Ignore sandbox mailings once there are real ones.
  const sandbox = sent.length === 0 ? new Set() : sandboxIds(layout);
  const own = sent.filter(({ cleaningId }) => !sandbox.has(cleaningId ?? ""));
  const mailings = (own.length > 0 ? own : sent)
    .slice(-MAX_MAILINGS)
    .map((source): Sent => ({ ...source, of: sentIn(source) }));
  const reports = read.value.filter(({ kind }) => kind === "outcomes");
  return ok(mailings.map((one) => mailingOf(one, mailings, reports)));
}

function readSources(layout: Layout): Result<Source[]> {
  const sources: Source[] = [];
  const read = eachImport(layout, "kind <> 'suppression'", (one, facts) =>
    sources.push({ ...one, read: facts }),
  );
  return read.ok ? ok(sources) : read;
}

/** Returns the ids of the sandbox cleanings, whose mailings are test data. */
function sandboxIds({ journal }: Layout): ReadonlySet<string> {
  const db = new Database(journal, { readonly: true });
  try {
    return sandboxCleanings(db, SANDBOX_SCOPE);
  } finally {
    db.close();
  }
}

/** Returns the distinct recipients of a source, by their last fact. */
function sentIn({ read, at }: Source): Sent["of"] {
  const facts: number[] = [];
  let last = "";
  for (let fact = 0; fact < read.count; fact++) {
    if (!SENT_BY.has(read.outcome(fact))) continue;
    const entry = read.entry(fact);
    // Facts of one address are adjacent.
    if (entry === last) facts.pop();
    last = entry;
    facts.push(fact);
  }
  const fact = Uint32Array.from(facts);
  const sent = fact.length === read.count ? read.keys() : keysAmong(read.keys(), fact);
  return { fact, keys: sent, at: Float64Array.from(fact, (one) => read.time(one) ?? at) };
}

function keysAmong({ folded, hashes }: LookupKeys, numbers: Uint32Array): LookupKeys {
  let total = 0;
  const start = (number: number) => (number === 0 ? 0 : (folded.ends[number - 1] ?? 0));
  const ends = Uint32Array.from(numbers, (number) => {
    total += (folded.ends[number] ?? 0) - start(number);
    return total;
  });
  const bytes = Buffer.allocUnsafe(total);
  numbers.forEach((number, at) => {
    folded.bytes.copy(bytes, at === 0 ? 0 : ends[at - 1], start(number), folded.ends[number]);
  });
  return {
    folded: { bytes, ends },
    hashes: Float64Array.from(numbers, (number) => hashes[number] ?? 0),
    address: Uint32Array.from(numbers.keys()),
  };
}

function mailingOf(sent: Sent, mailings: readonly Sent[], reports: readonly Source[]): Mailing {
  const { id, kind, read, of, cleaningId } = sent;
  const { keys, fact: factOf, at } = of;
  const next = new Float64Array(at.length).fill(Number.POSITIVE_INFINITY);
  const isOther = new Uint8Array(at.length);
  for (const [place, other] of mailings.entries()) {
    if (other === sent) continue;
    const isSame = other.reports === sent.reports;
    // Without a report in between, the later import counts.
    if (isSame && place < mailings.indexOf(sent)) continue;
    eachSent(other, keys, (address, time) => {
      if (isSame) isOther[address] = 1;
      else if (time > (at[address] ?? 0)) next[address] = Math.min(next[address] ?? 0, time);
    });
  }
  const bounced = new Uint8Array(at.length);
  // A service's own export is its own report.
  let isReported = kind === "outcomes";
  for (const report of reports) {
    let failures = 0;
    report.read.eachOf(keys, (address, fact) => {
      const outcome = report.read.outcome(fact);
      const time = report.read.time(fact) ?? report.at;
      const isOfIt = time + DAY >= (at[address] ?? 0) && time < (next[address] ?? 0);
      if (!isOfIt || !RETURNED.has(outcome)) return;
      failures++;
      if (outcome === "hard") bounced[address] = 1;
    });
    // An export may never have been sent; other mailings were.
    const isExport = cleaningId !== null;
    if (failures > 0 && (!isExport || failures >= MIN_SHARE * failuresSince(report, sent.at)))
      isReported = true;
  }
  return {
    id,
    isReported,
    isOther,
    keys,
    at,
    bounced,
    address: (number) => read.entry(factOf[number] ?? 0),
    words: (number) => read.words(factOf[number] ?? 0),
  };
}

/** Counts the failures that a report has since `time` (Unix ms). */
function failuresSince({ read, at }: Source, time: number): number {
  let failures = 0;
  for (let fact = 0; fact < read.count; fact++)
    if (RETURNED.has(read.outcome(fact)) && (read.time(fact) ?? at) + DAY >= time) failures++;
  return failures;
}

function eachSent(
  { read, at }: Source,
  keys: LookupKeys,
  found: (address: number, time: number) => void,
): void {
  read.eachOf(keys, (address, fact) => {
    if (SENT_BY.has(read.outcome(fact))) found(address, read.time(fact) ?? at);
  });
}

/** Version of the mailing calculation; increment it when that changes. */
const CALCULATION_VERSION = 3;

/** Returns a cache key of the sources of {@link mailingsIn}. Throws SQLite errors. */
export function mailingSources({ db }: Pick<Journal, "db">): string {
  const rows = db.prepare("SELECT id, facts, coalesce(assumed_at, created_at) FROM imports ORDER BY 1");
  return JSON.stringify([CALCULATION_VERSION, rows.raw().all()]);
}
