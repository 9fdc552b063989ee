import type { CallOutput } from "../../shared/bridge.ts";
import { count, counted } from "../../shared/numbers.ts";
import {
  OPEN_SCHEMA_SENTENCE,
  sharingSentence,
  skippedSentence,
  UNDO_SENTENCE,
} from "../../shared/sharing.ts";

type Look = CallOutput<"team.look">;

function exchangedSentence(pushed: number, pulled: number): string | null {
  if (pushed + pulled === 0) return null;
  return `Shared ${counted(pushed, "fact", "facts")}, received ${count(pulled)}.`;
}

export const teamWords = {
  title: "Team",
  lead: "Share verdicts, bounces and suppression lists with colleagues through a PostgreSQL database that you run or rent: no one pays for an address that a colleague has verified. Lists, names, columns, files and keys stay on this computer.",
  connect: "Connect to your team's server",
  url: "Server",
  urlHelp:
    "Host, database and user are enough. A psql command, a JDBC URL or host=… user=… dbname=… is understood as well.",
  urlPlaceholder: "postgres://user@db.example.com/team",
  password: "Password",
  passwordHelp: (isKept: boolean) =>
    isKept
      ? "It is kept in this system's keychain."
      : "It cannot be kept in this system's keychain (see Accounts): you enter it again each time Winnow starts.",
  passwordAgain: "Leave it empty to use the stored one.",
  name: "Your name",
  nameHelp: "Your colleagues see it beside what you share.",
  ca: "Choose a CA file…",
  caHelp: "Only if the server's certificate is not from a public authority.",
  caChosen: (name: string) => `Certificate authority: ${name}`,
  caStored: "Only for a new certificate authority: the stored CA file is kept.",
  next: "Connect…",
  joinTitle: (server: string) => `Join the team on ${server}?`,
  createTitle: (server: string) => `Create a team on ${server}?`,
  join: (mayWrite: boolean) => (mayWrite ? "Share and join" : "Join"),
  create: "Create team and share",
  shares: sharingSentence,
  holds: ({ colleagues, facts }: Look) =>
    `You receive what the team knows: ${counted(facts, "verdict or other fact", "verdicts and other facts")}. ${colleagues.length === 0 ? "No one else has joined yet." : `Members: ${colleagues.join(", ")}.`}`,
  creates:
    "The database has no team yet. You will be its owner: only you admit and remove members, take back what they shared, erase people for everyone, and upgrade the team's data for a newer Winnow. Use a login that you will keep.",
  isOpen: OPEN_SCHEMA_SENTENCE,
  skipped: skippedSentence,
  staysHere: "Lists, names, columns, files and keys are not shared. The sandbox is not shared either.",
  as: (name: string) => `You are ${name}`,
  environment: "From WINNOW_TEAM_URL, for this run only",
  synced: (time: string) => `Last sync ${time}`,
  neverSynced: "Not synced yet",
  syncNow: "Sync now",
  /** Says that this computer has joined. `isNew`: the team was created for it. */
  joined: (isNew: boolean, pushed: number, pulled: number) =>
    `${isNew ? "The team is created." : "You have joined the team."} ${exchangedSentence(pushed, pulled) ?? "There was nothing to share yet."}`,
  exchanged: (pushed: number, pulled: number) =>
    exchangedSentence(pushed, pulled) ?? "Everything was up to date.",
  notSaved: "There is no keychain on this computer: the password is forgotten when Winnow closes.",
  members: "Members",
  member: "Name",
  shared: "Shared",
  received: "Received",
  never: "never",
  you: (name: string) => `${name} (you)`,
  reader: "receives only",
  behind: "not up to date",
  owner: "owner",
  verifying: (name: string, lists: number) => `${name} is verifying ${counted(lists, "list", "lists")} now.`,
  erasure: (day: string, waiting: readonly string[]) =>
    waiting.length === 0
      ? `Erasure of ${day}: carried out by everyone.`
      : `Erasure of ${day}: not yet carried out by ${waiting.join(", ")}.`,
  admit: "Admit a colleague…",
  admitTitle: "Admit a colleague",
  admitHelp:
    "The server's administrator creates a login for each colleague first. Once admitted, your colleague connects with it here.",
  login: "Login on the server",
  mayWrite: "May share",
  mayWriteHelp: "Off: receives what the team knows, and shares nothing.",
  admitDo: "Admit",
  admitted: (login: string) => `${login} may connect now.`,
  dismiss: (name: string) => `Remove ${name} from the team`,
  dismissTitle: (name: string) => `Remove ${name} from the team?`,
  dismissText:
    "What this member has shared stays until you take it back. The login can no longer read or write the team's data.",
  dismissDo: "Remove member",
  dismissed: (name: string) => `${name} is removed.`,
  undo: "Take back…",
  undoTitle: "Take back what a member has shared",
  undoText: UNDO_SENTENCE,
  undoMember: "Member",
  removed: (name: string) => `${name}, removed`,
  undoSince: "Only what arrived since",
  undoSinceHelp: "Empty: everything that the member has shared.",
  undoDo: "Take back",
  undone: (facts: number, name: string) =>
    facts === 0
      ? `${name} has shared nothing then.`
      : `Taken back: ${counted(facts, "entry", "entries")} that ${name} shared.`,
  /** An import of a colleague. */
  sharedBy: (name: string) => `Shared by ${name}`,
  reconnect: "Change connection…",
  reconnectTitle: "Connect to the team again",
  reconnectHelp: "With a new password, or on a new server that holds the same team's data.",
  reconnectDo: "Connect",
  restoreHelp:
    "Are the team's data on the server lost? Everything that this computer knows of your team can be restored there. Your colleagues then change their connection to it.",
  restoreDo: "Restore the team's data there",
  leave: "Leave…",
  leaveTitle: "Leave the team?",
  leaveText: "What you have shared stays with the team. Nothing more is shared or received.",
  removePulled: "Delete what colleagues have shared with this computer",
  removePulledHelp: "Off: it stays here and still saves credits.",
  leaveDo: "Leave team",
  left: (removed: boolean) =>
    removed
      ? "You have left the team. What colleagues shared is deleted here."
      : "You have left the team. What colleagues shared stays here.",
  enterPassword: "Enter password…",
  /** Effect of an erasure on the team. `owner`: the member who can erase there; `null` if it is this user. */
  erases: (owner: string | null) =>
    owner === null
      ? "It is also erased from your team's server and from your colleagues' computers."
      : `In your team, only the owner (${owner}) can erase it.`,
  erased: (waiting: readonly string[]) =>
    waiting.length === 0
      ? "It is also erased from your team's server."
      : `It is also erased from your team's server; the computers of ${waiting.join(", ")} follow.`,
  /** Starts a cleaning although the team's server cannot be asked. */
  startAnyway: "Start anyway",
} as const;
