import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, expect, it, vi } from "vitest";
import { type Archive, openArchive } from "../../../../electron/engine/ledger/index.ts";
import { foldedColumns, lookupKeys } from "../../../../electron/engine/text/index.ts";
import { SOURCE_CODE } from "../../../../shared/verdicts.ts";
import { makeDataDir } from "../build-list.ts";

const NOW = Date.UTC(2026, 5, 1);
const ALL = { now: NOW, freshAfter: 0, freshAfterUnknown: 0 };
const KNOWN = Array.from({ length: 70 }, (_, i) => `known${i}@x.example`);

afterEach(() => {
  vi.restoreAllMocks();
});

function take(archive: Archive, cleaningId: string, ordinal: number, addresses: readonly string[]): void {
  archive.ingestPart("s", cleaningId, ordinal, NOW, {
    folded: foldedColumns(addresses),
    addresses: Uint32Array.from(addresses.keys()),
    missing: new Uint32Array(0),
    verdict: new Uint8Array(addresses.length).fill(1),
    flags: new Uint8Array(addresses.length),
    source: new Uint8Array(addresses.length).fill(SOURCE_CODE.service),
    verifiedAt: new Float64Array(addresses.length).fill(NOW),
  });
}

/** Creates an archive of seven runs of ten addresses; an eighth run makes it merge them. */
function createArchiveBeforeMerge() {
  const path = join(makeDataDir(), "archive.db");
  const writer = openArchive(path);
  for (let part = 1; part <= 7; part++) take(writer, "old", part, KNOWN.slice((part - 1) * 10, part * 10));
  const reader = openArchive(path, { readonly: true });
  return { writer, reader, addEighth: () => take(writer, "new", 1, ["new@x.example"]) };
}

/** Runs `write` just before the first statement that contains `part` is prepared. */
function interceptPrepare(part: string, write: () => void): { done(): boolean } {
  let isDone = false;
  const prepare = Database.prototype.prepare;
  vi.spyOn(Database.prototype, "prepare").mockImplementation(function (this: Database.Database, sql: string) {
    if (!isDone && sql.includes(part)) {
      isDone = true;
      write();
    }
    return prepare.call(this, sql);
  });
  return { done: () => isDone };
}

function searched(archive: Archive, text: string, between: () => void = () => {}): string[] {
  const steps = archive.search(text, 500, null);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    between();
  }
}

it("a lookup finds every known address while archive runs are merged", () => {
  const { bytes: addressText, ends: addressEnd } = foldedColumns(KNOWN);
  const asked: Record<string, (archive: Archive) => number> = {
    list: (archive) =>
      archive
        .lookUp("s", lookupKeys({ addressText, addressEnd }), ALL)
        .verdict.filter((verdict) => verdict === 1).length,
    one: (archive) => KNOWN.filter((address) => archive.lookUpOne("s", address, ALL) !== null).length,
    history: (archive) => archive.history(KNOWN, null).filter((own) => own.length === 1).length,
    search: (archive) => searched(archive, "known").length,
  };
  for (const [what, ask] of Object.entries(asked)) {
    const { writer, reader, addEighth } = createArchiveBeforeMerge();
    const write = interceptPrepare("FROM blocks", addEighth);
    expect([what, ask(reader), write.done()]).toEqual([what, KNOWN.length, true]);
    vi.restoreAllMocks();
    reader.close();
    writer.close();
  }
});
