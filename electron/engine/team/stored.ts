import { randomUUID } from "node:crypto";
import { z } from "zod";
import { createStoredValues, type Journal } from "../store/index.ts";
import type { KnownBatch } from "./pull.ts";

const storedSchema = z.object({
  /** Id of the log; `null` before the first sync. */
  logId: z.string().nullable(),
  /** Last pulled batch; `null` if none. */
  cursor: z.object({ number: z.int(), id: z.string() }).nullable(),
  /** URL of the server without the password; `null` if only WINNOW_TEAM_URL names it. */
  url: z.string().nullable(),
  /** Certificate authorities of the server, as PEM; `null` for the system's. */
  ca: z.string().nullable(),
  /** Number of the last erasure that has been carried out here. */
  erased: z.int(),
  /** Name shown to the other members; `null` for the one that the server has. */
  name: z.string().nullable(),
  syncedAt: z.number().nullable(),
  members: z.array(z.object({ id: z.int(), name: z.string() })),
  /** Colleagues' claims at the last sync, by the number of their member. */
  claims: z.array(z.object({ id: z.int(), member: z.int() })),
  /** Batches that were not taken in. `at`: when they were pushed, in Unix ms. */
  skipped: z.array(z.object({ number: z.int(), member: z.string(), at: z.number() })).default([]),
});
/** The team that this data folder belongs to. Times are in Unix ms. */
export type StoredTeam = z.output<typeof storedSchema>;

const NAME = "team";
const DEVICE = "team device";
const SECRET = "team secret";
const batchesSchema = z.array(
  z.object({ id: z.string(), number: z.int(), member: z.string(), key: z.string().nullable() }),
);

/** Accessors of the team's state in the journal. Synchronous; wrap writes in `commit`. */
export type TeamRecords = ReturnType<typeof createTeamRecords>;

export function createTeamRecords(journal: Journal) {
  const { db } = journal;
  const values = createStoredValues(journal);
  const put = db.prepare(
    `INSERT INTO shared_batches (id, number, member, pushed_key) VALUES (@id, @number, @member, @key)
     ON CONFLICT (id) DO UPDATE SET number = excluded.number, pushed_key = coalesce(pushed_key, excluded.pushed_key)`,
  );
  const miss = db.prepare("UPDATE shared_batches SET number = 0 WHERE id = ?");
  const disown = db.prepare("UPDATE shared_batches SET pushed_key = NULL WHERE id = ?");
  const memberOf = db.prepare("SELECT member FROM shared_batches WHERE id = ?").pluck();

  function madeOnce(name: string): string {
    const stored = z.uuid().safeParse(values.read(name));
    if (stored.success) return stored.data;
    const made = randomUUID();
    journal.commit(() => values.write(name, made));
    return made;
  }

  return {
    /** Returns the joined team; `null` if none was joined or its stored state is damaged. */
    team: (): StoredTeam | null =>
      storedSchema
        .nullable()
        .catch(null)
        .parse(values.read(NAME) ?? null),
    setTeam: (team: StoredTeam | null): void => values.write(NAME, team),
    /** Returns whether a team is stored, also one that can't be read. */
    isStored: (): boolean => (values.read(NAME) ?? null) !== null,
    /** Returns the id of this data folder in all teams: claims of an earlier membership stay its own. */
    device: () => madeOnce(DEVICE),
    /** Returns what only this data folder and its copies know. */
    secret: () => madeOnce(SECRET),
    batches: (): KnownBatch[] =>
      batchesSchema.parse(
        db.prepare("SELECT id, number, member, pushed_key AS key FROM shared_batches").all(),
      ),
    putBatches(batches: readonly KnownBatch[]): void {
      for (const batch of batches) put.run(batch);
    },
    /** Notes that batches were taken back: they are not pushed again, also if the server loses them. */
    takeBack(ids: readonly string[]): void {
      for (const id of ids) disown.run(id);
    },
    /** Notes that the server has lost these batches. */
    missBatches(ids: readonly string[]): void {
      for (const id of ids) miss.run(id);
    },
    /** Notes that the server has no batch: its data are to be rebuilt from here. */
    missAllBatches: (): void => void db.prepare("UPDATE shared_batches SET number = 0").run(),
    /** Forgets all batches. */
    clearBatches: (): void => void db.prepare("DELETE FROM shared_batches").run(),
    /** Returns the name of the member who pushed a batch; `null` if it is unknown. */
    memberOf: (batchId: string): string | null =>
      z
        .string()
        .nullable()
        .parse(memberOf.get(batchId) ?? null),
  };
}
