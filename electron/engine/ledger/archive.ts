import { existsSync } from "node:fs";
import { z } from "zod";
import { messageOf } from "../../../shared/errors.ts";
import { foldAddress, foldText } from "../../../shared/fold-addresses.ts";
import { FLAG_BIT, type Flag, SOURCE_CODE, VERDICT_CODE, type Verdict } from "../../../shared/verdicts.ts";
import { hasCleaning } from "../catalog/index.ts";
import { type Journal, type Layout, truncateWal } from "../store/index.ts";
import type { FoldedText } from "../text/index.ts";
import { connect, createNames } from "./archive-database.ts";
import { createBlockReader } from "./blocks.ts";
import { createLookUps, type LookUps, runsOf } from "./look-ups.ts";
import {
  type ArchivedPart,
  archivedParts,
  claimedByParts,
  type PartVerdicts,
  verdictsOfParts,
} from "./part-verdicts.ts";
import {
  type ClaimedColumns,
  compact,
  dropClaims,
  MISSING_RESULTS,
  rewrite,
  type TakenColumns,
  writeClaim,
  writeMissingClaim,
  writeRun,
} from "./runs.ts";
import { searchAddresses } from "./search.ts";
import { createSingleChecks, type StoredCheck } from "./single-checks.ts";
import { isOfTeam } from "./team-ids.ts";

/** A single check's verdict. `at` is in Unix ms. */
export interface RememberedCheck {
  readonly address: string;
  readonly verdict: Verdict;
  readonly flags: readonly Flag[];
  readonly at: number;
}

/** All verdicts ever ingested, by scope and folded address. Written by worker threads only. */
export interface Archive extends LookUps {
  /** Searches folded addresses containing `text`, exact match first, at most `limit`. Yields between blocks. */
  search(text: string, limit: number, scope: string | null): Generator<void, string[]>;
  holds(cleaningId: string, ordinal: number): boolean;
  /** Runs `work` in an exclusive transaction, so that no one else can claim. Rolled back on error. */
  exclusively<T>(work: () => T): T;
  /** Stores the addresses that a cleaning's parts claim, until all of their verdicts are stored. */
  claim(scope: string, cleaningId: string, columns: ClaimedColumns): void;
  /** Deletes the claims of all cleanings except those that `isWanted`. */
  dropClaims(isWanted: (cleaningId: string) => boolean): void;
  /** Stores the verdicts of a part that arrived `at` (Unix ms). Idempotent per part. */
  ingestPart(scope: string, cleaningId: string, ordinal: number, at: number, columns: TakenColumns): void;
  /** Replaces everything stored for a cleaning with the parts that `takeAll` writes. */
  replaceCleaning(
    cleaningId: string,
    takeAll: (archive: Pick<Archive, "holds" | "ingestPart">) => void,
  ): void;
  /** Returns the parts with verdicts, oldest first. */
  parts(): ArchivedPart[];
  /** Returns the number of verdicts in all scopes but one. */
  countVerdicts(exceptScope: string): number;
  /** Returns a cleaning's verdicts by ordinal. */
  verdictsOf(cleaningId: string): ReadonlyMap<number, PartVerdicts>;
  /** Returns the addresses that a cleaning's parts claim, by ordinal; empty once all of their verdicts are stored. */
  claimedBy(cleaningId: string): ReadonlyMap<number, FoldedText>;
  singleChecks(): (Omit<StoredCheck, "scope"> & { scope: string })[];
  storeCheck(scope: string, check: RememberedCheck): void;
  /** Deletes all single checks of the address in every scope. Returns their number. */
  forgetChecks(address: string): number;
  /** Deletes what colleagues have shared: their claims, and their verdicts unless `keepVerdicts`. */
  deleteTeam(keepVerdicts: boolean): void;
  /** Deletes all verdicts and claims of a cleaning, or of those that `isUnwanted`. */
  deleteCleaning(cleaningId: string): void;
  deleteCleanings(isUnwanted: (cleaningId: string) => boolean): void;
  close(): void;
}

