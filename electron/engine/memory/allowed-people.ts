import { ok, type Result } from "../../../shared/result.ts";
import type { Layout } from "../store/index.ts";
import { eachImport, USER } from "./import-store.ts";

interface Permission {
  /** The source that says so; {@link USER} for the user, whose permission outweighs every source. */
  readonly source: string;
  /** Unix ms. */
  readonly at: number;
}

/** People who signed up again after they had been suppressed. */
export interface AllowedPeople {
  readonly isEmpty: boolean;
  /** Returns whether an entry was allowed after `time` (Unix ms), by the user or by `source` itself. */
  isAllowedSince(entry: string, source: string, time: number): boolean;
}

/** Only the user's decisions, mappings and exports with a time of consent contain permissions. */
const MAY_ALLOW = `kind = 'outcomes' AND (source = '${USER}' OR source LIKE 'map:%' OR source IN ('mailchimp', 'klaviyo'))`;

/** Reads who was allowed again. Fails with `store_corrupt`. */
export function readAllowed(layout: Layout): Result<AllowedPeople> {
  const permissions = new Map<string, Permission[]>();
  const read = eachImport(layout, MAY_ALLOW, ({ source, at: assumed }, facts) => {
    for (let fact = 0; fact < facts.count; fact++) {
      if (facts.outcome(fact) !== "allowed") continue;
      const entry = facts.entry(fact);
      const permission = { source, at: facts.time(fact) ?? assumed };
      permissions.set(entry, [...(permissions.get(entry) ?? []), permission]);
    }
  });
  if (!read.ok) return read;
  return ok({
    isEmpty: permissions.size === 0,
    isAllowedSince: (entry, source, time) =>
      permissions
        .get(entry)
        ?.some((one) => one.at > time && (one.source === USER || one.source === source)) === true,
  });
}
