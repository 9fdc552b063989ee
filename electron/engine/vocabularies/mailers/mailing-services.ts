import { each, type OutcomeSource } from "../types.ts";

/** The filled time column tells the state. `CLEAN_TIME` may be one hard bounce or many soft ones. */
const MAILCHIMP: OutcomeSource = {
  id: "mailchimp",
  name: "Mailchimp",
  kind: "audience",
  recipient: "Email Address",
  // The first column's name is translated in other languages.
  requiredColumns: ["MEMBER_RATING", "LEID", "EUID"],
  proof: "header",
  signs: [
    { read: "item", column: "UNSUB_REASON", item: "spam", means: "complained" },
    { read: "filled", column: "UNSUB_TIME", means: "unsubscribed" },
    { read: "filled", column: "CLEAN_TIME", means: "perhaps_hard" },
  ],
  at: ["UNSUB_TIME", "CLEAN_TIME"],
  optIn: ["OPTIN_TIME", "CONFIRM_TIME"],
};

/** Unsubscribing from one type of mail only doesn't count. */
const HUBSPOT: OutcomeSource = {
  id: "hubspot-unsubscribes-and-bounces",
  name: "HubSpot",
  kind: "outcomes",
  requiredColumns: ["Portal Bounce", "Portal Unsubscribe", "Global Bounce"],
  proof: "header",
  signs: [
    { read: "yes", column: "Portal Spam Report", means: "complained" },
    { read: "yes", column: "Portal Unsubscribe", means: "unsubscribed" },
    { read: "yes", column: "Portal Bounce", means: "hard", text: "hard" },
    { read: "yes", column: "Global Bounce", means: "hard" },
  ],
};

/** Events of one send. Dropped messages were never sent; `unbounce` reverses a bounce. */
const HUBSPOT_EVENTS: OutcomeSource = {
  id: "hubspot-events",
  name: "HubSpot (events of an email)",
  kind: "outcomes",
  recipient: "recipient",
  requiredColumns: ["recipient", ["event", "event type", "type"]],
  proof: "words",
  signs: [
    {
      read: "word",
      column: ["event", "event type", "type"],
      words: {
        ...each(
          ["processed", "dropped", "mta_dropped", "unbounce", "statuschange", "print", "forward"],
          "none",
        ),
        ...each(["sent", "delivered"], "sent"),
        open: "opened",
        click: "clicked",
        bounce: "hard",
        deferred: "soft",
        spamreport: "complained",
        unsubscribed: "unsubscribed",
      },
    },
  ],
};

/** More than seven soft bounces in a row count as a hard one. */
const KLAVIYO: OutcomeSource = {
  id: "klaviyo",
  name: "Klaviyo",
  kind: "audience",
  recipient: "Email",
  requiredColumns: ["Email", ["Email Marketing Consent", "Klaviyo ID"]],
  proof: "header",
  signs: [
    {
      read: "word",
      column: ["Email Suppressions", "Suppression Reason"],
      words: {
        hard_bounce: "hard",
        invalid_email: "hard",
        spam_complaint: "complained",
        ...each(["unsubscribe", "unsubscribed"], "unsubscribed"),
        ...each(["user_suppressed", "user suppressed"], "suppressed"),
      },
    },
    {
      read: "word",
      column: "Email Marketing Consent",
      words: { ...each(["subscribed", "never_subscribed"], "none"), unsubscribed: "unsubscribed" },
    },
  ],
  optIn: "Email Marketing Consent Timestamp",
};

const ACTIVECAMPAIGN: OutcomeSource = {
  id: "activecampaign",
  name: "ActiveCampaign",
  kind: "audience",
  recipient: "Email",
  requiredColumns: ["Email", "Date Created", "Status", ["IP", "Tags"]],
  proof: "words",
  signs: [
    {
      read: "word",
      column: "Status",
      words: {
        ...each(["active", "1", "unconfirmed", "0"], "none"),
        ...each(["unsubscribed", "2"], "unsubscribed"),
        ...each(["bounced", "3"], "hard"),
      },
    },
  ],
};

/** The export doesn't say why a contact is blocked. */
const BREVO: OutcomeSource = {
  id: "brevo",
  name: "Brevo",
  kind: "audience",
  recipient: "EMAIL",
  requiredColumns: ["EMAIL", "ADDED_TIME", "MODIFIED_TIME"],
  proof: "header",
  signs: [{ read: "item", column: "_BLOCKLISTED", item: "email_marketing", means: "suppressed" }],
};

