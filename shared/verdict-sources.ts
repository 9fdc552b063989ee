/** The verification services whose results Winnow reads, by the names that they go by in options. */
export const VERDICT_SOURCES = [
  "service",
  "zerobounce",
  "kickbox",
  "emailable",
  "bouncer",
  "verifalia",
  "mailgun-validate",
  "reacher",
  "neverbounce",
  "clearout",
  "hunter",
  "sendgrid-validation",
  "validemailchecker",
  "xverify",
  "safetosend",
  "millionverifier",
  "debounce",
  "emaillistverify",
] as const;
type VerdictSourceName = (typeof VERDICT_SOURCES)[number];

export function isVerdictSource(name: string): name is VerdictSourceName {
  return VERDICT_SOURCES.some((known) => known === name);
}
