import { z } from "zod";
import { foldAddress } from "../../../shared/addresses.ts";
import { emptyLog, type Journal } from "../store/index.ts";

/**
 * What became of addresses that were claimed for verification: `sent`, or about to be; `perhaps_charged`, a request that
 * charges left and its answer is not here; `charged`, and not all of their verdicts are here; `answered`, they are in the
 * archive; `released`, they were not charged and never will be by this claim.
 */
export const CLAIM_STATES = ["sent", "perhaps_charged", "charged", "answered", "released"] as const;
export type ClaimState = (typeof CLAIM_STATES)[number];

const claimSchema = z.object({
  cleaningId: z.string().nullable(),
  ordinal: z.int().nullable(),
  /** Folded. */
  address: z.string().nullable(),
  state: z.enum(CLAIM_STATES),
  isOpen: z.int().transform((open) => open === 1),
  at: z.number(),
});

/**
 * The claim of a cleaning's part on its addresses, or of a single check on one. Open: whoever claimed is not done with it.
 * `at`: when its state changed last, in Unix milliseconds.
 */
export type Claim = z.output<typeof claimSchema>;

/** A single check that was sent, and whose answer never came. `at` in Unix milliseconds. */
export interface UnansweredCheck {
  readonly address: string;
  readonly at: number;
}

/** A part that claims its addresses, before it is sent. */
export interface ClaimingPart {
  readonly ordinal: number;
  readonly addresses: number;
}

/**
 * The ledger: who claimed which addresses, and whether they were charged for. What a claim holds of a list stands in the
 * archive (`Archive.claim`), by cleaning and part.
 */
export interface Ledger {
  /** A cleaning's parts claim their addresses. Call it in the commit that begins the cleaning. */
  begin(scope: string, cleaningId: string, parts: readonly ClaimingPart[], at: number): void;
  /** A cleaning that claimed addresses in the archive does not begin: they are free, also where the archive still has them. */
  abandon(cleaningId: string): void;
  /**
   * How often claims were begun, and how often one that was over was opened again: whoever looks at the claims, and commits
   * later, knows by it whether they still are what was looked at.
   */
  opened(): { readonly begun: number; readonly again: number };
  /** Call it in the commit that moves the part. */
  mark(cleaningId: string, ordinal: number, state: ClaimState, isOpen: boolean, at: number): void;
  /** A single check is about to be sent: it is on disk when this returns. Answers its number. */
  sendCheck(scope: string, address: string, at: number): number;
  /** `unheard`: it may have been charged; otherwise nothing is left to be known of it. */
  endCheck(id: number, how: "answered" | "unsent" | "unheard"): void;
  /** All claims of the scope. What ended before `since` (Unix milliseconds) counts as released. */
  claims(scope: string, since: number): Claim[];
  /** Checks of the scope that ended without an answer since then, newest first. */
  unanswered(scope: string, since: number): UnansweredCheck[];
  /** How many checks of the address were never answered, in every scope. */
  unansweredOf(address: string): number;
  /** Removes those, and what others left behind; answers how many there were. */
  forgetChecks(address: string): number;
}

const COLUMNS = "cleaning_id AS cleaningId, ordinal, address, state, is_open AS isOpen, at";

const ABANDONED = { ordinal: null, address: null, state: "released", isOpen: false, at: 0 } as const;

/** The ledger in the journal. */
export function createLedger(journal: Journal): Ledger {
  const { db } = journal;
  const abandoned = new Set<string>();
  let begun = 0;
  let again = 0;
  const wasOpen = db.prepare("SELECT is_open FROM ledger WHERE cleaning_id = ? AND ordinal = ?").pluck();
  const claimsOf = (where: string, ...values: (string | number)[]) =>
    z.array(claimSchema).parse(db.prepare(`SELECT ${COLUMNS} FROM ledger WHERE ${where}`).all(...values));
  const OVER = "cleaning_id IS NULL AND is_open = 0";
  const ofAddress = (address: string) => claimsOf(`${OVER} AND address = ?`, foldAddress(address.trim()));

  return {
    begin(scope, cleaningId, parts, at) {
      const insert = db.prepare(
        "INSERT INTO ledger (scope, cleaning_id, ordinal, addresses, state, at) VALUES (?, ?, ?, ?, 'sent', ?)",
      );
      for (const { ordinal, addresses } of parts) insert.run(scope, cleaningId, ordinal, addresses, at);
      begun++;
    },
    opened: () => ({ begun, again }),
    abandon: (cleaningId) => void abandoned.add(cleaningId),
    mark(cleaningId, ordinal, state, isOpen, at) {
      if (isOpen && wasOpen.get(cleaningId, ordinal) === 0) again++;
      db.prepare(
        `UPDATE ledger SET state = @state, is_open = @isOpen, at = @at
         WHERE cleaning_id = @cleaningId AND ordinal = @ordinal AND (state <> @state OR is_open <> @isOpen)`,
      ).run({ cleaningId, ordinal, state, isOpen: isOpen ? 1 : 0, at });
    },
    sendCheck: (scope, address, at) =>
      journal.commit(() =>
        Number(
          db
            .prepare(
              "INSERT INTO ledger (scope, address, addresses, state, at) VALUES (?, ?, 1, 'perhaps_charged', ?)",
            )
            .run(scope, foldAddress(address.trim()), at).lastInsertRowid,
        ),
      ),
    endCheck(id, how) {
      // With an answer, nobody misses that of an earlier check any more.
      const statements = {
        answered: `DELETE FROM ledger WHERE id = @id OR (${OVER} AND (scope, address) =
          (SELECT scope, address FROM ledger WHERE id = @id))`,
        unsent: "DELETE FROM ledger WHERE id = @id",
        unheard: "UPDATE ledger SET is_open = 0 WHERE id = @id",
      };
      journal.commit(() => db.prepare(statements[how]).run({ id }));
    },
    claims: (scope, since) => [
      ...claimsOf("scope = ?", scope).map(
        (claim): Claim => (claim.isOpen || claim.at >= since ? claim : { ...claim, state: "released" }),
      ),
      ...[...abandoned].map((cleaningId): Claim => ({ ...ABANDONED, cleaningId })),
    ],
    unanswered: (scope, since) =>
      claimsOf(`${OVER} AND scope = ? AND at >= ? ORDER BY at DESC`, scope, since).flatMap(
        ({ address, at }) => (address === null ? [] : [{ address, at }]),
      ),
    unansweredOf: (address) => ofAddress(address).length,
    forgetChecks(address) {
      const forgotten = ofAddress(address).length;
      journal.commit(() => {
        // SQLite overwrites a row that is deleted, but not what it left behind on the page when it moved rows there
        // before. Whole pages that fall free it does overwrite.
        const kept = db
          .prepare(`SELECT * FROM ledger WHERE NOT (${OVER} AND address IS ?)`)
          .raw()
          .all(foldAddress(address.trim()));
        db.exec("DELETE FROM ledger");
        const insert = db.prepare("INSERT INTO ledger VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
        for (const row of kept) insert.run(row);
      });
      emptyLog(db);
      return forgotten;
    },
  };
}
