import { z } from "zod";
import { count } from "../numbers.ts";
import { defineProblem, reasonSchema, wordingOf } from "./define-problem.ts";

const INVALID_URL = {
  not_a_url:
    "It must look like postgres://user@host:5432/database, or be a psql command, a JDBC URL or host=… user=… dbname=….",
  no_user: "It names no user.",
  no_database: "It names no database.",
  host: "Its host is not valid.",
} as const;
export type InvalidUrlReason = keyof typeof INVALID_URL;

const BAD_CERTIFICATE = {
  unknown_authority: "it was issued by an authority that this computer does not trust",
  other_host: "it was issued for another host",
  expired: "it has expired",
  invalid: "it is not valid",
} as const;
export type BadCertificateReason = keyof typeof BAD_CERTIFICATE;

const NOT_REACHED = {
  unknown_name: "was not found: no server has this name.",
  refused: "refuses connections.",
  silent: "did not respond.",
} as const;
export type NotReachedReason = keyof typeof NOT_REACHED;

const LOGIN_REFUSED = {
  password: "refused the user or the password",
  no_password: "asks for a password",
  not_allowed: "does not let this user in from this computer",
} as const;
export type LoginRefusedReason = keyof typeof LOGIN_REFUSED;

const server = { server: z.string() };

/** Problems with the team's PostgreSQL server. `server`: host and database, never with a password. */
export const teamProblems = {
  team_url_invalid: defineProblem("input", { why: reasonSchema(INVALID_URL) }, (v) => ({
    title: "This is not the URL of a team's server",
    detail: `${wordingOf(INVALID_URL, v.why, v) ?? ""} Nothing was sent.`,
    action:
      "Host, database and user are enough: postgres://user@host/database. Enter the password separately if it contains characters such as / # ? or @.",
  })),
  team_ca_invalid: defineProblem("input", {}, () => ({
    title: "The CA file cannot be used",
    detail: "It cannot be read, or it contains no certificate in PEM format. Nothing was sent.",
    action: "Choose the file again that the person who runs the server gave you.",
  })),
  team_insecure: defineProblem("input", server, (v) => ({
    title: "The connection to the team's server would not be encrypted",
    detail: `The URL turns encryption off, or ${v.server} does not offer it. The password was not sent.`,
    action: "Turn on TLS on the server, and remove 'sslmode=disable' from the URL.",
  })),
  team_certificate: defineProblem("input", { ...server, why: reasonSchema(BAD_CERTIFICATE) }, (v) => ({
    title: "The team's server has an untrusted certificate",
    detail: `The certificate of ${v.server} was refused: ${wordingOf(BAD_CERTIFICATE, v.why, v) ?? ""}. The password was not sent.`,
    action:
      v.why === "unknown_authority"
        ? "Choose the CA file of the server's operator, then try again."
        : "Ask the person who runs the server to renew the certificate, or check the host in the URL.",
  })),
  team_unreachable: defineProblem("network", { ...server, why: reasonSchema(NOT_REACHED) }, (v) => ({
    title: "The team's server can't be reached",
    detail: `${v.server} ${wordingOf(NOT_REACHED, v.why, v) ?? ""} Everything that is stored on this computer still works.`,
    action:
      v.why === "unknown_name"
        ? "Check the server's name and your connection."
        : "Check your connection, and whether the server is running.",
  })),
  team_login: defineProblem("account", { ...server, why: reasonSchema(LOGIN_REFUSED) }, (v) => ({
    title: "The team's server does not let you in",
    detail: `${v.server} ${wordingOf(LOGIN_REFUSED, v.why, v) ?? ""}. Nothing was shared.`,
    action:
      v.why === "not_allowed"
        ? "Ask the person who runs the server to check the login and the server's access list (pg_hba.conf)."
        : "Enter the password, or ask the person who runs the server for a new one.",
  })),
  team_not_member: defineProblem("account", { ...server, user: z.string() }, (v) => ({
    title: "This user is not a member of the team",
    detail: `'${v.user}' may log in to ${v.server}, but is not a member of the team there. Nothing was shared.`,
    action: `Ask the owner of the team to admit '${v.user}', or leave the team.`,
  })),
  team_not_owner: defineProblem("account", { ...server, user: z.string() }, (v) => ({
    title: "Only the owner of the team may do this",
    detail: `'${v.user}' may not change the team on ${v.server}. Nothing was changed.`,
    action: "Use the login of the person who created the team.",
  })),
  team_create_denied: defineProblem("account", { ...server, user: z.string() }, (v) => ({
    title: "This user may not create a team here",
    detail: `'${v.user}' may not create tables on ${v.server}. Nothing was changed.`,
    action: `Ask the database's administrator for the right: GRANT CREATE ON DATABASE … TO "${v.user}".`,
  })),
  team_encoding: defineProblem("input", server, (v) => ({
    title: "The database cannot store every address",
    detail: `The encoding of ${v.server} is not UTF-8. Nothing was changed.`,
    action:
      "Ask the database's administrator for one that is: CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0.",
  })),
  import_of_colleague: defineProblem("input", {}, () => ({
    title: "This belongs to a colleague",
    detail: "A colleague shared it with your team. Nothing was removed.",
    action: "Ask the colleague to remove it: that removes it for the whole team.",
  })),
  team_owner_stays: defineProblem("input", {}, () => ({
    title: "The owner cannot be removed from the team",
    detail:
      "Only the owner can upgrade the team's data, erase people and admit members. Nothing was changed.",
    action: "To stop sharing on this computer, leave the team instead.",
  })),
  team_login_unknown: defineProblem("input", { ...server, login: z.string() }, (v) => ({
    title: `${v.server} has no login named '${v.login}'`,
    detail: "Members need a login of the PostgreSQL server. Nothing was changed.",
    action: "Create the login on the server first, or check its spelling.",
  })),
  team_member_unknown: defineProblem("input", { ...server, login: z.string() }, (v) => ({
    title: `No member of the team has the login '${v.login}'`,
    detail: `The team on ${v.server} was not changed.`,
    action: "Check its spelling: it stands beside each member's name.",
  })),
  /** `owner`: name of the member who may erase. */
  erase_team_owner: defineProblem("unfinished", { owner: z.string() }, (v) => ({
    title: "Your team still has these people",
    detail: `They are erased on this computer. Only the owner of the team${v.owner === "" ? "" : `, ${v.owner},`} can erase them on the team's server and on your colleagues' computers.`,
    action: "Ask the owner to erase them too.",
  })),
  /** The team's server must be asked before anything is erased. */
  erase_team_away: defineProblem("network", server, (v) => ({
    title: "Nothing was erased yet: your team's server can't be asked",
    detail: `Your team on ${v.server} may have these people too. They are still on this computer.`,
    action: "Erase them when the server can be reached again, or leave the team first.",
  })),
  allow_team_owner: defineProblem("refused", { owner: z.string() }, (v) => ({
    title: "Only the owner of your team can let them back in",
    detail: `The request to erase them counts for the whole team${v.owner === "" ? "" : `, whose owner is ${v.owner}`}. Nothing was changed.`,
    action: "Ask the owner to let them back in.",
  })),
  allow_team_away: defineProblem("network", server, (v) => ({
    title: "Nothing was changed: your team's server can't be asked",
    detail: `The request to erase them counts for your team on ${v.server} too.`,
    action: "Try again when the server can be reached, or leave the team first.",
  })),
  /** Shown when an erasure of the team has been carried out on this computer. */
  team_has_erased: defineProblem("service", {}, () => ({
    title: "Your team has erased people",
    detail: "They are erased from every list, result and import on this computer, too.",
    action: "",
  })),
  team_missing: defineProblem("input", server, (v) => ({
    title: "There is no team on this server yet",
    detail: `The database of ${v.server} holds no team's data. Nothing was shared.`,
    action: "Check the name of the database, or create the team there.",
  })),
  team_database_missing: defineProblem("input", { ...server, database: z.string() }, (v) => ({
    title: `The server has no database '${v.database}'`,
    detail: `The server was reached, but ${v.server} does not exist. Nothing was shared.`,
    action: `Check the name of the database, or ask the person who runs the server to create it: CREATE DATABASE "${v.database}" ENCODING 'UTF8' TEMPLATE template0.`,
  })),
  team_exists: defineProblem("input", server, (v) => ({
    title: "There is already a team on this server",
    detail: `The database of ${v.server} holds a team's data already. It was not changed.`,
    action: "Join that team, or use another database.",
  })),
  team_replaced: defineProblem("input", server, (v) => ({
    title: "This is another team's data",
    detail: `${v.server} now holds the data of a team that this computer has not joined. Nothing was shared.`,
    action: "Check the name of the database. To join this team instead, leave the old one first.",
  })),
  /** A colleague has claimed addresses of a cleaning whose lease expired before it was charged. */
  team_taken_over: defineProblem("service", {}, () => ({
    title: "A colleague is verifying these addresses",
    detail:
      "This computer was away from your team's server for so long that a colleague has started to verify some of the same addresses. Nothing more was charged here.",
    action: "Clean the list again: what your team has verified costs nothing.",
  })),
  /** The server cannot be asked whether a colleague is verifying the same addresses. */
  team_unasked: defineProblem("network", server, (v) => ({
    title: "Your team's server can't be reached",
    detail: `${v.server} can't be asked. If a colleague is verifying the same addresses now, both of you pay.`,
    action: "Start anyway, or try again when the server is back.",
  })),
  /** The server responds, but what the team knows could not be read. */
  team_unsynced: defineProblem("service", server, (v) => ({
    title: "What your team knows can't be read",
    detail: `Winnow can't exchange data with ${v.server}, and does not know what colleagues verify or have paid for. Nothing was charged.`,
    action:
      "Start anyway only if no colleague has verified these addresses. The team's settings show the reason.",
  })),
  team_password_missing: defineProblem("account", server, (v) => ({
    title: "The password of your team's server is missing",
    detail: `This computer's keychain does not have the password for ${v.server}. Nothing was shared.`,
    action: "Change the connection to enter it again.",
  })),
  team_not_joined: defineProblem("input", {}, () => ({
    title: "You did not join the team",
    detail: "Nothing was shared.",
    action: "",
  })),
  team_none: defineProblem("input", {}, () => ({
    title: "This computer is not in a team",
    detail: "Nothing is shared with anyone.",
    action: "Connect to a team's server first.",
  })),
  team_newer: defineProblem("input", server, (v) => ({
    title: "The team uses a newer Winnow",
    detail: `The team's data on ${v.server} were updated by a newer version than this one. Nothing was changed.`,
    action: "Install the newest version of Winnow.",
  })),
  team_disk_full: defineProblem("network", server, (v) => ({
    title: "The disk of the team's server is full",
    detail: `${v.server} could not store anything. Nothing is lost: what you learned stays here and is shared later.`,
    action: "Ask the person who runs the server to free some space. Winnow tries again by itself.",
  })),
  team_busy: defineProblem("network", server, (v) => ({
    title: "The team's data are in use",
    detail: `Another member's Winnow did not finish on ${v.server} in time. Nothing was changed.`,
    action: "Try again in a minute. If it continues, the person who runs the server can end that connection.",
  })),
  team_limit: defineProblem("input", server, (v) => ({
    title: "This is too much for the team's server",
    detail: `${v.server} takes at most 5,000,000 addresses at once and 10,000 claims of a member. Nothing was charged.`,
    action: "Clean the list in smaller pieces.",
  })),
  team_malformed: defineProblem("service", server, (v) => ({
    title: "Winnow does not understand the team's server",
    detail: `${v.server} returned data that Winnow can't read. Nothing of it was used.`,
    action: "Ask the person who runs the server whether the team's tables were changed.",
  })),
  /** `code`: the SQLSTATE of an error without words of its own. */
  team_failed: defineProblem("service", { ...server, code: z.string() }, (v) => ({
    title: "The team's server returned an error",
    detail: `${v.server} could not do what Winnow asked (PostgreSQL ${v.code}). Everything that is stored on this computer is safe.`,
    action: "Try again later. If it continues, send this code to the person who runs the server.",
  })),
  team_version_unsupported: defineProblem("input", { ...server, version: z.int() }, (v) => ({
    title: "The team's server is too old",
    detail: `${v.server} runs PostgreSQL ${count(v.version)}. Winnow needs version 14 or newer.`,
    action: "Update the server, or use another one.",
  })),
} as const;
