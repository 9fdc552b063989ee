import Database from "better-sqlite3";
import { z } from "zod";
import { openArchive } from "../../../electron/engine/ledger/index.ts";
import { SCOPE } from "../engine.ts";
import { rowAddress } from "../workload/rows.ts";
import { asProcess, timed } from "./as-process.ts";

/**
 * Fills Winnow's archive (through its own code, in batches of half a million verdicts) and an indexed table with the
 * same addresses: those of `addresses` workload rows starting at row `from`.
 */
const inputSchema = z.object({
  archive: z.string(),
  database: z.string(),
  addresses: z.int(),
  from: z.int(),
  at: z.number(),
});
const BATCH = 500_000;
const DELIVERABLE = 1;

await asProcess(inputSchema, async ({ archive, database, addresses, from, at }) => {
  const { measured } = await timed(async () => {
    const db = new Database(database);
    db.exec("CREATE TABLE archive (address TEXT NOT NULL, verdict INTEGER, flags INTEGER, at INTEGER)");
    const insert = db.prepare("INSERT INTO archive VALUES (?, ?, 0, ?)");
    let row = from;
    for (let ordinal = 1; ordinal * BATCH <= addresses; ordinal++) {
      const batch: string[] = [];
      for (; batch.length < BATCH; row++) {
        const { kind, text } = rowAddress(row);
        if (kind === "first") batch.push(text);
      }
      take(archive, ordinal, batch, at);
      db.transaction(() => {
        for (const address of batch) insert.run(address, DELIVERABLE, at);
      })();
    }
    db.exec("CREATE UNIQUE INDEX archive_address ON archive (address)");
    db.close();
  });
  return { ...measured, found: null };
});

function take(path: string, ordinal: number, batch: readonly string[], at: number): void {
  const bytes = Buffer.from(batch.join(""), "latin1");
  let end = 0;
  const ends = Uint32Array.from(batch, (address) => {
    end += address.length;
    return end;
  });
  const archive = openArchive(path);
  archive.ingestPart(SCOPE, "earlier", ordinal, at, {
    folded: { bytes, ends },
    addresses: Uint32Array.from(batch.keys()),
    missing: new Uint32Array(0),
    verdict: new Uint8Array(batch.length).fill(DELIVERABLE),
    flags: new Uint8Array(batch.length),
    source: new Uint8Array(batch.length).fill(1),
    verifiedAt: new Float64Array(batch.length).fill(at),
  });
  archive.close();
}
