import {
  ACCEPT_ALL,
  DELIVERABLE,
  DISPOSABLE,
  each,
  MALFORMED,
  MAYBE_TRAP,
  ROLE,
  TRAP,
  UNDELIVERABLE,
  UNKNOWN,
  UNWANTED,
  type VerdictSource,
} from "../types.ts";

const SUB_STATUS = "ZB Sub Status";

/** Users choose the columns to download; only the status is always included. */
export const ZEROBOUNCE: VerdictSource = {
  id: "zerobounce",
  name: "ZeroBounce",
  kind: "verdicts",
  recipient: "Email Address",
  requiredColumns: ["ZB Status"],
  proof: "header",
  status: "ZB Status",
  words: {
    // Valid also covers addresses at accept-all domains that were only vetted.
    valid: {
      by: SUB_STATUS,
      when: {
        ...each(["accept_all", "role_based_accept_all"], ACCEPT_ALL),
        ...each(
          [
            "none",
            "alias_address",
            "leading_period_removed",
            "alternate",
            "gold",
            "allowed",
            "ai_agent_mailbox",
          ],
          DELIVERABLE,
        ),
      },
      otherwise: DELIVERABLE,
    },
    invalid: {
      by: SUB_STATUS,
      when: {
        failed_syntax_check: MALFORMED,
        ...each(
          [
            "none",
            "mailbox_not_found",
            "possible_typo",
            "does_not_accept_mail",
            "no_dns_entries",
            "mailbox_quota_exceeded",
            "unroutable_ip_address",
            "blocked",
          ],
          UNDELIVERABLE,
        ),
      },
      otherwise: UNDELIVERABLE,
    },
    catch_all: ACCEPT_ALL,
    catchall: ACCEPT_ALL,
    unknown: UNKNOWN,
    spamtrap: TRAP,
    abuse: UNWANTED,
    do_not_mail: {
      by: SUB_STATUS,
      when: {
        ...each(["role_based", "role_based_catch_all"], ROLE),
        disposable: DISPOSABLE,
        ...each(["toxic", "global_suppression"], UNWANTED),
        possible_trap: MAYBE_TRAP,
        mx_forward: UNKNOWN,
      },
      // The sub status may not be downloaded.
      otherwise: UNWANTED,
    },
  },
  flags: { free: "ZB Free Email" },
  remarks: [SUB_STATUS],
  suggestions: ["ZB Did You Mean"],
};
