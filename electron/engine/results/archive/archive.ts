import type Database from "better-sqlite3";
import { z } from "zod";
import { foldAddress, foldText } from "../../../../shared/addresses.ts";
import { FLAG_BIT, type Flag, SOURCE_CODE, VERDICT_CODE, type Verdict } from "../../../../shared/verdicts.ts";
import { earlierForms, type FoldedText, foldedAt, foldTexts } from "../../addresses/index.ts";
import { emptyLog, scrub } from "../../store/index.ts";
import { type BlockData, createBlockReader } from "./blocks.ts";
import { checkSchema, checksAmong, columnsOf, type StoredCheck } from "./checks.ts";
import { connect, saysWhenTaken } from "./connect.ts";
import { onArchive, toldOfArchive } from "./damage.ts";
import { eachMatch, seek } from "./matches.ts";
import { compact, rewrite } from "./merge.ts";
import { searchAddresses } from "./search.ts";
import { type TakenColumns, writeSegment } from "./take.ts";

/** The addresses to look up, as they stand in a list's columns. */
export interface AddressColumns {
  readonly addressText: Uint8Array;
  readonly addressEnd: Uint32Array;
}

/** From when on (Unix milliseconds) a verdict is fresh enough to be used again. */
export interface Freshness {
  /** What lies further in the future than two clocks may differ was never found out then: it is not fresh. */
  readonly now: number;
  readonly freshAfter: number;
  readonly freshAfterUnknown: number;
}

/** What is known of each address; verdict 0: nothing. */
export interface KnownColumns {
  readonly verdict: Uint8Array;
  readonly flags: Uint8Array;
  readonly verifiedAt: Float64Array;
  /** 1: it came from a results file that the user opened. */
  readonly imported: Uint8Array;
}

/** One verdict that an address once got. `cleaningId` null: it was checked by itself. */
export interface ArchivedVerdict {
  readonly scope: string;
  readonly cleaningId: string | null;
  readonly verdict: number;
  readonly flags: number;
  readonly source: number;
  /** The service's own word on when it was found out. */
  readonly verifiedAt: number;
  /** From when on it counts as fresh: when it was found out, or when it was paid for where that is later. */
  readonly freshAt: number;
}

/** A single address that was checked. `at` in Unix milliseconds. */
export interface RememberedCheck {
  readonly address: string;
  readonly verdict: Verdict;
  readonly flags: readonly Flag[];
  readonly at: number;
}

/** Every verdict ever brought home, by scope and folded address. Written by worker threads only. */
export interface Archive {
  /** The newest fresh verdict of each address of a list. */
  lookUp(scope: string, list: AddressColumns, fresh: Freshness): KnownColumns;
  /** The newest fresh verdict of one address, or null. */
  lookUpOne(scope: string, address: string, fresh: Freshness): ArchivedVerdict | null;
  /**
   * All there is of each of these addresses, newest first. `scope` null: in every scope; `now`: what came home later than
   * that by a wrong clock counts from when it was found out.
   */
  history(addresses: readonly string[], scope: string | null, now?: number): ArchivedVerdict[][];
  /** Addresses, folded, that hold `text`, an exact one first; at most `limit`. Hands control back between blocks. */
  search(text: string, limit: number, scope: string | null): Generator<void, string[]>;
  /** Whether part `ordinal` of a cleaning was taken already. */
  holds(cleaningId: string, ordinal: number): boolean;
  /** Takes the verdicts of a part that came home `at` (Unix milliseconds); taking the same part again changes nothing. */
  take(scope: string, cleaningId: string, ordinal: number, at: number, columns: TakenColumns): void;
  /** Takes a cleaning's parts anew with `takeAll`, in place of what there is of it. */
  retake(cleaningId: string, takeAll: (archive: Pick<Archive, "holds" | "take">) => void): void;
  /** Keeps the verdict of a single check. */
  remember(scope: string, check: RememberedCheck): void;
  /** Every single check, with its scope. */
  checks(): { readonly scope: string; readonly check: StoredCheck }[];
  /** Keeps a check as another archive had it. */
  rememberStored(scope: string, check: StoredCheck): void;
  /** Removes every single check of the address, in every scope; answers how many there were. */
  forgetChecks(address: string): number;
  /** Removes all that a cleaning brought home. */
  forget(cleaningId: string): void;
  /** Writes the archive anew, without what was once removed from it. */
  scrub(): void;
  close(): void;
}

/** What stands in a text for bytes that could not be decoded. */
const UNREADABLE = "\uFFFD";
const INSERT_CHECK =
  "INSERT OR REPLACE INTO checks (scope, address, at, verdict, flags, source) VALUES (?, ?, ?, ?, ?, ?)";
