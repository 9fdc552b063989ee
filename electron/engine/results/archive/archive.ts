import { z } from "zod";
import { foldAddress, foldText } from "../../../../shared/addresses.ts";
import { FLAG_BIT, type Flag, SOURCE_CODE, VERDICT_CODE, type Verdict } from "../../../../shared/verdicts.ts";
import { emptyLog } from "../../store/index.ts";
import { createBlockReader } from "./blocks.ts";
import { connect } from "./connect.ts";
import { createLookUps, type LookUps, segmentsOf } from "./look-ups.ts";
import { compact, rewrite } from "./merge.ts";
import { createNames } from "./names.ts";
import { searchAddresses } from "./search.ts";
import { createSingleChecks } from "./single-checks.ts";
import { type TakenColumns, writeSegment } from "./take.ts";
import { createUnanswered, type Unanswered } from "./unanswered.ts";

/** A single address that was checked. `at` in Unix milliseconds. */
export interface RememberedCheck {
  readonly address: string;
  readonly verdict: Verdict;
  readonly flags: readonly Flag[];
  readonly at: number;
}

/** Every verdict ever brought home, by scope and folded address. Written by worker threads only. */
export interface Archive extends LookUps {
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
  /** Single checks that were sent, and whose answers are not here. */
  readonly unanswered: Unanswered;
  /** Removes every single check of the address, in every scope, answered or not; answers how many there were. */
  forgetChecks(address: string): number;
  /** Removes all that a cleaning brought home. */
  forget(cleaningId: string): void;
  close(): void;
}

/** Opens (and, unless `readonly`, makes) the archive at `path`. It and its methods throw SQLite's errors. */
export function openArchive(path: string, options: { readonly: boolean } = { readonly: false }): Archive {
  const db = connect(path, options.readonly);
  const reader = createBlockReader(db);
  const names = createNames(db);
  const unanswered = createUnanswered(db, names);
  const checks = createSingleChecks(db, names, unanswered);
  const lookUps = createLookUps({ db, reader, names, checks });

  /** Other threads replace segments while this one reads: what is read together is read of one state. */
  function atOnce<T>(read: () => T): T {
    return db.transaction(read)();
  }

  /** Call it in a transaction. */
  function takeOut(cleaningId: string): void {
    const cleaning = names.cleaning(cleaningId);
    if (cleaning === null) return;
    const rows = db
      .prepare("SELECT id, scope FROM segments JOIN segment_cleanings ON segment = id WHERE cleaning = ?")
      .all(cleaning);
    for (const { id, scope } of z.array(z.object({ id: z.number(), scope: z.number() })).parse(rows)) {
      rewrite(db, scope, [id], (data, at) => data.cleaning[at] !== cleaning);
    }
    db.prepare("DELETE FROM taken WHERE cleaning = ?").run(cleaning);
    db.prepare("DELETE FROM cleanings WHERE number = ?").run(cleaning);
  }

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
        blocks: () => numbers.flatMap((number) => segmentsOf(db, number)).flatMap(reader.blocksOf),
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
    take(scope, cleaningId, ordinal, at, columns) {
      db.transaction(() => {
        if (archive.holds(cleaningId, ordinal)) return;
        const cleaning = names.makeCleaning(cleaningId);
        const number = names.makeScope(scope);
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
      emptyLog(db);
      return forgotten;
    },
    unanswered,
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
    close: () => db.close(),
  };
  return {
    ...archive,
    lookUp: (...given) => atOnce(() => lookUps.lookUp(...given)),
    lookUpOne: (...given) => atOnce(() => lookUps.lookUpOne(...given)),
    history: (...given) => atOnce(() => lookUps.history(...given)),
    holds: (...given) => atOnce(() => archive.holds(...given)),
  };
}
