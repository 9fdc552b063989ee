import { MAPPING_PREFIX } from "../../../shared/mapping.ts";
import { ok, type Result } from "../../../shared/result.ts";
import type { Layout } from "../store/index.ts";
import { SOURCES } from "../vocabularies/index.ts";
import { eachImport, USER } from "./import-store.ts";

interface Permission {
  readonly source: string;
  /** Unix ms. */
  readonly at: number;
  readonly position: number;
}

/** An opt-out, or an entry of a suppression list. `position`: that of its import. */
export type OptOut = Permission;

/** People who signed up again after they had been suppressed. */
export interface AllowedPeople {
  readonly isEmpty: boolean;
  /**
   * Returns whether an entry was allowed after an opt-out. The user's permission outweighs every source that was known
   * then, and older opt-outs that arrive later; a source's permission outweighs only its own opt-outs.
   */
  isAllowedAfter(entry: string, optOut: OptOut): boolean;
}

/** Only the user's decisions, mappings and exports with a time of consent contain permissions. */
const MAY_ALLOW = `kind = 'outcomes' AND (source = '${USER}' OR source LIKE '${MAPPING_PREFIX}%'
  OR source IN (${SOURCES.flatMap((one) => (one.kind !== "verdicts" && one.optIn ? [`'${one.id}'`] : [])).join()}))`;

/** A date without a time, or a time without a zone, may be a day later. */
const DAY = 24 * 3600_000;

/** Reads who was allowed again. Fails with `store_corrupt`. */
export function readAllowed(layout: Layout): Result<AllowedPeople> {
  const permissions = new Map<string, Permission[]>();
  const read = eachImport(layout, MAY_ALLOW, ({ source, at: assumed, position }, facts) => {
    for (let fact = 0; fact < facts.count; fact++) {
      if (facts.outcome(fact) !== "allowed") continue;
      const entry = facts.entry(fact);
      const permission = { source, at: facts.time(fact) ?? assumed, position };
      permissions.set(entry, [...(permissions.get(entry) ?? []), permission]);
    }
  });
  if (!read.ok) return read;
  const outweighs = (permission: Permission, { source, at, position }: OptOut) =>
    permission.source === USER
      ? permission.position > position || permission.at > at + DAY
      : permission.source === source && permission.at > at;
  return ok({
    isEmpty: permissions.size === 0,
    isAllowedAfter: (entry, optOut) =>
      permissions.get(entry)?.some((permission) => outweighs(permission, optOut)) === true,
  });
}
