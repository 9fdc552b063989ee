import type { CallOutput } from "./bridge.ts";
import { counted } from "./numbers.ts";

/** Returns what joining a team would share, before it is shared. */
export function sharingSentence({ mayWrite, shares }: CallOutput<"team.look">): string {
  const { verdicts, bounces, suppressed } = shares;
  if (!mayWrite) return "You receive only: nothing of this computer is shared.";
  if (verdicts + bounces + suppressed === 0)
    return "This computer has nothing to share yet. Verdicts, bounces and suppression lists from now on will be visible to your team.";
  return `${counted(verdicts, "verdict", "verdicts")}, ${counted(bounces, "bounce", "bounces")} and ${counted(suppressed, "suppressed entry", "suppressed entries")} of this computer will be visible to your team, and so will new ones.`;
}

export const OPEN_SCHEMA_SENTENCE =
  "Every login of this database may create functions in its schema 'public'. Winnow uses none of them, but other programs may. To end this, ask the database's administrator to run: REVOKE CREATE ON SCHEMA public FROM PUBLIC.";

/** Says that a batch was not exchanged. `time`: when it was shared; `null` if that is unknown. */
export function skippedSentence(member: string, time: string | null): string {
  return `Not used: what ${member} shared${time === null ? "" : ` at ${time}`}. It is damaged, or has more than 5,000,000 entries. Ask ${member} to share it again.`;
}

/** Says what taking back does. */
export const UNDO_SENTENCE =
  "It will be deleted on the server and on everyone's computer, except the member's own; it is not shared again from there. Lists that were already cleaned keep their verdicts.";
