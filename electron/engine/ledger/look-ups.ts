import type Database from "better-sqlite3";
import { z } from "zod";
import { compareVerdicts, SOURCE_CODE, VERDICT_CODE } from "../../../shared/verdicts.ts";
import { foldedColumns, type LookupKeys, lookupKeysOf } from "../text/index.ts";
import type { Names } from "./archive-database.ts";
import type { BlockData, BlockReader } from "./blocks.ts";
import type { Claim } from "./claims.ts";
import { eachMatch } from "./matches.ts";
import { MISSING_RESULTS } from "./runs.ts";
import { checksAmong, eachAmong, type SingleChecks, type StoredCheck } from "./single-checks.ts";
import { isOfTeam } from "./team-ids.ts";

/** Thresholds for reusing verdicts, in Unix ms. */
export interface Freshness {
  readonly now: number;
  readonly freshAfter: number;
  readonly freshAfterUnknown: number;
}

const DAY = 24 * 3600_000;

/** Returns the times from which a verdict counts as fresh at `now` (Unix ms), for the user's settings. */
export function freshnessAt(
  now: number,
  { freshDays, freshDaysUnknown }: { readonly freshDays: number; readonly freshDaysUnknown: number },
): Freshness {
  return { now, freshAfter: now - freshDays * DAY, freshAfterUnknown: now - freshDaysUnknown * DAY };
}

/** Minimum days for which a possibly paid check is reported. */
const MIN_REPORTED_DAYS = 30;

/** Returns the time (Unix ms) before which unanswered requests are no longer reported. */
export function unansweredCutoff(now: number, { freshDays }: { readonly freshDays: number }): number {
  return now - Math.max(freshDays, MIN_REPORTED_DAYS) * DAY;
}

/** Returns whether `verdict`, fresh as of `at` (Unix ms), may be reused. */
export function isFresh(verdict: number, at: number, freshness: Freshness): boolean {
  return at >= (verdict === VERDICT_CODE.unknown ? freshness.freshAfterUnknown : freshness.freshAfter);
}

/** Returns the time (Unix ms) from which a verdict's age counts: for the service's, at least its arrival (`home`). */
function trustedTime(
  source: number,
  verifiedAt: number,
  home: () => number | undefined,
  now: number,
): number {
  if (source !== SOURCE_CODE.service) return verifiedAt;
  const at = home();
  return at === undefined ? verifiedAt : Math.max(verifiedAt, Math.min(at, now));
}

/** Known verdict per address; 0 if none. */
export interface KnownColumns {
  readonly verdict: Uint8Array;
  readonly flags: Uint8Array;
  readonly verifiedAt: Float64Array;
  /** Origin of the verdict, as a KNOWN_FROM value. */
  readonly from: Uint8Array;
}

/** `file`: a results file that the user opened. `team`: a colleague. */
export const KNOWN_FROM = { service: 0, file: 1, team: 2 } as const;

export function noneKnown(size: number): KnownColumns {
  return {
    verdict: new Uint8Array(size),
    flags: new Uint8Array(size),
    verifiedAt: new Float64Array(size),
    from: new Uint8Array(size),
  };
}

/** A stored verdict of an address. `cleaningId` is `null` for a single check. */
export interface ArchivedVerdict {
  readonly scope: string;
  readonly cleaningId: string | null;
  readonly verdict: number;
  readonly flags: number;
  readonly source: number;
  /** Time stated by the service. */
  readonly verifiedAt: number;
  /** Time from which its age counts: verified, or paid for if later. */
  readonly freshAt: number;
}

/** Claim per address as a CLAIM value; the highest if there are several. */
export interface ClaimedAddresses {
  readonly claim: Uint8Array;
  /** Ids of the cleanings with matching open claims. */
  readonly openIn: readonly string[];
}

/** `lost`: possibly charged, never answered. `open`: being verified. */
export const CLAIM = { none: 0, lost: 1, open: 2 } as const;

export interface LookUpsOptions {
  readonly db: Database.Database;
  readonly reader: BlockReader;
  readonly names: Names;
  readonly checks: SingleChecks;
}

/** Queries by address. Each call must run in one transaction. */
export type LookUps = ReturnType<typeof createLookUps>;

