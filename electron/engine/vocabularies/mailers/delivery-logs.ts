import {
  type ColumnNames,
  each,
  type OutcomeMeaning,
  type OutcomeSign,
  type OutcomeSource,
} from "../types.ts";

type Meanings = Readonly<Record<string, OutcomeMeaning>>;

/** Names of events that several services use. */
const EVENTS = {
  ...{ sent: "sent", delivered: "sent", delivery: "sent" },
  ...{ open: "opened", opened: "opened", click: "clicked", clicked: "clicked" },
  ...{ deferred: "soft", delay: "soft", delivery_delayed: "soft" },
  ...{ complaint: "complained", complained: "complained", spam: "complained", spam_complaint: "complained" },
  ...{ unsub: "unsubscribed", unsubscribe: "unsubscribed", unsubscribed: "unsubscribed" },
  suppressed: "suppressed",
  // Not sent.
  ...{ queued: "none", scheduled: "none", canceled: "none", rejected: "none", notsent: "none" },
  ...{ blocked: "none", failed: "none", error: "none" },
} as const satisfies Meanings;

interface EventWords {
  readonly common: readonly (keyof typeof EVENTS)[];
  /** Words that only this service has. */
  readonly own?: Meanings;
  /** Words that need a closer look, with their meaning if nothing else tells it. */
  readonly unclear: Meanings;
  /** Columns with the mail server's reply. */
  readonly replies?: readonly ColumnNames[];
  /** Signs to read if the reply says nothing. */
  readonly details?: readonly OutcomeSign[];
}

/** Returns the signs of a column that names one event per row. */
function eventSigns(
  column: ColumnNames,
  { common, own, unclear, replies, details = [] }: EventWords,
): OutcomeSign[] {
  const words: Meanings = {
    ...Object.fromEntries(common.map((word) => [word, EVENTS[word]])),
    ...own,
    ...each(Object.keys(unclear), "goes on"),
  };
  return [
    { read: "word", column, words },
    ...(replies === undefined ? [] : [{ read: "reply", columns: replies } as const]),
    ...details,
    { read: "word", column, words: unclear },
  ];
}

/** Reports on one campaign: bounces from the website, or all recipients from the API. */
const MAILCHIMP_REPORT: OutcomeSource = {
  id: "mailchimp-report",
  name: "Mailchimp (campaign report)",
  kind: "outcomes",
  recipient: "Email Address",
  requiredColumns: ["Email Address", ["Bounce Type", "open_count"]],
  proof: "words",
  signs: eventSigns(["Bounce Type", "status"], {
    common: [],
    unclear: {
      sent: "sent",
      ...each(["hard", "hard bounce"], "hard"),
      ...each(["soft", "soft bounce"], "soft"),
    },
    details: [{ read: "filled", column: "open_count", means: "opened" }],
  }),
};

/** Unsubscribes of one campaign, from the API. */
const MAILCHIMP_UNSUBSCRIBED: OutcomeSource = {
  id: "mailchimp-unsubscribed",
  name: "Mailchimp (unsubscribes of a campaign)",
  kind: "outcomes",
  recipient: "email_address",
  requiredColumns: ["email_id", "email_address", "timestamp", "reason", "campaign_id"],
  proof: "header",
  signs: [
    { read: "item", column: "reason", item: "spam", means: "complained" },
    { read: "row", means: "unsubscribed" },
  ],
  at: "timestamp",
};

/** Tracking extracts and data views, one file per event. By default, the key is the address. */
const MARKETING_CLOUD: OutcomeSource = {
  id: "salesforce-marketing-cloud",
  name: "Salesforce Marketing Cloud",
  kind: "outcomes",
  recipient: ["EmailAddress", "SubscriberKey"],
  requiredColumns: ["SubscriberKey", "EventDate", ["EventType", "BounceCategory"]],
  proof: "header",
  signs: eventSigns("EventType", {
    common: ["sent", "open", "click", "unsubscribe", "complaint", "notsent"],
    unclear: { bounce: "perhaps_hard", hardbounce: "hard", softbounce: "soft", otherbounce: "none" },
    replies: ["SMTPCode", ["BounceReason", "SMTPReason", "SMTPBounceReason"]],
    details: [
      {
        read: "word",
        column: "BounceCategory",
        words: {
          "hard bounce": "hard",
          ...each(["soft bounce", "technical/other bounce", "technical or other bounce"], "soft"),
          "block bounce": "policy",
          "unknown bounce": "none",
        },
      },
    ],
  }),
  at: "EventDate",
};

