import { z } from "zod";
import { foldAddress } from "../../../shared/fold-addresses.ts";
import { deleteSecurely, type Journal, truncateWal } from "../store/index.ts";

/**
 * States of a claim: `sent` (or about to be); `perhaps_charged` (a charging request left, its response is missing);
 * `charged` (some verdicts are missing); `answered` (all verdicts are in the archive); `released` (never charged).
 */
export const CLAIM_STATES = ["sent", "perhaps_charged", "charged", "answered", "released"] as const;
export type ClaimState = (typeof CLAIM_STATES)[number];

const claimSchema = z.object({
  cleaningId: z.string().nullable(),
  ordinal: z.int().nullable(),
  address: z.string().nullable(),
  state: z.enum(CLAIM_STATES),
  isOpen: z.int().transform((open) => open === 1),
  at: z.number(),
});

/**
 * Claim of a cleaning's part on its addresses, or of a single check on one address. `isOpen`: still in progress. `at`:
 * last change of state, in Unix ms.
 */
export type Claim = z.output<typeof claimSchema>;

const partClaimSchema = z.object({
  scope: z.string(),
  cleaningId: z.string(),
  ordinal: z.int(),
  state: z.enum(CLAIM_STATES),
  isOpen: z.int().transform((open) => open === 1),
});
/** State of a part's claim in the ledger. */
export type PartClaim = z.output<typeof partClaimSchema>;

/** A sent single check without an answer. `at` is in Unix ms. */
export interface UnansweredCheck {
  readonly address: string;
  readonly at: number;
}

/** A part whose addresses are claimed before it is sent. */
export interface ClaimingPart {
  readonly ordinal: number;
  readonly addresses: number;
}

/** Claims on addresses and their charges. A part's addresses are in the archive (`Archive.claim`). */
export interface Ledger {
  /** Claims the addresses of a cleaning's parts. Call it in the commit that starts the cleaning. */
  begin(scope: string, cleaningId: string, parts: readonly ClaimingPart[], at: number): void;
  /** Releases the claims of a cleaning that does not start, even if the archive still holds them. */
  abandon(cleaningId: string): void;
  /** Returns counters of started and reopened claims. Compare them before a commit to detect changed claims. */
  opened(): { readonly begun: number; readonly again: number };
  /** Updates a part's claim. Call it in the commit that moves the part. */
  mark(cleaningId: string, ordinal: number, state: ClaimState, isOpen: boolean, at: number): void;
  /** Claims an address before a single check; durable when it returns. Returns the claim's id. */
  claimCheck(scope: string, address: string, at: number): number;
  /** Ends a check's claim. `unheard`: it may have been charged; the others delete the claim. */
  endCheck(id: number, how: "answered" | "unsent" | "unheard"): void;
  /** Returns all claims of the scope, also of the team. Those closed before `since` (Unix ms) count as released. */
  claims(scope: string, since: number): Claim[];
  /** Returns the claims of all parts of cleanings. */
  ofParts(): PartClaim[];
  /** Returns the scope's checks that ended without an answer after `since` (Unix ms), newest first. */
  unanswered(scope: string, since: number): UnansweredCheck[];
  unansweredOf(address: string): number;
  /** Deletes these checks and their remnants in the file. Returns their number. */
  forgetChecks(address: string): number;
}

const COLUMNS = "cleaning_id AS cleaningId, ordinal, address, state, is_open AS isOpen, at";

const ABANDONED = { ordinal: null, address: null, state: "released", isOpen: false, at: 0 } as const;

/** Creates the ledger. `ofTeam` returns the colleagues' claims in a scope. */
export function createLedger(
  journal: Journal,
  ofTeam: (scope: string) => readonly Claim[] = () => [],
): Ledger {
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
    claimCheck: (scope, address, at) =>
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
      // An answer also settles earlier unanswered checks of the address.
      const statements = {
        answered: `DELETE FROM ledger WHERE id = @id OR (${OVER} AND (scope, address) =
          (SELECT scope, address FROM ledger WHERE id = @id))`,
        unsent: "DELETE FROM ledger WHERE id = @id",
        unheard: "UPDATE ledger SET is_open = 0 WHERE id = @id",
      };
      journal.commit(() => db.prepare(statements[how]).run({ id }));
    },
    ofParts: () =>
      z.array(partClaimSchema).parse(
        db
          .prepare(
            `SELECT scope, cleaning_id AS cleaningId, ordinal, state, is_open AS isOpen FROM ledger
             WHERE cleaning_id IS NOT NULL`,
          )
          .all(),
      ),
    claims: (scope, since) => [
      ...[...claimsOf("scope = ?", scope), ...ofTeam(scope)].map(
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
      const folded = foldAddress(address.trim());
      journal.commit(() => {
        deleteSecurely(
          db,
          "ledger",
          (row) => row.cleaning_id === null && row.is_open === 0 && row.address === folded,
        );
      });
      truncateWal(db);
      return forgotten;
    },
  };
}