/** Opens the archive at `path`; creates it unless `readonly`. It and its methods throw SQLite errors. */
export function openArchive(path: string, options: { readonly: boolean } = { readonly: false }): Archive {
  const db = connect(path, options.readonly);
  const reader = createBlockReader(db);
  const names = createNames(db);
  const checks = createSingleChecks(db, names);
  const lookUps = createLookUps({ db, reader, names, checks });

  /** Reads in one transaction: other threads may replace runs at any time. */
  function atOnce<T>(read: () => T): T {
    return db.transaction(read)();
  }

  /** Call within a transaction. */
  function takeOut(isUnwanted: (cleaningId: string) => boolean): void {
    const gone = new Set([...names.cleaningIds()].flatMap(([number, id]) => (isUnwanted(id) ? number : [])));
    const runs = new Map<number, number>();
    const holding = db.prepare(
      "SELECT id, scope FROM runs JOIN run_cleanings ON run = id WHERE cleaning = ? AND claim IS NULL",
    );
    for (const cleaning of gone) {
      dropClaims(db, cleaning);
      for (const { id, scope } of z
        .array(z.object({ id: z.number(), scope: z.number() }))
        .parse(holding.all(cleaning)))
        runs.set(id, scope);
    }
    for (const [id, scope] of runs) rewrite(db, scope, [id], (data, at) => !gone.has(data.cleaning[at] ?? 0));
    for (const number of gone) {
      db.prepare("DELETE FROM taken WHERE cleaning = ?").run(number);
      db.prepare("DELETE FROM cleanings WHERE number = ?").run(number);
    }
  }

  function ofCleaning<T>(
    id: string,
    read: (number: number) => ReadonlyMap<number, T>,
  ): ReadonlyMap<number, T> {
    return atOnce(() => {
      const number = names.cleaning(id);
      return number === null ? new Map() : read(number);
    });
  }

  const takenOf = (cleaning: number): number =>
    z
      .object({ n: z.number() })
      .parse(db.prepare("SELECT count(*) AS n FROM taken WHERE cleaning = ?").get(cleaning)).n;

  const archive: Archive = {
    ...lookUps,
    search(text, limit, scope) {
      const { numbers, checked } = atOnce(() => {
        const own = names.scopes(scope).map(({ number }) => number);
        return { numbers: own, checked: own.flatMap(checks.of).map(({ address }) => address) };
      });
      const isKnown = (address: string) => atOnce(() => lookUps.history([address], scope)[0]?.length !== 0);
      const searched = {
        atOnce,
        version: () => Number(db.pragma("data_version", { simple: true })),
        blocks: () => numbers.flatMap((number) => runsOf(db, number)).flatMap(reader.blocksOf),
        texts: reader.texts,
      };
      return searchAddresses(searched, checked, foldText(text.trim()), limit, isKnown);
    },
    holds(cleaningId, ordinal) {
      const number = names.cleaning(cleaningId);
      if (number === null) return false;
      return (
        db.prepare("SELECT 1 FROM taken WHERE cleaning = ? AND ordinal = ?").get(number, ordinal) !==
        undefined
      );
    },
    exclusively(work) {
      // Claims must survive a power cut: they may be paid for.
      db.pragma("synchronous = FULL");
      return db.transaction(work).immediate();
    },
    claim(scope, cleaningId, columns) {
      writeClaim(db, names.makeScope(scope), names.makeCleaning(cleaningId), columns);
    },
    dropClaims(isWanted) {
      db.transaction(() => {
        for (const [number, id] of names.cleaningIds()) if (!isWanted(id)) dropClaims(db, number);
      }).immediate();
    },
    ingestPart(scope, cleaningId, ordinal, at, columns) {
      db.transaction(() => {
        if (archive.holds(cleaningId, ordinal)) return;
        const cleaning = names.makeCleaning(cleaningId);
        const number = names.makeScope(scope);
        writeRun(db, number, { cleaning, part: ordinal }, columns);
        db.prepare("INSERT INTO taken (cleaning, ordinal, at) VALUES (?, ?, ?)").run(
          cleaning,
          ordinal,
          Math.round(at),
        );
        dropClaims(db, cleaning, (parts) => parts !== MISSING_RESULTS && takenOf(cleaning) >= parts);
        writeMissingClaim(db, number, { cleaning, part: ordinal }, columns);
        compact(db, number);
      }).immediate();
      db.pragma("incremental_vacuum");
    },
    parts: () => archivedParts(db),
    countVerdicts: (exceptScope) =>
      z.int().parse(
        db
          .prepare(
            `SELECT coalesce((SELECT sum(entries) FROM runs WHERE claim IS NULL AND scope IS NOT @except), 0)
                 + (SELECT count(*) FROM checks WHERE scope IS NOT @except)`,
          )
          .pluck()
          .get({ except: names.scope(exceptScope) }),
      ),
    verdictsOf: (id) => ofCleaning(id, (number) => verdictsOfParts(db, reader, number)),
    claimedBy: (id) => ofCleaning(id, (number) => claimedByParts(db, reader, number)),
    singleChecks: () =>
      names
        .scopes(null)
        .flatMap(({ number, name }) => checks.of(number).map((check) => ({ ...check, scope: name }))),
    storeCheck(scope, check) {
      checks.keep(scope, {
        scope: 0,
        address: foldAddress(check.address.trim()),
        at: Math.round(check.at),
        verdict: VERDICT_CODE[check.verdict],
        flags: check.flags.reduce((bits, flag) => bits | FLAG_BIT[flag], 0),
        source: SOURCE_CODE.service,
      });
    },
    forgetChecks(address) {
      const forgotten = db.transaction(() => checks.forget(address)).immediate();
      truncateWal(db);
      return forgotten;
    },
    replaceCleaning(cleaningId, takeAll) {
      db.transaction(() => {
        takeOut((id) => id === cleaningId);
        takeAll(archive);
      }).immediate();
    },
    deleteTeam(keepVerdicts) {
      archive.dropClaims((cleaningId) => !isOfTeam(cleaningId));
      if (!keepVerdicts) archive.deleteCleanings(isOfTeam);
    },
    deleteCleaning: (cleaningId) => archive.deleteCleanings((id) => id === cleaningId),
    deleteCleanings(isUnwanted) {
      db.transaction(() => takeOut(isUnwanted)).immediate();
      truncateWal(db);
    },
    close: () => db.close(),
  };
  return {
    ...archive,
    lookUp: (...given) => atOnce(() => lookUps.lookUp(...given)),
    claimed: (...given) => atOnce(() => lookUps.claimed(...given)),
    lookUpOne: (...given) => atOnce(() => lookUps.lookUpOne(...given)),
    history: (...given) => atOnce(() => lookUps.history(...given)),
    holds: (...given) => atOnce(() => archive.holds(...given)),
  };
}

/**
 * Ends open single checks and claims of cleanings that never started. Call once, before the first claim. An unreadable
 * archive is only logged: a backup can still be restored.
 */
export function recoverLedger({ db }: Journal, layout: Layout, log: (line: string) => void): void {
  db.prepare("UPDATE ledger SET is_open = 0 WHERE cleaning_id IS NULL").run();
  if (!existsSync(layout.archive)) return;
  let archive: Archive | undefined;
  try {
    archive = openArchive(layout.archive);
    archive.dropClaims((cleaningId) => isOfTeam(cleaningId) || hasCleaning(db, cleaningId));
  } catch (error) {
    log(`recovering the ledger: ${messageOf(error)}`);
  } finally {
    archive?.close();
  }
}