const takenSchema = z.array(
  z.object({ cleaning: z.number(), ordinal: z.number(), at: z.number().nullable() }),
);
const numberSchema = z.object({ number: z.number() }).optional();

/**
 * Opens (and, unless `readonly`, makes) the archive at `path`. Damage, met now or in any later call, is thrown as an error
 * with the code `ARCHIVE_DAMAGED`; SQLite's other errors as they are.
 */
export function openArchive(path: string, options: { readonly: boolean } = { readonly: false }): Archive {
  const archive = onArchive(() => archiveOver(connect(path, options.readonly)));
  return {
    lookUp: (...given) => onArchive(() => archive.lookUp(...given)),
    lookUpOne: (...given) => onArchive(() => archive.lookUpOne(...given)),
    history: (...given) => onArchive(() => archive.history(...given)),
    *search(...given) {
      try {
        return yield* archive.search(...given);
      } catch (error) {
        throw toldOfArchive(error);
      }
    },
    holds: (...given) => onArchive(() => archive.holds(...given)),
    take: (...given) => onArchive(() => archive.take(...given)),
    retake: (...given) => onArchive(() => archive.retake(...given)),
    remember: (...given) => onArchive(() => archive.remember(...given)),
    checks: () => onArchive(() => archive.checks()),
    rememberStored: (...given) => onArchive(() => archive.rememberStored(...given)),
    forgetChecks: (...given) => onArchive(() => archive.forgetChecks(...given)),
    forget: (...given) => onArchive(() => archive.forget(...given)),
    scrub: () => onArchive(() => archive.scrub()),
    close: () => archive.close(),
  };
}