const BREVO_BLOCKED: OutcomeSource = {
  id: "brevo-blocked",
  name: "Brevo (blocked contacts)",
  kind: "suppression",
  recipient: "email",
  requiredColumns: ["email", "reason.code", "blockedAt"],
  proof: "header",
  signs: [
    {
      read: "word",
      column: "reason.code",
      words: {
        adminBlocked: "suppressed",
        hardBounce: "hard",
        contactFlaggedAsSpam: "complained",
        ...each(["unsubscribedViaMA", "unsubscribedViaEmail", "unsubscribedViaApi"], "unsubscribed"),
      },
    },
  ],
  at: "blockedAt",
};

/** `Subscriber` is the address. */
const MAILERLITE: OutcomeSource = {
  id: "mailerlite",
  name: "MailerLite",
  kind: "audience",
  recipient: "Subscriber",
  requiredColumns: ["Subscriber", "Subscribed", ["Groups", "Location"]],
  proof: "header",
  signs: [
    {
      read: "word",
      column: ["Status", "Type"],
      words: {
        ...each(["active", "unconfirmed"], "none"),
        unsubscribed: "unsubscribed",
        bounced: "hard",
        junk: "complained",
      },
    },
  ],
};

const CONSTANT_CONTACT: OutcomeSource = {
  id: "constant-contact",
  name: "Constant Contact",
  kind: "audience",
  recipient: "Email address",
  requiredColumns: ["Email address", "Email status"],
  proof: "words",
  signs: [
    {
      read: "word",
      column: "Email status",
      words: {
        ...each(["active", "subscribed", "not set", "no permissions set"], "none"),
        ...each(["pending", "awaiting confirmation"], "none"),
        unsubscribed: "unsubscribed",
        ...each(["non-existent", "suspended"], "hard"),
        ...each(["undeliverable", "mailbox full"], "soft"),
        blocked: "policy",
        "vacation/auto-reply": "none",
      },
    },
  ],
};

const LISTMONK: OutcomeSource = {
  id: "listmonk",
  name: "listmonk",
  kind: "audience",
  recipient: "email",
  requiredColumns: ["uuid", "email", "attributes", "status"],
  proof: "header",
  signs: [
    {
      read: "word",
      column: "status",
      words: { ...each(["enabled", "disabled"], "none"), blocklisted: "suppressed" },
    },
  ],
};

const MAILUP: OutcomeSource = {
  id: "mailup",
  name: "MailUp",
  kind: "outcomes",
  requiredColumns: ["OptOut_Date", ["optout_type", "optout_subtype"]],
  proof: "header",
  signs: [
    {
      read: "word",
      column: "optout_type",
      words: {
        ...each(["0", "01", "4"], "suppressed"),
        "2": "unsubscribed",
        "8": "hard",
        "16": "complained",
      },
    },
    { read: "filled", column: "OptOut_Date", means: "unsubscribed" },
  ],
  at: "OptOut_Date",
};

const EMFLUENCE: OutcomeSource = {
  id: "emfluence",
  name: "emfluence",
  kind: "outcomes",
  recipient: "email",
  requiredColumns: ["email", "dateBounced", "bounceType"],
  proof: "header",
  signs: [{ read: "word", column: "bounceType", words: { HB: "hard", SB: "soft" } }],
  at: "dateBounced",
};

const PROMIO: OutcomeSource = {
  id: "promio",
  name: "promio.connect",
  kind: "suppression",
  recipient: "mail",
  requiredColumns: ["sender_id", "ts", "custID", "mail", "status"],
  proof: "header",
  signs: [
    {
      read: "word",
      column: "status",
      words: { ...each(["0", "5"], "suppressed"), "1": "unsubscribed", "3": "hard" },
    },
  ],
};

const CAMPAIGN_MONITOR: OutcomeSource = {
  id: "campaign-monitor",
  name: "Campaign Monitor",
  kind: "outcomes",
  recipient: ["EmailAddress", "Email Address"],
  requiredColumns: [["EmailAddress", "Email Address"], "BounceType", "Reason"],
  proof: "header",
  signs: [
    { read: "reply", columns: ["Reason"] },
    {
      read: "word",
      column: "BounceType",
      words: { ...each(["h", "hard"], "hard"), ...each(["s", "soft"], "soft") },
    },
  ],
  at: "Date",
};

export const MAILING_SERVICES = [
  MAILCHIMP,
  HUBSPOT,
  HUBSPOT_EVENTS,
  KLAVIYO,
  ACTIVECAMPAIGN,
  BREVO,
  BREVO_BLOCKED,
  MAILERLITE,
  CONSTANT_CONTACT,
  LISTMONK,
  MAILUP,
  EMFLUENCE,
  PROMIO,
  CAMPAIGN_MONITOR,
];
