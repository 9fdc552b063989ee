import type { Wording } from "./entries.ts";

export const ASKED = {
  upload: "the upload",
  status: "the state of the list",
  start: "the start of the verification",
  download: "the results",
  delete: "the deletion",
  balance: "the balance",
  verify: "the address",
} as const;

export interface NonsenseValues {
  readonly about?: string | undefined;
  readonly field?: string | undefined;
}

/**
 * Reasons why a response was invalid. `about`: the subject. `field`: the response field by its name in the contract.
 */
export const NONSENSE = {
  form: (v) => `${answered(v)} its answer has an unexpected format`,
  field: (v) =>
    `${answered(v)} ${v.field === undefined ? "a field" : `“${v.field}”`} is missing or not as expected`,
  too_large: (v) => `${answered(v)} its answer is larger than results can be`,
  no_results: (v) => `${answered(v)} there are no results in its answer`,
  web_page: (v) => `${answered(v)} it sent a web page instead`,
  empty: (v) => `${answered(v)} its answer is empty`,
  no_verdicts: "The results that the service sent contain no verdicts",
} as const satisfies Record<string, Wording<NonsenseValues>>;
export type Nonsense = keyof typeof NONSENSE;

function answered({ about }: NonsenseValues): string {
  const what = Object.entries(ASKED).find(([one]) => one === about)?.[1];
  return `The service answered${what === undefined ? "" : ` about ${what}`}, but`;
}