/** Logs in the language of the website, webhooks and the API. The sender (`frm`) comes before the recipient. */
const BREVO_LOGS: OutcomeSource = {
  id: "brevo-logs",
  name: "Brevo (logs)",
  kind: "outcomes",
  recipient: "email",
  requiredColumns: [["st_text", "event"], ["ts", "date"], "email", ["mid", "messageId"]],
  proof: "header",
  signs: eventSigns(["st_text", "event"], {
    common: [
      ...(["sent", "delivered", "open", "opened", "click", "clicked", "deferred"] as const),
      ...(["complaint", "spam", "unsubscribe", "unsubscribed", "blocked", "error"] as const),
    ],
    own: {
      ...each(["request", "requests", "inviata", "consegnata", "gesendet", "zugestellt"], "sent"),
      // Mail proxies load images, which doesn't mean that anyone read the message.
      ...each(["proxy_open", "unique_proxy_open", "loaded by proxy", "loadedByProxy"], "sent"),
      ...each(["caricata per procura", "caricata tramite proxy", "von proxy geladen"], "sent"),
      ...each(["first opening", "unique_opened", "aperta", "prima apertura", "geöffnet"], "opened"),
      ...each(["aperta per la prima volta", "zum ersten mal geöffnet", "bekannt geöffnet"], "opened"),
      ...each(["clicks", "cliccata", "angeklickt"], "clicked"),
      ...each(["rinviata", "zurückgestellt"], "soft"),
      ...each(["als spam markiert", "beschwerde"], "complained"),
      ...each(["disiscrizione", "abgemeldet"], "unsubscribed"),
      ...each(["bloccata", "blockiert", "fehler"], "none"),
    },
    unclear: {
      ...each(["hard bounce", "hard bounced", "hardBounces"], "hard"),
      ...each(["invalid", "invalid email", "non valida", "ungültige e-mail-adresse"], "hard"),
      ...each(["soft bounce", "soft bounced", "softBounces"], "soft"),
    },
    replies: ["reason"],
  }),
  at: ["ts", "date"],
};

/** Events of the API and webhooks. */
const SPARKPOST: OutcomeSource = {
  id: "sparkpost-events",
  name: "SparkPost (events)",
  kind: "outcomes",
  recipient: ["rcpt_to", "raw_rcpt_to"],
  requiredColumns: ["type", ["rcpt_to", "raw_rcpt_to"]],
  proof: "header",
  signs: [
    // Suppressed or against a policy of SparkPost's, an automatic reply, or a request to subscribe.
    {
      read: "word",
      column: "bounce_class",
      words: each(["25", "26", "60", "80", "100"], "none"),
      otherwise: "goes on",
    },
    ...eventSigns("type", {
      common: ["delivery", "delay", "open", "click", "spam_complaint"],
      own: {
        initial_open: "opened",
        ...each(["list_unsubscribe", "link_unsubscribe"], "unsubscribed"),
        ...each(["injection", "policy_rejection", "generation_failure", "generation_rejection"], "none"),
      },
      unclear: each(["bounce", "out_of_band"], "perhaps_hard"),
      replies: [["raw_reason", "reason"]],
      details: [
        {
          read: "word",
          column: "bounce_class",
          words: {
            "10": "hard",
            "90": "unsubscribed",
            ...each(["20", "21", "22", "24", "40", "70"], "soft"),
            ...each(["23", "50", "51", "52", "53", "54"], "policy"),
          },
          otherwise: "goes on",
        },
      ],
    }),
  ],
  at: "timestamp",
};

