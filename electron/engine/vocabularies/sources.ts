import { SENT_LIST } from "../../../shared/bridge/constants.ts";
import { VERDICTS } from "../../../shared/verdicts.ts";
import { BOUNCE_MESSAGES } from "./mailers/bounce-messages.ts";
import { DELIVERY_LOGS } from "./mailers/delivery-logs.ts";
import { MAILING_SERVICES } from "./mailers/mailing-services.ts";
import { SENDING_SERVICES } from "./mailers/sending-services.ts";
import { mappedSource } from "./mapping-source.ts";
import type { OutcomeSource, Source, VerdictSource } from "./types.ts";
import { DELIVERABLE_OR_RISKY } from "./verifiers/deliverable-or-risky.ts";
import { RESULT_CODES } from "./verifiers/result-codes.ts";
import { VALID_OR_INVALID } from "./verifiers/valid-or-invalid.ts";
import { ZEROBOUNCE } from "./verifiers/zerobounce.ts";

/** The user's verification service, whose words are Winnow's (service-spec, 'Download file (text)'). */
const SERVICE: VerdictSource = {
  id: "service",
  name: "your verification service",
  kind: "verdicts",
  requiredColumns: ["Verification Result"],
  proof: "header",
  completeColumns: ["Syntax Error", "ISP", "Role", "Disposable", "Trap"],
  status: "Verification Result",
  words: Object.fromEntries(VERDICTS.map((verdict) => [verdict, { verdict }])),
  flags: { syntax_error: "Syntax Error", free: "ISP", role: "Role", disposable: "Disposable", trap: "Trap" },
  at: "Verified At",
};

export const SOURCES: readonly Source[] = [
  SERVICE,
  ZEROBOUNCE,
  ...DELIVERABLE_OR_RISKY,
  ...VALID_OR_INVALID,
  ...RESULT_CODES,
  ...MAILING_SERVICES,
  ...SENDING_SERVICES,
  ...DELIVERY_LOGS,
  BOUNCE_MESSAGES,
];

/** A list of addresses that mail was sent to. Never recognised, only named by the user. */
const SENT: OutcomeSource = {
  id: SENT_LIST,
  name: "a list that was sent",
  kind: "outcomes",
  requiredColumns: [],
  proof: "words",
  signs: [{ read: "row", means: "sent" }],
};

const BY_ID: ReadonlyMap<string, Source> = new Map([...SOURCES, SENT].map((source) => [source.id, source]));

/** Returns the source or mapping with this id; `null` if it is unknown. */
export function sourceNamed(id: string): Source | null {
  return BY_ID.get(id) ?? mappedSource(id);
}