function archiveOver(db: Database.Database): Archive {
  const reader = createBlockReader(db);

  /** Other threads replace segments while this one reads: what is read together is read of one state. */
  function atOnce<T>(read: () => T): T {
    return db.transaction(read)();
  }

  function scopeNumber(scope: string): number | null {
    return (
      numberSchema.parse(db.prepare("SELECT number FROM scopes WHERE name = ?").get(scope))?.number ?? null
    );
  }

  function makeScope(scope: string): number {
    const insert = db.prepare("INSERT INTO scopes (name) VALUES (?)");
    return scopeNumber(scope) ?? Number(insert.run(scope).lastInsertRowid);
  }

  function cleaningNumber(id: string): number | null {
    return (
      numberSchema.parse(db.prepare("SELECT number FROM cleanings WHERE id = ?").get(id))?.number ?? null
    );
  }

  function segmentsOf(scope: number): number[] {
    const rows = db.prepare("SELECT id FROM segments WHERE scope = ? ORDER BY id DESC").all(scope);
    return z
      .array(z.object({ id: z.number() }))
      .parse(rows)
      .map(({ id }) => id);
  }

  function checksOf(scope: number): StoredCheck[] {
    return z.array(checkSchema).parse(db.prepare("SELECT * FROM checks WHERE scope = ?").all(scope));
  }

  /** When what a block's entry holds came home. */
  function homecomings(): (data: BlockData, entry: number) => number | undefined {
    if (!saysWhenTaken(db)) return () => undefined;
    const rows = takenSchema.parse(db.prepare("SELECT cleaning, ordinal, at FROM taken").all());
    const byCleaning = new Map<number, Map<number, number>>();
    for (const { cleaning, ordinal, at } of rows) {
      const own = byCleaning.get(cleaning) ?? new Map<number, number>();
      byCleaning.set(cleaning, own.set(ordinal, at ?? 0));
    }
    return (data, entry) => {
      const own = byCleaning.get(data.cleaning[entry] ?? 0);
      if (own === undefined) return undefined;
      const part = own.size === 1 ? undefined : own.get(data.part[entry] ?? 0);
      // Of which part it is an earlier Winnow did not note: it came home with the first at the earliest.
      return (
        part ??
        [...own.values()].reduce((first, at) => (at > 0 && (first === 0 || at < first) ? at : first), 0)
      );
    };
  }

  /** What the service sent is fresh from the day it was paid for, however far it dates it back; `home`: when it came. */
  function freshFrom(source: number, said: number, home: () => number | undefined, now: number): number {
    if (source !== SOURCE_CODE.service) return said;
    const at = home();
    return at !== undefined && at <= now + CLOCKS_DIFFER ? Math.max(said, at) : said;
  }

  /** Every verdict of the addresses sought, in no order: those that cleanings brought home, and single checks. */
  function visit(
    scope: number,
    folded: FoldedText,
    found: (address: number, data: BlockData, entry: number) => void,
    checked: (address: number, check: StoredCheck) => void,
  ): void {
    const sought = seek(folded);
    const earlier = earlierForms(folded);
    const soughtToo = earlier === null ? null : seek(earlier.folded);
    for (const segment of segmentsOf(scope)) {
      eachMatch(reader, segment, sought, found);
      if (earlier === null || soughtToo === null) continue;
      eachMatch(reader, segment, soughtToo, (at, data, entry) => found(earlier.of[at] ?? 0, data, entry));
    }
    const checks = checksOf(scope);
    if (checks.length === 0) return;
    for (const [address, check] of checksAmong(folded, checks)) checked(address, check);
  }

  /** Call it in a transaction. */
  function takeOut(cleaningId: string): void {
    const cleaning = cleaningNumber(cleaningId);
    if (cleaning === null) return;
    const rows = db
      .prepare("SELECT id, scope FROM segments JOIN segment_cleanings ON segment = id WHERE cleaning = ?")
      .all(cleaning);
    for (const { id, scope } of z.array(z.object({ id: z.number(), scope: z.number() })).parse(rows)) {
      rewrite(db, scope, [id], (own) => own !== cleaning);
    }
    db.prepare("DELETE FROM taken WHERE cleaning = ?").run(cleaning);
    db.prepare("DELETE FROM cleanings WHERE number = ?").run(cleaning);
  }

  const archive: Archive = {
    lookUp(scope, list, fresh) {
      const folded = foldTexts(list.addressText, list.addressEnd);
      const size = folded.ends.length;
      const known = {
        verdict: new Uint8Array(size),
        flags: new Uint8Array(size),
        verifiedAt: new Float64Array(size),
        imported: new Uint8Array(size),
      };
      const number = scopeNumber(scope);
      if (number === null || size === 0) return known;
      // Lists that were read by an earlier Winnow may hold addresses that stand for several people.
      const mayBeUnreadable = folded.bytes.includes(UNREADABLE);
      const cameHome = homecomings();
      const newest = new Float64Array(size);
      const keep = (
        address: number,
        verdict: number,
        flags: number,
        said: number,
        freshAt: number,
        source: number,
      ) => {
        if (!isFresh(verdict, freshAt, fresh)) return;
        if (mayBeUnreadable && foldedAt(folded, address).includes(UNREADABLE)) return;
        const at = Math.min(freshAt, fresh.now);
        if (known.verdict[address] !== 0 && at <= (newest[address] ?? 0)) return;
        newest[address] = at;
        known.verdict[address] = verdict;
        known.flags[address] = flags;
        known.verifiedAt[address] = Math.min(said, fresh.now);
        known.imported[address] = source === SOURCE_CODE.imported ? 1 : 0;
      };
      visit(
        number,
        folded,
        (address, data, entry) => {
          const { verdict, flags, source, at } = data;
          const said = at[entry] ?? 0;
          const from = source[entry] ?? 0;
          const freshAt = freshFrom(from, said, () => cameHome(data, entry), fresh.now);
          keep(address, verdict[entry] ?? 0, flags[entry] ?? 0, said, freshAt, from);
        },
        (address, { verdict, flags, at, source }) => keep(address, verdict, flags, at, at, source),
      );
      return known;
    },
    lookUpOne(scope, address, fresh) {
      const [entries = []] = archive.history([address], scope, fresh.now);
      return (
        entries.filter((one) => isStillFresh(one, fresh)).sort((a, b) => b.freshAt - a.freshAt)[0] ?? null
      );
    },
    history(addresses, scope, now = Number.POSITIVE_INFINITY) {
      const entries: ArchivedVerdict[][] = addresses.map(() => []);
      const folded = columnsOf(addresses);
      const names = new Map(
        z
          .array(z.object({ number: z.number(), id: z.string() }))
          .parse(db.prepare("SELECT number, id FROM cleanings").all())
          .map(({ number, id }) => [number, id]),
      );
      const cameHome = homecomings();
      for (const { number, name } of scopesOf(db, scope)) {
        visit(
          number,
          folded,
          (address, data, entry) => {
            const cleaning = data.cleaning[entry] ?? 0;
            const source = data.source[entry] ?? 0;
            const verifiedAt = data.at[entry] ?? 0;
            entries[address]?.push({
              scope: name,
              cleaningId: names.get(cleaning) ?? null,
              verdict: data.verdict[entry] ?? 0,
              flags: data.flags[entry] ?? 0,
              source,
              verifiedAt,
              freshAt: freshFrom(source, verifiedAt, () => cameHome(data, entry), now),
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
      for (const own of entries) own.sort((a, b) => b.verifiedAt - a.verifiedAt);
      return entries;
    },
    search(text, limit, scope) {
      const { numbers, checks } = atOnce(() => {
        const own = scopesOf(db, scope).map(({ number }) => number);
        return { numbers: own, checks: own.flatMap(checksOf).map(({ address }) => address) };
      });
      const isKnown = (address: string) => atOnce(() => archive.history([address], scope)[0]?.length !== 0);
      const searched = {
        atOnce,
        version: () => Number(db.pragma("data_version", { simple: true })),
        blocks: () => numbers.flatMap(segmentsOf).flatMap(reader.blocksOf),
        texts: reader.texts,
      };
      return searchAddresses(searched, checks, foldText(text.trim()), limit, isKnown);
    },
    holds(cleaningId, ordinal) {
      const number = cleaningNumber(cleaningId);
      if (number === null) return false;
      return (
        db.prepare("SELECT 1 FROM taken WHERE cleaning = ? AND ordinal = ?").get(number, ordinal) !==
        undefined
      );
    },
    take(scope, cleaningId, ordinal, at, columns) {
      db.transaction(() => {
        if (archive.holds(cleaningId, ordinal)) return;
        const insert = db.prepare("INSERT INTO cleanings (id) VALUES (?)");
        const cleaning = cleaningNumber(cleaningId) ?? Number(insert.run(cleaningId).lastInsertRowid);
        const number = makeScope(scope);
        writeSegment(db, number, { cleaning, part: ordinal }, columns);
        db.prepare("INSERT INTO taken (cleaning, ordinal, at) VALUES (?, ?, ?)").run(
          cleaning,
          ordinal,
          Math.round(at),
        );
        compact(db, number);
      }).immediate();
    },
    remember(scope, check) {
      archive.rememberStored(scope, {
        scope: 0,
        address: foldAddress(check.address.trim()),
        at: Math.round(check.at),
        verdict: VERDICT_CODE[check.verdict],
        flags: check.flags.reduce((bits, flag) => bits | FLAG_BIT[flag], 0),
        source: SOURCE_CODE.service,
      });
    },
    checks: () =>
      scopesOf(db, null).flatMap(({ number, name }) =>
        checksOf(number).map((check) => ({ scope: name, check })),
      ),
    rememberStored(scope, { address, at, verdict, flags, source }) {
      db.transaction(() => {
        db.prepare(INSERT_CHECK).run(makeScope(scope), address, at, verdict, flags, source);
      }).immediate();
    },
    forgetChecks(address) {
      const sought = foldAddress(address.trim());
      const forgotten = db
        .transaction(() => {
          const all = z.array(checkSchema).parse(db.prepare("SELECT * FROM checks").all());
          const kept = all.filter((check) => foldAddress(check.address) !== sought);
          if (kept.length === all.length) return 0;
          // SQLite overwrites a row that is deleted, but not what it left behind on the page when it moved rows there
          // before. Whole pages that fall free it does overwrite.
          db.exec("DELETE FROM checks");
          const insert = db.prepare(INSERT_CHECK);
          for (const { scope, address: own, at, verdict, flags, source } of kept)
            insert.run(scope, own, at, verdict, flags, source);
          return all.length - kept.length;
        })
        .immediate();
      emptyLog(db);
      return forgotten;
    },
    retake(cleaningId, takeAll) {
      db.transaction(() => {
        takeOut(cleaningId);
        takeAll(archive);
      }).immediate();
    },
    forget(cleaningId) {
      db.transaction(() => takeOut(cleaningId)).immediate();
      emptyLog(db);
    },
    scrub: () => scrub(db),
    close: () => db.close(),
  };
  return {
    ...archive,
    lookUp: (...given) => atOnce(() => archive.lookUp(...given)),
    lookUpOne: (...given) => atOnce(() => archive.lookUpOne(...given)),
    history: (...given) => atOnce(() => archive.history(...given)),
    holds: (...given) => atOnce(() => archive.holds(...given)),
    checks: () => atOnce(() => archive.checks()),
  };
}

function scopesOf(db: Database.Database, scope: string | null): { number: number; name: string }[] {
  const all = z
    .array(z.object({ number: z.number(), name: z.string() }))
    .parse(db.prepare("SELECT number, name FROM scopes ORDER BY number").all());
  return scope === null ? all : all.filter(({ name }) => name === scope);
}

/** A day: time zones, and clocks that are set right now and then. */
export const CLOCKS_DIFFER = 24 * 3600_000;

/** Whether a look-up would use it again. Ask for its history with the same `now`. */
export function isStillFresh({ verdict, freshAt }: ArchivedVerdict, fresh: Freshness): boolean {
  return isFresh(verdict, freshAt, fresh);
}

/** Whether a verdict of that time (Unix milliseconds) may be used again. */
function isFresh(verdict: number, at: number, fresh: Freshness): boolean {
  if (at > fresh.now + CLOCKS_DIFFER) return false;
  return at >= (verdict === VERDICT_CODE.unknown ? fresh.freshAfterUnknown : fresh.freshAfter);
}