export function createLookUps({ db, reader, names, checks }: LookUpsOptions) {
  /** Visits all verdicts of the addresses, unordered: from cleanings and from single checks. */
  function visit(
    scope: number,
    keys: LookupKeys,
    found: (address: number, data: BlockData, entry: number) => void,
    checked: (address: number, check: StoredCheck) => void,
  ): void {
    for (const run of runsOf(db, scope)) eachMatch(reader, run, keys, found);
    const own = checks.of(scope);
    if (own.length === 0) return;
    for (const [address, check] of checksAmong(keys, own)) checked(address, check);
  }

  const lookUps = {
    lookUp(scope: string, keys: LookupKeys, freshness: Freshness): KnownColumns {
      const size = keys.address.length;
      const known = noneKnown(size);
      const scopes = size === 0 ? [] : names.scopes(scope);
      if (scopes.length === 0) return known;
      const cameHome = ingestTimes(db);
      const colleagues = new Set(
        [...names.cleaningIds()].flatMap(([own, id]) => (isOfTeam(id) ? [own] : [])),
      );
      const newest = new Float64Array(size);
      const keep = (
        address: number,
        verdict: number,
        flags: number,
        said: number,
        freshAt: number,
        from: number,
      ) => {
        if (!isFresh(verdict, freshAt, freshness)) return;
        const at = Math.min(freshAt, freshness.now);
        const before = known.verdict[address] ?? 0;
        const than = newest[address] ?? 0;
        if (before !== 0 && compareVerdicts(verdict, at, before, than) >= 0) return;
        newest[address] = at;
        known.verdict[address] = verdict;
        known.flags[address] = flags;
        known.verifiedAt[address] = Math.min(said, freshness.now);
        known.from[address] = from;
      };
      for (const { number } of scopes)
        visit(
          number,
          keys,
          (address, data, entry) => {
            const { verdict, flags, source, at } = data;
            const said = at[entry] ?? 0;
            const by = source[entry] ?? 0;
            const freshAt = trustedTime(by, said, () => cameHome(data, entry), freshness.now);
            const isOfFile = by === SOURCE_CODE.imported;
            const own = isOfFile ? KNOWN_FROM.file : KNOWN_FROM.service;
            const from = colleagues.has(data.cleaning[entry] ?? 0) ? KNOWN_FROM.team : own;
            keep(address, verdict[entry] ?? 0, flags[entry] ?? 0, said, freshAt, from);
          },
          (address, { verdict, flags, at }) => keep(address, verdict, flags, at, at, KNOWN_FROM.service),
        );
      return known;
    },
    /** Returns the addresses claimed according to the ledger. A claim missing there is about to be entered: open. */
    claimed(scope: string, keys: LookupKeys, claims: readonly Claim[]): ClaimedAddresses {
      const claim = new Uint8Array(keys.address.length);
      const openIn = new Set<string>();
      const number = names.scope(scope);
      const runs = number === null ? [] : claimsIn(db, number);
      const checks = claims.filter(({ cleaningId }) => cleaningId === null);
      if (runs.length + checks.length === 0) return { claim, openIn: [] };
      for (const { id, cleaningId, parts } of runs) {
        // A claim missing in the ledger is about to be entered, unless it marks missing results.
        const unentered = parts === MISSING_RESULTS ? CLAIM.none : CLAIM.open;
        const own = claims.filter((one) => one.cleaningId === cleaningId);
        const byPart = new Map(own.map((one) => [one.ordinal, claimCodeOf(one)]));
        eachMatch(reader, id, keys, (address, { part }, entry) => {
          const claimState = own.length === 0 ? unentered : (byPart.get(part[entry] ?? 0) ?? CLAIM.none);
          claim[address] = Math.max(claim[address] ?? 0, claimState);
          if (claimState === CLAIM.open) openIn.add(cleaningId);
        });
      }
      const byAddress = Map.groupBy(checks, ({ address }) => address ?? "");
      eachAmong(keys, [...byAddress.keys()], (address, key) => {
        for (const check of byAddress.get(key) ?? [])
          claim[address] = Math.max(claim[address] ?? 0, claimCodeOf(check));
      });
      return { claim, openIn: [...openIn] };
    },
    /** Returns the newest fresh verdict of one address; `null` if none. */
    lookUpOne(scope: string, address: string, freshness: Freshness): ArchivedVerdict | null {
      const [entries = []] = lookUps.history([address], scope, freshness.now);
      const at = ({ freshAt }: ArchivedVerdict) => Math.min(freshAt, freshness.now);
      return (
        entries
          .filter((one) => isFresh(one.verdict, one.freshAt, freshness))
          .sort((a, b) => compareVerdicts(a.verdict, at(a), b.verdict, at(b)))[0] ?? null
      );
    },
    /** Returns all verdicts per address, the winning one first. `scope` is `null` for all; arrivals are capped at `now`. */
    history(
      addresses: readonly string[],
      scope: string | null,
      now: number = Number.POSITIVE_INFINITY,
    ): ArchivedVerdict[][] {
      const entries: ArchivedVerdict[][] = addresses.map(() => []);
      const keys = lookupKeysOf(foldedColumns(addresses));
      const cleanings = names.cleaningIds();
      const cameHome = ingestTimes(db);
      for (const { number, name } of names.scopes(scope)) {
        visit(
          number,
          keys,
          (address, data, entry) => {
            const cleaning = data.cleaning[entry] ?? 0;
            const source = data.source[entry] ?? 0;
            const verifiedAt = data.at[entry] ?? 0;
            entries[address]?.push({
              scope: name,
              cleaningId: cleanings.get(cleaning) ?? null,
              verdict: data.verdict[entry] ?? 0,
              flags: data.flags[entry] ?? 0,
              source,
              verifiedAt,
              freshAt: trustedTime(source, verifiedAt, () => cameHome(data, entry), now),
            });
          },
          (address, { verdict, flags, source, at }) => {
            entries[address]?.push({
              scope: name,
              cleaningId: null,
              verdict,
              flags,
              source,
              verifiedAt: at,
              freshAt: at,
            });
          },
        );
      }
      for (const own of entries)
        own.sort((a, b) => compareVerdicts(a.verdict, a.verifiedAt, b.verdict, b.verifiedAt));
      return entries;
    },
  };
  return lookUps;
}