/** Files to import have no `source`. */
const SPARKPOST_SUPPRESSIONS: OutcomeSource = {
  id: "sparkpost-suppressions",
  name: "SparkPost (suppressions)",
  kind: "suppression",
  recipient: "recipient",
  requiredColumns: ["recipient", "type", ["source", "description"]],
  proof: "words",
  signs: [
    { read: "word", column: "type", words: each(["transactional", "non_transactional"], "goes on") },
    {
      read: "word",
      column: "source",
      words: {
        "spam complaint": "complained",
        ...each(["list unsubscribe", "unsubscribe link"], "unsubscribed"),
        ...each(["manually added", "compliance"], "suppressed"),
        "bounce rule": "goes on",
      },
    },
    { read: "reply", columns: ["description"] },
    { read: "word", column: "source", words: { "bounce rule": "hard" } },
    { read: "row", means: "suppressed" },
  ],
};

/** The sender comes after the recipient. */
const MANDRILL: OutcomeSource = {
  id: "mandrill-activity",
  name: "Mandrill (activity)",
  kind: "outcomes",
  recipient: "Email Address",
  requiredColumns: ["Email Address", "Sender", "Status", "Bounce Detail"],
  proof: "header",
  signs: eventSigns("Status", {
    common: ["deferred", "spam", "unsub", "rejected", "queued", "scheduled"],
    unclear: { sent: "sent", bounced: "hard", "soft-bounced": "soft" },
    replies: ["Bounce Detail"],
    details: [
      { read: "filled", column: "Clicks", means: "clicked" },
      { read: "filled", column: "Opens", means: "opened" },
    ],
  }),
  at: "Date",
};

const MANDRILL_REJECTS: OutcomeSource = {
  id: "mandrill-rejects",
  name: "Mandrill (denylist)",
  kind: "suppression",
  recipient: "email",
  requiredColumns: ["email", "reason", "detail", "last_event_at"],
  proof: "header",
  signs: eventSigns("reason", {
    common: ["spam", "unsub"],
    own: { custom: "suppressed" },
    unclear: { "hard-bounce": "hard", "soft-bounce": "soft" },
    replies: ["detail"],
  }),
  at: ["last_event_at", "created_at"],
};

/** Doesn't tell permanent bounces from others. The sender comes before the recipient. */
const RESEND: OutcomeSource = {
  id: "resend",
  name: "Resend",
  kind: "outcomes",
  recipient: "to",
  requiredColumns: ["to", "from", "last_event"],
  proof: "header",
  signs: eventSigns("last_event", {
    common: [
      ...(["sent", "delivered", "opened", "clicked", "delivery_delayed", "complained"] as const),
      ...(["suppressed", "queued", "scheduled", "canceled", "failed"] as const),
    ],
    unclear: { bounced: "perhaps_hard" },
  }),
  at: ["sent_at", "created_at"],
};

/** Events of webhooks. A blocked message is only a bounce if an error says so. */
const MAILJET: OutcomeSource = {
  id: "mailjet-events",
  name: "Mailjet (events)",
  kind: "outcomes",
  recipient: "email",
  requiredColumns: ["event", "email", ["mj_contact_id", "mj_campaign_id", "Message_GUID"]],
  proof: "header",
  signs: eventSigns("event", {
    common: ["sent", "open", "click", "spam", "unsub"],
    unclear: { bounce: "soft", blocked: "none" },
    replies: ["comment"],
    details: [
      {
        read: "word",
        column: "error",
        words: {
          ...each(["user unknown", "mailbox inactive", "invalid domain", "no mail host"], "hard"),
          ...each(["relay/access denied", "sender blocked", "content blocked", "policy issue"], "policy"),
          ...each(["quota exceeded", "greylisted", "connection issue"], "soft"),
          ...each(["system issue", "protocol issue"], "soft"),
          ...each(["preblocked", "duplicate in campaign"], "none"),
        },
        otherwise: "goes on",
      },
      { read: "yes", column: "hard_bounce", means: "hard" },
    ],
  }),
  at: "time",
};

export const DELIVERY_LOGS = [
  MAILCHIMP_REPORT,
  MAILCHIMP_UNSUBSCRIBED,
  MARKETING_CLOUD,
  BREVO_LOGS,
  SPARKPOST,
  SPARKPOST_SUPPRESSIONS,
  MANDRILL,
  MANDRILL_REJECTS,
  RESEND,
  MAILJET,
];
