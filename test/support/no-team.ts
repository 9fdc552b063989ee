import type { TeamClaims } from "../../electron/engine/cleanings/types.ts";
import { ok } from "../../shared/result.ts";

/** The team of a user who has none. */
export const NO_TEAM: TeamClaims = {
  async refresh() {},
  position: () => 0,
  claim: async () => ok("claimed"),
  endStart() {},
  refusalOf: async () => null,
  memberOf: () => null,
};
