import type { Flag, ResultSource, Verdict } from "../../shared/verdicts.ts";

export const VERDICT_WORDS: Record<Verdict, { name: string; symbol: string; help: string }> = {
  deliverable: {
    name: "Deliverable",
    symbol: "✓",
    help: "The mailbox exists and takes mail. Safe to send.",
  },
  accept_all: {
    name: "Accept-all",
    symbol: "~",
    help: "The domain takes mail for any name, so this mailbox cannot be confirmed. Send with care, in small batches.",
  },
  unknown: {
    name: "Unknown",
    symbol: "?",
    help: "The mail server gave no clear answer. This is not a no: keep it, and check again later.",
  },
  undeliverable: {
    name: "Undeliverable",
    symbol: "✕",
    help: "The mailbox or the domain does not take mail. Do not send.",
  },
};

/** Label of rows without a verdict: invalid, suppressed, or not verified. */
export const NO_VERDICT = {
  name: "No verdict",
  symbol: "–",
  help: "Not verified: invalid, left out, or beyond the limit you chose.",
};

export const FLAG_WORDS: Record<Flag, { name: string; help: string }> = {
  syntax_error: { name: "Syntax error", help: "The service says that the address is badly formed." },
  free: { name: "Free provider", help: "A mailbox at a free provider, such as Gmail." },
  role: { name: "Role", help: "Belongs to a function (info@, sales@), not to a person." },
  disposable: { name: "Disposable", help: "A throwaway address that soon stops working." },
  trap: { name: "Spam trap", help: "Known to catch senders of unwanted mail. Do not send." },
  unwanted: {
    name: "Not to be mailed",
    help: "Flagged by the service that the file came from: a complaint, an opt-out or a spam trap.",
  },
};

const SOURCE_WORDS: Record<ResultSource, string> = {
  service: "Verified by the service",
  known: "Already known",
  missing: "No verdict returned",
  imported: "From a results file",
  bounced: "Your mail bounced",
  dead_domain: "Domain takes no mail",
};

export const sourceWords = (source: ResultSource, sandbox: boolean): string =>
  sandbox && source === "service" ? "Made up by the sandbox" : SOURCE_WORDS[source];
