import type { LeftOutReason } from "./bridge/exports.ts";
import { count } from "./numbers.ts";

const LEFT_OUT: Record<LeftOutReason, string> = {
  repeated: "duplicates",
  malformed: "invalid",
  empty: "empty",
  suppressed: "suppressed",
  beyond_limit: "left for later",
  unverified: "without a verdict",
  unwanted: "not to be mailed",
  deliverable: "deliverable",
  accept_all: "accept-all",
  unknown: "unknown",
  undeliverable: "undeliverable",
  dropped: "marked drop",
  kept: "marked keep",
  filtered: "filtered out",
  unselected: "not selected",
};

/** Returns how many rows a file leaves out for a reason, e.g. "3 duplicates". The page and the command line share it. */
export function leftOutWords(reason: LeftOutReason, rows: number): string {
  return `${count(rows)} ${reason === "repeated" && rows === 1 ? "duplicate" : LEFT_OUT[reason]}`;
}
