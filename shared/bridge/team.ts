import { z } from "zod";
import { problemSchema } from "../problems.ts";
import { call } from "./call.ts";

/** A connection to the team's server. */
const teamConnectionSchema = z.object({
  /** `postgres://user:password@host/database`. */
  url: z.string().trim().max(2000),
  /** Used if the URL has none. */
  password: z.string().max(1000).optional(),
  /** Certificates of the authorities that the server's one is verified with, as PEM. Overrides `sslrootcert`. */
  ca: z.string().max(1_000_000).optional(),
});

const teamMemberSchema = z.object({
  /** Name that the member chose, or the login before that. */
  name: z.string(),
  login: z.string(),
  isYou: z.boolean(),
  /** `false` for readers, who see the team's facts and share none. */
  mayWrite: z.boolean(),
  isRemoved: z.boolean(),
  /** Unix ms; `null` if never. */
  pushedAt: z.number().nullable(),
  pulledAt: z.number().nullable(),
  /** `true` for the member who may admit and remove others, and erase people. */
  isOwner: z.boolean(),
  /** Batches on the server that the member has not pulled yet. */
  lag: z.int(),
});

export const teamSchema = z.object({
  /** Host and database. */
  server: z.string(),
  /** URL of the server with the login, without a password. */
  url: z.string(),
  /** Login at the server. */
  user: z.string(),
  name: z.string(),
  /** `true` if the connection is from WINNOW_TEAM_URL, for this run only. */
  fromEnvironment: z.boolean(),
  /** `true` if this member may admit and remove others, and erase people. */
  isOwner: z.boolean(),
  members: z.array(teamMemberSchema),
  /** Version of the server's schema; `null` before the first sync. */
  schema: z.int().nullable(),
  /** Claims of colleagues that are in progress, by member. */
  verifying: z.array(z.object({ name: z.string(), lists: z.int() })),
  /** Erasures, and on whose computers they have been carried out. `at`: Unix ms. */
  erasures: z.array(
    z.object({ at: z.number(), confirmed: z.array(z.string()), waiting: z.array(z.string()) }),
  ),
  /**
   * Batches that were skipped because their data are damaged or too large. `member`: name of who shared the batch. `at`:
   * when, in Unix ms; 0 if unknown.
   */
  skipped: z.array(z.object({ member: z.string(), at: z.number() })),
  /** Last successful sync, in Unix ms; `null` if never. */
  syncedAt: z.number().nullable(),
  /** Why the last sync failed; `null` if it did not. */
  problem: problemSchema.nullable(),
});
export type Team = z.infer<typeof teamSchema>;

/** Numbers of facts that joining would share. */
const sharedCountsSchema = z.object({ verdicts: z.int(), bounces: z.int(), suppressed: z.int() });

export const teamCalls = {
  /** Returns the team that this computer has joined; `null` if none. */
  "team.get": call(z.object({}), z.object({ team: teamSchema.nullable() })),
  /**
   * Connects without changing anything. Returns what joining would share, and how many facts the team has; `exists` is
   * `false` if the schema must be created first. Problems: all of `team_*` that a connection can cause.
   */
  "team.look": call(
    teamConnectionSchema,
    z.object({
      server: z.string(),
      user: z.string(),
      exists: z.boolean(),
      /** `false` for readers, who share nothing. */
      mayWrite: z.boolean(),
      /** Names of the members who have joined. */
      colleagues: z.array(z.string()),
      facts: z.int(),
      /** `true` if every login may create functions in the schema `public`. */
      isPublicOpen: z.boolean(),
      shares: sharedCountsSchema,
    }),
  ),
  /** Cancels every `team.look`, `team.create` and `team.join` in progress; they fail with `cancelled`. */
  "team.cancel": call(z.object({}), z.object({})),
  /**
   * Creates the team's schema in the database. `fromHere`: for the team that this computer has joined, whose server is
   * lost; join it with `fromHere` then. Problems: `team_exists`, `team_create_denied`, `team_encoding`, `team_none`,
   * those of a connection.
   */
  "team.create": call(teamConnectionSchema.extend({ fromHere: z.boolean().optional() }), z.object({})),
  /**
   * Joins the team and exchanges all facts. A computer that has joined already may join the same team on another server.
   * `fromHere`: the server is new and gets everything that is known here. `forRun`: for this run only; neither URL nor
   * password are stored.
   * Problems: those of a connection, `team_not_member`, `team_replaced`.
   */
  "team.join": call(
    teamConnectionSchema.extend({
      name: z.string().trim().max(80),
      fromHere: z.boolean().optional(),
      forRun: z.boolean().optional(),
    }),
    z.object({
      team: teamSchema,
      pushed: z.int(),
      pulled: z.int(),
      /** `false` if the password is forgotten when Winnow closes: there is no keychain, or `forRun`. */
      isPasswordSaved: z.boolean(),
    }),
  ),
  /** Exchanges facts now. Problems: `team_none`, those of a connection. */
  "team.sync": call(z.object({}), z.object({ pushed: z.int(), pulled: z.int() })),
  /** Leaves the team. With `remove`, deletes what was pulled. What was shared stays with the team. */
  "team.leave": call(z.object({ remove: z.boolean() }), z.object({})),
  /** Lets a login of the server use the team's data. Only for the owner. Problems: `team_not_owner`. */
  "team.admit": call(
    z.object({ login: z.string().trim().min(1).max(63), mayWrite: z.boolean() }),
    z.object({}),
  ),
  /** Ends a member's access. Only for the owner. Problems: `team_not_owner`, `team_member_unknown`, `team_owner_stays`. */
  "team.dismiss": call(z.object({ login: z.string().trim().min(1).max(63) }), z.object({})),
  /**
   * Takes back what a member has shared, everywhere: everything, or what arrived since a time (Unix ms). Only for the
   * owner. Problems: `team_not_owner`, `team_member_unknown`.
   */
  "team.undo": call(
    z.object({ login: z.string().trim().min(1).max(63), since: z.number().optional() }),
    z.object({ facts: z.int() }),
  ),
} as const;
