import { z } from "zod";
import { timelineEntrySchema } from "../../../shared/bridge/cleanings.ts";
import { type CleaningRow, createCleaningRows, type NewCleaning, parsedJson } from "../catalog/index.ts";
import type { Journal } from "../store/index.ts";
import { type PartRecord, partRecordSchema, storedPart } from "./part/record.ts";
import { type Reason, reasonInWords, storedReason } from "./reasons.ts";

const partRowSchema = z.object({
  cleaning_id: z.string(),
  ordinal: z.int(),
  bytes: z.number(),
  record: parsedJson(partRecordSchema),
});
export interface PartRow {
  readonly cleaningId: string;
  readonly ordinal: number;
  readonly bytes: number;
  readonly record: PartRecord;
}

/** Accessors of cleanings, parts and timeline in the journal. Synchronous; wrap writes in `commit`. */
export function createRecords(journal: Journal) {
  const { db } = journal;
  const cleanings = createCleaningRows(journal);
  const statements = {
    parts: db.prepare("SELECT * FROM parts WHERE cleaning_id = ? ORDER BY ordinal"),
    part: db.prepare("SELECT * FROM parts WHERE cleaning_id = ? AND ordinal = ?"),
    savePart: db.prepare(
      "UPDATE parts SET state = ?, job_id = ?, record = ?, updated_at = ? WHERE cleaning_id = ? AND ordinal = ?",
    ),
    note: db.prepare(
      "INSERT INTO journal (cleaning_id, ordinal, at, from_state, to_state, why) VALUES (?, ?, ?, ?, ?, ?)",
    ),
    timeline: db.prepare(
      "SELECT at, ordinal AS part, from_state AS [from], to_state AS [to], why FROM journal WHERE cleaning_id = ? ORDER BY id",
    ),
    unremoved: db.prepare(
      `SELECT * FROM parts
       WHERE state IN ('cancelled', 'done', 'failed', 'gone') AND json_valid(record)
         AND job_id IS NOT NULL AND json_extract(record, '$.atService') = 1
         AND (state = 'cancelled' OR (state = 'done' AND json_extract(record, '$.removal') = 1))
       ORDER BY updated_at`,
    ),
  };
  const parsePart = (row: unknown): PartRow => {
    const { cleaning_id, ordinal, bytes, record } = partRowSchema.parse(row);
    return { cleaningId: cleaning_id, ordinal, bytes, record };
  };

  return {
    ...cleanings,
    parts: (id: string): PartRow[] => statements.parts.all(id).map(parsePart),
    part(id: string, ordinal: number): PartRow | null {
      const row = statements.part.get(id, ordinal);
      return row === undefined ? null : parsePart(row);
    },
    timeline: (id: string) =>
      statements.timeline
        .all(id)
        .map((row) => timelineEntrySchema.parse(row))
        .map((entry) => ({ ...entry, why: reasonInWords(entry.why) })),
    /** Returns the cancelled parts, and the parts to delete after fetching, whose lists may still be at the service. */
    unremoved: (): PartRow[] => statements.unremoved.all().map(parsePart),
    insert(cleaning: NewCleaning, parts: readonly Omit<PartRow, "cleaningId">[], at: number): void {
      cleanings.insertCleaning(cleaning);
      const insert = db.prepare(
        "INSERT INTO parts (cleaning_id, ordinal, addresses, bytes, state, record, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
      );
      for (const { ordinal, bytes, record } of parts) {
        insert.run(cleaning.id, ordinal, record.addresses, bytes, record.state.kind, storedPart(record), at);
      }
    },
    savePart(id: string, ordinal: number, record: PartRecord, at: number): void {
      const jobId = "jobId" in record.state ? record.state.jobId : null;
      statements.savePart.run(record.state.kind, jobId, storedPart(record), at, id, ordinal);
    },
    note(id: string, ordinal: number | null, at: number, from: string | null, to: string, why: Reason): void {
      statements.note.run(id, ordinal, at, from, to, storedReason(why));
    },
  };
}
export type Records = ReturnType<typeof createRecords>;

const countSchema = z.object({ name: z.string().nullable(), n: z.int() });
const stepSchema = z.object({
  at: z.int(),
  ordinal: z.int().nullable(),
  from_state: z.string().nullable(),
  to_state: z.string(),
});

/** Returns states and codes of parts, and the last 200 steps, without any private data. */
export function partDiagnostics({ db }: Pick<Journal, "db">) {
  const counts = (sql: string) =>
    db
      .prepare(sql)
      .all()
      .map((row) => countSchema.parse(row));
  return {
    parts: counts("SELECT state AS name, count(*) AS n FROM parts GROUP BY state"),
    problems: counts(
      "SELECT json_extract(record, '$.problem.code') AS name, count(*) AS n FROM parts GROUP BY name",
    ),
    timeline: db
      .prepare("SELECT at, ordinal, from_state, to_state FROM journal ORDER BY id DESC LIMIT 200")
      .all()
      .map((row) => stepSchema.parse(row)),
  };
}

/** Marks a cleaning as active and watched because one of its parts moves. Call it in the same commit. */
export function putUnderWay(records: Records, row: CleaningRow, now: number): void {
  if (!row.watching) records.setWatching(row.id, true);
  if (row.state === "active") return;
  records.reopen(row);
  records.note(row.id, null, now, row.state, "active", "released");
}
