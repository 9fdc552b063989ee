import { batchIn, type Claim, claimIn, cleaningOfClaim } from "../ledger/index.ts";
import type { TeamClaim } from "./claims.ts";
import { displayName } from "./members.ts";
import type { TeamRecords } from "./stored.ts";
import type { Synced } from "./sync.ts";

/** State of the team as of the last sync. */
export type TeamState = Pick<Synced, "claims" | "members" | "erasures" | "last"> & {
  /** Number of this member, version of the schema, login of the owner; `null` before the first sync. */
  readonly me: number | null;
  readonly schema: number | null;
  readonly owner: string | null;
};

const UNKNOWN: TeamState = {
  claims: [],
  members: [],
  erasures: [],
  last: 0,
  me: null,
  schema: null,
  owner: null,
};

/** Keeps the members and the claims of colleagues. */
export function createColleagues(records: TeamRecords) {
  let state = UNKNOWN;

  /** Returns the name of the member with this number. */
  function nameOf(member: number): string {
    const current = state.members.find(({ id }) => id === member);
    const stored = records.team()?.members.find(({ id }) => id === member);
    return current === undefined ? (stored?.name ?? "") : displayName(current);
  }

  return {
    nameOf,
    state: (): TeamState => state,
    /** Stores what a sync has read. Returns whether claims have changed. */
    update({ claims, members, erasures, last, me, schema, owner }: Synced): boolean {
      const before = state.claims;
      state = { claims, members, erasures, last, me, schema, owner };
      return JSON.stringify(before) !== JSON.stringify(claims);
    },
    forget(): void {
      state = UNKNOWN;
    },
    /** Returns whether verdicts are awaited that a colleague is paying for. */
    areVerifying: (): boolean => state.claims.some(({ isOpen }) => isOpen),
    mayWrite: (): boolean => state.members.find(({ id }) => id === state.me)?.mayWrite !== false,
    /** Returns the colleagues' claims in a scope, as the archive knows them. */
    claims: (scope: string): Claim[] => state.claims.filter((claim) => claim.scope === scope).map(asArchived),
    /** Returns the name of the colleague who shared what the archive stores as this cleaning; `null` for others. */
    memberOf(cleaningId: string): string | null {
      const batch = batchIn(cleaningId);
      if (batch !== null) return records.memberOf(batch);
      const isClaim = ({ id }: { readonly id: number }) => id === claimIn(cleaningId);
      const claim = state.claims.find(isClaim) ?? records.team()?.claims.find(isClaim);
      return claim === undefined ? null : nameOf(claim.member);
    },
  };
}

function asArchived({ id, cleaning, state, isOpen, lease }: TeamClaim): Claim {
  return {
    cleaningId: cleaningOfClaim({ id, cleaning }),
    ordinal: 1,
    address: null,
    // The colleague's computer may have been charged just before it went away.
    state: !isOpen && state === "sent" ? "perhaps_charged" : state,
    isOpen,
    at: lease,
  };
}
