import {
  ACCEPT_ALL,
  DELIVERABLE,
  DISPOSABLE,
  each,
  MALFORMED,
  ROLE,
  type SaidVerdict,
  TRAP,
  UNDELIVERABLE,
  UNKNOWN,
  type VerdictSource,
} from "../types.ts";

/** `quality` adds nothing to the result: catch-all and unknown share a value. */
const MILLIONVERIFIER: VerdictSource = {
  id: "millionverifier",
  name: "MillionVerifier",
  kind: "verdicts",
  recipient: "email",
  requiredColumns: ["quality", "result", "free", "role"],
  proof: "header",
  status: "result",
  words: {
    ok: DELIVERABLE,
    catch_all: ACCEPT_ALL,
    unknown: UNKNOWN,
    invalid: UNDELIVERABLE,
    disposable: DISPOSABLE,
    ...each(["error", "unverified"], "none"),
  },
  flags: { free: "free", role: "role" },
  remarks: ["quality"],
};

/** Numbers and words. A role is only reported if nothing worse applies. */
const DEBOUNCE_WORDS: Readonly<Record<string, SaidVerdict>> = {
  ...each(["1", "syntax"], MALFORMED),
  ...each(["2", "spam_trap", "spamtrap"], TRAP),
  ...each(["3", "disposable"], DISPOSABLE),
  ...each(["4", "accept_all"], ACCEPT_ALL),
  ...each(["5", "deliverable"], DELIVERABLE),
  ...each(["6", "invalid"], UNDELIVERABLE),
  ...each(["7", "unknown"], UNKNOWN),
  ...each(["8", "role"], ROLE),
};

const DEBOUNCE: VerdictSource = {
  id: "debounce",
  name: "DeBounce",
  kind: "verdicts",
  recipient: "email",
  requiredColumns: ["code", ["reason", "result"]],
  proof: "words",
  status: ["reason", "result"],
  words: {
    ...DEBOUNCE_WORDS,
    // Coarse words, for files without the detailed ones.
    safe_to_send: DELIVERABLE,
    risky: { by: "code", when: DEBOUNCE_WORDS, otherwise: UNKNOWN },
  },
  flags: { free: "free_email", role: "role" },
  remarks: ["code"],
  suggestions: ["did_you_mean"],
};

const EMAILLISTVERIFY: VerdictSource = {
  id: "emaillistverify",
  name: "EmailListVerify",
  kind: "verdicts",
  recipient: "Email",
  requiredColumns: ["Email", "result", "EmailDomain"],
  proof: "words",
  status: "result",
  words: {
    ok: DELIVERABLE,
    ...each(["ok_for_all", "accept_all"], ACCEPT_ALL),
    ...each(["invalid", "email_disabled", "dead_server", "invalid_mx"], UNDELIVERABLE),
    invalid_syntax: MALFORMED,
    disposable: DISPOSABLE,
    role: ROLE,
    spamtrap: TRAP,
    ...each(["smtp_protocol", "antispam_system", "unknown"], UNKNOWN),
  },
};

export const RESULT_CODES = [MILLIONVERIFIER, DEBOUNCE, EMAILLISTVERIFY];
