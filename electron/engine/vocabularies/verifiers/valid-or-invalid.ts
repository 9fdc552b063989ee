import {
  ACCEPT_ALL,
  DELIVERABLE,
  DISPOSABLE,
  each,
  FREE,
  ifYes,
  MALFORMED,
  ROLE,
  TRAP,
  UNDELIVERABLE,
  UNKNOWN,
  UNWANTED,
  type VerdictSource,
} from "../types.ts";

const NEVERBOUNCE: VerdictSource = {
  id: "neverbounce",
  name: "NeverBounce",
  kind: "verdicts",
  requiredColumns: ["email_status"],
  proof: "words",
  status: "email_status",
  words: {
    valid: DELIVERABLE,
    invalid: UNDELIVERABLE,
    ...each(["catchall", "catch_all"], ACCEPT_ALL),
    disposable: DISPOSABLE,
    unknown: UNKNOWN,
  },
  suggestions: ["suggested_correction"],
};

const CLEAROUT: VerdictSource = {
  id: "clearout",
  name: "Clearout",
  kind: "verdicts",
  requiredColumns: [["Clearout Verification Status", "Clearout Status"]],
  proof: "header",
  status: ["Clearout Verification Status", "Clearout Status"],
  words: {
    valid: DELIVERABLE,
    invalid: UNDELIVERABLE,
    ...each(["catch_all", "catchall"], ACCEPT_ALL),
    unknown: UNKNOWN,
  },
  flags: {
    disposable: "Clearout Disposable Status",
    free: "Clearout Free Account Status",
    role: "Clearout Role Account Status",
  },
  skippedRows: { column: "Clearout Reason", words: ["Request cancelled"] },
  at: "Clearout Verified At (UTC)",
  remarks: ["Clearout Reason", "Clearout Safe to Send"],
  suggestions: ["Clearout Suggested Email"],
};

const HUNTER: VerdictSource = {
  id: "hunter",
  name: "Hunter",
  kind: "verdicts",
  recipient: "email",
  requiredColumns: [
    ["status", "Verification status"],
    "score",
    ["webmail", "accept_all", "smtp_check", "gibberish"],
  ],
  proof: "words",
  status: ["status", "Verification status"],
  words: {
    valid: DELIVERABLE,
    invalid: UNDELIVERABLE,
    accept_all: ACCEPT_ALL,
    // Webmail mailboxes are not tested.
    webmail: FREE,
    disposable: DISPOSABLE,
    unknown: UNKNOWN,
  },
  flags: { free: "webmail", disposable: "disposable" },
};

/** Has no word for accept-all. */
const SENDGRID_VALIDATION: VerdictSource = {
  id: "sendgrid-validation",
  name: "SendGrid Email Validation",
  kind: "verdicts",
  recipient: "email",
  requiredColumns: ["email", "verdict", "score"],
  proof: "words",
  status: "verdict",
  words: { valid: DELIVERABLE, invalid: UNDELIVERABLE, risky: UNKNOWN },
};

const VALIDEMAILCHECKER: VerdictSource = {
  id: "validemailchecker",
  name: "ValidEmailChecker",
  kind: "verdicts",
  requiredColumns: ["Status", "Safe to Send", "Deliverable", "Catch-All", "Inbox Full"],
  proof: "header",
  status: "Status",
  words: {
    safe: DELIVERABLE,
    ...each(["invalid", "disabled"], UNDELIVERABLE),
    catch_all: ACCEPT_ALL,
    ...each(["unknown", "risky", "inbox_full"], UNKNOWN),
    disposable: DISPOSABLE,
    role: ROLE,
    spam_trap: TRAP,
  },
  flags: { free: "Free Email", disposable: "Disposable", role: "Role Account", trap: "Spam Trap" },
};

const XVERIFY: VerdictSource = {
  id: "xverify",
  name: "Xverify",
  kind: "verdicts",
  requiredColumns: ["Status", "Invalid Reason", "Handle", "Catch All"],
  proof: "header",
  status: "Status",
  words: {
    valid: ifYes("Catch All", ACCEPT_ALL, DELIVERABLE),
    invalid: UNDELIVERABLE,
    accept_all: ACCEPT_ALL,
    ...each(["risky", "unknown"], UNKNOWN),
  },
  remarks: ["Invalid Reason"],
};

/** One letter per finding, detailed by a code. */
const SAFETOSEND: VerdictSource = {
  id: "safetosend",
  name: "AtData SafeToSend",
  kind: "verdicts",
  requiredColumns: ["Finding", "Comment", "Comment_Code"],
  proof: "header",
  status: "Finding",
  words: {
    v: { by: "Comment_Code", when: { VS: DELIVERABLE, V: UNKNOWN }, otherwise: UNKNOWN },
    w: {
      by: "Comment_Code",
      when: { B: UNDELIVERABLE, XD: DISPOSABLE, XR: ROLE, XF: UNWANTED },
      otherwise: UNKNOWN,
    },
    e: MALFORMED,
    d: "none",
  },
  remarks: ["Comment_Code", "Comment"],
  suggestions: ["Sugg_Email"],
};

export const VALID_OR_INVALID = [
  NEVERBOUNCE,
  CLEAROUT,
  HUNTER,
  SENDGRID_VALIDATION,
  VALIDEMAILCHECKER,
  XVERIFY,
  SAFETOSEND,
];
