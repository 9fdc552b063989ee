import { each, type OutcomeSource } from "../types.ts";

/** Columns that say yes of people who opted out, in lists of CRMs and mailing services. */
const OPTED_OUT = [
  ...[
    "Email Opt Out",
    "Email Optout",
    "Opt Out",
    "Opted Out",
    "Opted Out Of Email",
    "Has Opted Out Of Email",
  ],
  ...["HasOptedOutOfEmail", "Marketing Opt Out", "Newsletter Opt Out", "Unsubscribed", "Is Unsubscribed"],
  ...["Unsubscribe", "Unsubscribed From All Email", "Do Not Email", "Do Not Mail", "Do Not Contact"],
  ...["Blocklisted", "Blacklisted", "Email Blocklisted", "Email Blacklisted", "Suppressed"],
];
/** Columns with the time at which someone opted out; blank for everyone else. */
const OPTED_OUT_AT = [
  ...["Unsubscribed At", "Unsubscribed On", "Unsubscribe Date", "Unsubscribed Date", "Unsubscribe Time"],
  ...["Opt Out Date", "Opted Out At", "Email Opt Out Date", "Optout Time"],
];
const STATUS = [
  ...["Status", "Email Status", "Subscription Status", "Subscriber Status", "Subscribed Status"],
  ...["Marketing Status", "Email Marketing Status", "Contact Status", "Opt In Status"],
];

/** A list of any origin with a column that says who opted out. Every other word in such a column says nothing. */
export const OPT_OUT_COLUMNS: OutcomeSource = {
  id: "opt-out-columns",
  name: "a list with an opt-out column",
  kind: "audience",
  tells: [[...OPTED_OUT, ...OPTED_OUT_AT, ...STATUS]],
  proof: "any",
  signs: [
    { read: "filled", column: OPTED_OUT_AT, means: "unsubscribed" },
    {
      read: "word",
      column: OPTED_OUT,
      words: each(["yes", "true", "1", "y", "x", "opted out", "unsubscribed", "blocklisted"], "unsubscribed"),
      otherwise: "goes on",
    },
    {
      read: "word",
      column: STATUS,
      words: {
        ...each(
          ["unsubscribed", "unsubscribe", "opted out", "opted-out", "opt out", "optout"],
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