function claimCodeOf({ state, isOpen }: Claim): number {
  if (state === "answered" || state === "released") return CLAIM.none;
  if (isOpen) return CLAIM.open;
  return state === "sent" ? CLAIM.none : CLAIM.lost;
}

const numberedSchema = z.array(z.object({ id: z.number() }));

/** Returns the runs with verdicts, newest first. */
export function runsOf(db: Database.Database, scope: number): number[] {
  const rows = db
    .prepare("SELECT id FROM runs WHERE scope = ? AND claim IS NULL ORDER BY id DESC")
    .all(scope);
  return numberedSchema.parse(rows).map(({ id }) => id);
}

const claimRunsSchema = z.array(z.object({ id: z.number(), cleaningId: z.string(), parts: z.number() }));

/** Returns the runs with claims, their cleanings and numbers of parts. */
function claimsIn(db: Database.Database, scope: number): z.output<typeof claimRunsSchema> {
  const rows = db
    .prepare(
      `SELECT runs.id AS id, cleanings.id AS cleaningId, claim AS parts FROM runs
       JOIN run_cleanings ON run = runs.id JOIN cleanings ON number = cleaning
       WHERE scope = ? AND claim IS NOT NULL`,
    )
    .all(scope);
  return claimRunsSchema.parse(rows);
}

const takenSchema = z.array(z.object({ cleaning: z.number(), ordinal: z.number(), at: z.number() }));

/** Returns a function that looks up when a block's entry arrived. */
function ingestTimes(db: Database.Database): (data: BlockData, entry: number) => number | undefined {
  const rows = takenSchema.parse(db.prepare("SELECT cleaning, ordinal, at FROM taken").all());
  const byCleaning = new Map<number, Map<number, number>>();
  for (const { cleaning, ordinal, at } of rows) {
    const own = byCleaning.get(cleaning) ?? new Map<number, number>();
    byCleaning.set(cleaning, own.set(ordinal, at));
  }
  return (data, entry) => {
    return byCleaning.get(data.cleaning[entry] ?? 0)?.get(data.part[entry] ?? 0);
  };
}
