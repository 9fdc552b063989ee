import {
  ACCEPT_ALL,
  DELIVERABLE,
  DISPOSABLE,
  each,
  ifYes,
  MAYBE_TRAP,
  ROLE,
  UNDELIVERABLE,
  UNKNOWN,
  UNWANTED,
  type VerdictSource,
} from "../types.ts";

const PLAIN = { deliverable: DELIVERABLE, undeliverable: UNDELIVERABLE, unknown: UNKNOWN };

const KICKBOX: VerdictSource = {
  id: "kickbox",
  name: "Kickbox",
  kind: "verdicts",
  recipient: "email",
  requiredColumns: ["sendex", "result", "reason"],
  proof: "header",
  status: "result",
  words: { ...PLAIN, risky: ifYes("accept_all", ACCEPT_ALL, UNKNOWN) },
  flags: { role: "role", free: "free", disposable: "disposable" },
  remarks: ["reason"],
  suggestions: ["did_you_mean"],
};

const EMAILABLE: VerdictSource = {
  id: "emailable",
  name: "Emailable",
  kind: "verdicts",
  recipient: "Email",
  requiredColumns: ["State", "Reason", "Score"],
  proof: "words",
  status: "State",
  words: { ...PLAIN, risky: ifYes(["Accept All", "AcceptAll"], ACCEPT_ALL, UNKNOWN), duplicate: "none" },
  flags: { role: "Role", free: "Free", disposable: "Disposable" },
  remarks: ["Reason"],
  suggestions: ["Did You Mean"],
};

const BOUNCER: VerdictSource = {
  id: "bouncer",
  name: "Bouncer",
  kind: "verdicts",
  recipient: "email",
  requiredColumns: ["status", ["toxicity", "acceptAll", "domain.acceptAll"]],
  proof: "words",
  status: "status",
  words: {
    ...PLAIN,
    deliverable: ifYes(["acceptAll", "domain.acceptAll"], ACCEPT_ALL, DELIVERABLE),
    risky: ifYes(["acceptAll", "domain.acceptAll"], ACCEPT_ALL, UNKNOWN),
  },
  flags: {
    role: ["role", "account.role"],
    free: ["free", "domain.free"],
    disposable: ["disposable", "domain.disposable"],
  },
  remarks: ["reason"],
};

const VERIFALIA: VerdictSource = {
  id: "verifalia",
  name: "Verifalia",
  kind: "verdicts",
  recipient: "InputData",
  requiredColumns: ["InputData", "Classification", "Status"],
  proof: "header",
  status: "Classification",
  words: {
    ...PLAIN,
    risky: {
      by: "Status",
      when: {
        ServerIsCatchAll: ACCEPT_ALL,
        ...each(
          ["CatchAllConnectionFailure", "CatchAllValidationTimeout", "MailboxHasInsufficientStorage"],
          UNKNOWN,
        ),
        LocalPartIsWellKnownRoleAccount: ROLE,
        MailExchangerIsHoneypot: MAYBE_TRAP,
        ...each(["DomainIsWellKnownDea", "MailboxIsDea", "MailExchangerIsWellKnownDea"], DISPOSABLE),
      },
      otherwise: UNKNOWN,
    },
  },
  skippedRows: { column: "Status", words: ["Duplicate"] },
  at: "CompletedOn",
  remarks: ["Status"],
};

const MAILGUN_VALIDATE: VerdictSource = {
  id: "mailgun-validate",
  name: "Mailgun Validate",
  kind: "verdicts",
  recipient: "address",
  requiredColumns: ["address", "result", "risk"],
  proof: "words",
  status: "result",
  words: {
    ...PLAIN,
    catch_all: ACCEPT_ALL,
    do_not_send: ifYes("is_disposable_address", DISPOSABLE, UNWANTED),
  },
  flags: { role: "is_role_address", disposable: "is_disposable_address" },
  remarks: ["risk", "reason"],
  suggestions: ["did_you_mean"],
};

const REACHER: VerdictSource = {
  id: "reacher",
  name: "Reacher",
  kind: "verdicts",
  recipient: ["input", "syntax.address"],
  requiredColumns: ["is_reachable", "input"],
  proof: "header",
  status: "is_reachable",
  words: {
    safe: DELIVERABLE,
    invalid: UNDELIVERABLE,
    unknown: UNKNOWN,
    risky: ifYes("smtp.is_catch_all", ACCEPT_ALL, UNKNOWN),
  },
  flags: { role: "misc.is_role_account", disposable: "misc.is_disposable" },
  remarks: ["error"],
};

export const DELIVERABLE_OR_RISKY = [KICKBOX, EMAILABLE, BOUNCER, VERIFALIA, MAILGUN_VALIDATE, REACHER];
