import { each, type OutcomeSource } from "../types.ts";

/** Columns of CRMs and mailing services with yes, or a time, for people who opted out. */
const OPTED_OUT = [
  ...["Email Opt Out", "Email Optout", "Email Opted Out", "Opt Out", "Opted Out", "Opted Out Email"],
  ...["Opted Out Of Email", "Has Opted Out Of Email", "HasOptedOutOfEmail", "Global Opt Out"],
  ...["Opted out of email: Marketing Information", "Marketing Opt Out", "Newsletter Opt Out"],
  ...["Unsubscribed", "Is Unsubscribed", "Unsubscribe", "Unsubscribed From All Email", "Global Unsubscribe"],
  ...["Do Not Email", "Do Not Mail", "Do Not Contact", "Do Not Bulk Email", "Do Not Allow Emails"],
  ...["Blocklisted", "Blacklisted", "Is Blacklisted", "Email Blocklisted", "Email Blacklisted", "Suppressed"],
  ...["Abgemeldet", "Abbestellt", "Désinscrit", "Désabonné", "Dado de baja", "Baja"],
];
/** Columns with the time of an opt-out, blank for everyone else. */
const OPTED_OUT_AT = [
  ...["Unsubscribed At", "Unsubscribed On", "Unsubscribe Date", "Unsubscribed Date", "Date Unsubscribed"],
  ...["Unsubscribe Time", "Unsubscribed Time", "UNSUB_TIME", "Opt Out Date", "Opted Out At"],
  ...["Email Opt Out Date", "Optout Time", "Abmeldedatum", "Date de désinscription", "Fecha de baja"],
];
const STATUS = [
  ...["Status", "Email Status", "Subscription Status", "Subscriber Status", "Subscribed Status"],
  ...["Marketing Status", "Email Marketing Status", "Contact Status", "Opt In Status", "List Status"],
  ...["Email Subscriber Status", "Global Status"],
];

/** A list from any program with an opt-out column. All other words in such a column are ignored. */
export const OPT_OUT_COLUMNS: OutcomeSource = {
  id: "opt-out-columns",
  name: "a list with an opt-out column",
  kind: "audience",
  requiredColumns: [[...OPTED_OUT, ...OPTED_OUT_AT, ...STATUS]],
  proof: "any",
  signs: [
    { read: "filled", column: OPTED_OUT_AT, means: "unsubscribed" },
    {
      read: "word",
      column: OPTED_OUT,
      words: each(
        [
          ...["yes", "true", "1", "y", "x", "ja", "oui", "sí", "si"],
          ...["opted out", "unsubscribed", "blocklisted", "do not allow"],
        ],
        "unsubscribed",
      ),
      times: "unsubscribed",
      otherwise: "goes on",
    },
    {
      read: "word",
      column: STATUS,
      words: {
        ...each(
          [
            ...["unsubscribed", "unsubscribe", "unsub", "opted out", "opted-out", "opt out", "optout"],
            ...["abgemeldet", "désabonné", "désinscrit", "baja"],
          ],
          "unsubscribed",
        ),
        ...each(["complained", "complaint", "spam", "reported as spam", "abuse"], "complained"),
        ...each(["blocklisted", "blacklisted", "suppressed", "do not email", "do not contact"], "suppressed"),
      },
      otherwise: "none",
    },
  ],
  at: { column: OPTED_OUT_AT, written: "any" },
};
