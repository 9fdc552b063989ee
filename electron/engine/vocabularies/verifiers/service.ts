import { VERDICTS } from "../../../../shared/verdicts.ts";
import type { VerdictSource } from "../types.ts";

/** The verification service that Winnow works with: its words are Winnow's (service-spec, 'Download file (text)'). */
export const SERVICE: VerdictSource = {
  id: "service",
  name: "your verification service",
  kind: "verdicts",
  tells: ["Verification Result"],
  proof: "header",
  whole: ["Syntax Error", "ISP", "Role", "Disposable", "Trap"],
  status: "Verification Result",
  words: Object.fromEntries(VERDICTS.map((verdict) => [verdict, { verdict }])),
  flags: { syntax_error: "Syntax Error", free: "ISP", role: "Role", disposable: "Disposable", trap: "Trap" },
  at: { column: "Verified At", written: "iso" },
};
