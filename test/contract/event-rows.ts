import type { SpecRowName } from "./spec-rows.ts";

/** Rows that no question can show, as the service speaks of its own accord: callback.test.ts holds them. */
export const EVENT_ROWS: readonly SpecRowName[] = ["event: completion"];
