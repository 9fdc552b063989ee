import { each, type OutcomeSign, type OutcomeSource } from "../types.ts";

/** All suppression lists have the same columns; without a server reply, a row is only known to be suppressed. */
const SENDGRID: OutcomeSource = {
  id: "sendgrid",
  name: "SendGrid (suppressions)",
  kind: "suppression",
  recipient: "email",
  requiredColumns: ["status", "reason", "email", "created"],
  proof: "header",
  exact: true,
  signs: [
    { read: "reply", columns: ["status", "reason"] },
    { read: "row", means: "suppressed" },
  ],
  at: "created",
};

/** Events of webhooks, and the activity as CSV, where the sender comes before the recipient. */
const SENDGRID_EVENTS: OutcomeSource = {
  id: "sendgrid-events",
  name: "SendGrid (events)",
  kind: "outcomes",
  recipient: "email",
  requiredColumns: [["sg_event_id", "recv_message_id", "originating_ip"], "event", "email"],
  proof: "header",
  signs: [
    {
      read: "word",
      column: "event",
      words: {
        ...each(["processed", "group_resubscribe"], "none"),
        dropped: "goes on",
        delivered: "sent",
        ...each(["open", "opened"], "opened"),
        ...each(["click", "clicked"], "clicked"),
        deferred: "soft",
        ...each(["spamreport", "spam_report"], "complained"),
        ...each(["unsubscribe", "group_unsubscribe"], "unsubscribed"),
        ...each(["bounce", "bounced"], "goes on"),
        blocked: "policy",
      },
    },
    // Dropped, because of what the address had done before.
    {
      read: "word",
      column: "reason",
      words: {
        "unsubscribed address": "unsubscribed",
        "spam reporting address": "complained",
        "bounced address": "perhaps_hard",
      },
      otherwise: "goes on",
    },
    { read: "word", column: "event", words: { dropped: "none" }, otherwise: "goes on" },
    { read: "reply", columns: ["status", "reason"] },
    {
      read: "word",
      column: "bounce_classification",
      words: {
        "invalid address": "hard",
        "mailbox unavailable": "soft",
        ...each(["reputation", "content", "frequency or volume too high"], "policy"),
        "technical failure": "soft",
        unclassified: "goes on",
      },
    },
    {
      read: "word",
      column: "type",
      words: { bounce: "hard", hard: "hard", soft: "soft", blocked: "policy" },
    },
  ],
  at: ["timestamp", "processed"],
};

/** Notifications converted to a table by key. */
const SES: OutcomeSource = {
  id: "ses",
  name: "Amazon SES",
  kind: "outcomes",
  recipient: ["emailAddress", "mail.destination"],
  requiredColumns: [
    ["notificationType", "eventType"],
    [
      "bounceType",
      "bounce.bounceType",
      "complaint.feedbackId",
      "complaint.complaintFeedbackType",
      "mail.messageId",
    ],
  ],
  proof: "header",
  signs: [
    {
      read: "word",
      column: ["notificationType", "eventType"],
      words: {
        ...each(["reject", "rendering failure"], "none"),
        ...each(["delivery", "send"], "sent"),
        open: "opened",
        click: "clicked",
        deliverydelay: "soft",
        ...each(["bounce", "complaint"], "goes on"),
      },
    },
    // The recipient moved the message out of the spam folder.
    {
      read: "item",
      column: ["complaintFeedbackType", "complaint.complaintFeedbackType"],
      item: "not-spam",
      means: "none",
    },
    {
      read: "word",
      column: ["notificationType", "eventType"],
      words: { complaint: "complained", bounce: "goes on" },
    },
    {
      read: "word",
      column: ["bounceSubType", "bounce.bounceSubType"],
      words: {
        // Never sent.
        ...each(["suppressed", "onaccountsuppressionlist"], "suppressed"),
        ...each(["contentrejected", "attachmentrejected", "messagetoolarge"], "policy"),
        ...each(["general", "noemail", "mailboxfull", "undetermined"], "goes on"),
      },
    },
    { read: "reply", columns: ["status", "diagnosticCode"] },
    {
      read: "word",
      column: ["bounceType", "bounce.bounceType"],
      words: { permanent: "hard", ...each(["transient", "undetermined"], "soft") },
    },
  ],
  at: ["timestamp", "bounce.timestamp", "complaint.timestamp", "mail.timestamp"],
};

const POSTMARK_REASONS: readonly OutcomeSign[] = [
  {
    read: "word",
    column: "SuppressionReason",
    words: { HardBounce: "hard", SpamComplaint: "complained", ManualSuppression: "goes on" },
  },
  {
    read: "word",
    column: "Origin",
    words: { Recipient: "unsubscribed", ...each(["Customer", "Admin"], "suppressed") },
  },
];

const POSTMARK: OutcomeSource = {
  id: "postmark-suppressions",
  name: "Postmark (suppressions)",
  kind: "suppression",
  recipient: "EmailAddress",
  requiredColumns: ["EmailAddress", "SuppressionReason", "Origin"],
  proof: "header",
  signs: POSTMARK_REASONS,
  at: "CreatedAt",
};

/** Changes of suppression in both directions. */
const POSTMARK_CHANGES: OutcomeSource = {
  id: "postmark-changes",
  name: "Postmark (subscription changes)",
  kind: "outcomes",
  recipient: "Recipient",
  requiredColumns: ["Recipient", "SuppressSending"],
  proof: "header",
  signs: [
    { read: "word", column: "SuppressSending", words: { true: "goes on", false: "none" } },
    ...POSTMARK_REASONS,
  ],
  at: "ChangedAt",
};

const POSTMARK_BOUNCES: OutcomeSource = {
  id: "postmark-bounces",
  name: "Postmark (bounces)",
  kind: "outcomes",
  recipient: ["Email", "Recipient"],
  requiredColumns: ["Email", "Type", "TypeCode"],
  proof: "header",
  signs: [
    {
      read: "word",
      column: "Type",
      words: {
        ...each(["HardBounce", "BadEmailAddress"], "hard"),
        ManuallyDeactivated: "suppressed",
        ...each(["SoftBounce", "Transient", "DnsError"], "soft"),
        ...each(["SpamNotification", "VirusNotification", "DMARCPolicy", "Blocked"], "policy"),
        SpamComplaint: "complained",
        Unsubscribe: "unsubscribed",
        ...each(["AutoResponder", "AddressChange"], "none"),
      },
    },
    { read: "word", column: "SuppressSending", words: { true: "goes on", false: "none" } },
    ...POSTMARK_REASONS,
    { read: "word", column: "RecordType", words: { Delivery: "sent", Open: "opened", Click: "clicked" } },
  ],
  at: ["BouncedAt", "ChangedAt", "DeliveredAt", "ReceivedAt"],
};

/** Per Mailgun, only contains bounces caused by the address. */
const MAILGUN_BOUNCES: OutcomeSource = {
  id: "mailgun-bounces",
  name: "Mailgun (bounces)",
  kind: "suppression",
  recipient: "address",
  requiredColumns: ["address", "code", "error", "created_at"],
  proof: "header",
  signs: [
    { read: "reply", columns: ["error"] },
    { read: "row", means: "hard" },
  ],
  at: "created_at",
};

/** The tag `*` is all mail. */
const MAILGUN_UNSUBSCRIBES: OutcomeSource = {
  id: "mailgun-unsubscribes",
  name: "Mailgun (unsubscribes)",
  kind: "suppression",
  recipient: "address",
  requiredColumns: ["address", "tags", "created_at"],
  proof: "header",
  exact: true,
  signs: [{ read: "item", column: "tags", item: "*", means: "unsubscribed" }],
  at: "created_at",
};

/** Events of the API and webhooks. */
const MAILGUN_EVENTS: OutcomeSource = {
  id: "mailgun-events",
  name: "Mailgun (events)",
  kind: "outcomes",
  recipient: "recipient",
  requiredColumns: ["event", "recipient", "timestamp", ["log-level", "severity"]],
  proof: "header",
  signs: [
    {
      read: "word",
      column: "event",
      words: {
        ...each(["accepted", "stored", "rejected", "list_member_uploaded"], "none"),
        delivered: "sent",
        opened: "opened",
        clicked: "clicked",
        complained: "complained",
        unsubscribed: "unsubscribed",
        failed: "goes on",
      },
    },
    { read: "word", column: "severity", words: { temporary: "soft", permanent: "goes on" } },
    {
      read: "reply",
      columns: ["delivery-status.enhanced-code", "delivery-status.message", "delivery-status.description"],
    },
    { read: "word", column: "severity", words: { permanent: "perhaps_hard" } },
  ],
  at: "timestamp",
};

const LISTMONK_BOUNCES: OutcomeSource = {
  id: "listmonk-bounces",
  name: "listmonk (bounces)",
  kind: "outcomes",
  recipient: "email",
  requiredColumns: ["email", "type", "source", "created_at", ["campaign", "campaign.id"]],
  proof: "header",
  signs: [{ read: "word", column: "type", words: { hard: "hard", soft: "soft", complaint: "complained" } }],
  at: "created_at",
};

/** Accounting files. The sender (`orig`) comes before the recipient. */
const POWERMTA: OutcomeSource = {
  id: "powermta",
  name: "PowerMTA (accounting)",
  kind: "outcomes",
  recipient: "rcpt",
  requiredColumns: ["type", "rcpt", "dsnStatus", "dsnDiag"],
  proof: "header",
  signs: [
    {
      read: "word",
      column: "type",
      words: {
        ...each(["b", "rb"], "goes on"),
        d: "sent",
        ...each(["t", "tq"], "soft"),
        f: "complained",
        ...each(["r", "rs", "p"], "none"),
      },
    },
    { read: "reply", columns: ["dsnStatus", "dsnDiag"] },
    {
      read: "word",
      column: "bounceCat",
      words: {
        ...each(["bad-mailbox", "bad-domain", "inactive-mailbox"], "hard"),
        ...each(
          ["policy-related", "spam-related", "spam-block", "content-related", "virus-related"],
          "policy",
        ),
        ...each(["invalid-sender", "relaying-issues", "protocol-errors"], "policy"),
        ...each(["quota-issues", "message-expired", "no-answer-from-host", "bad-connection"], "soft"),
        ...each(["routing-errors", "bad-configuration"], "soft"),
        other: "none",
      },
    },
  ],
  at: "timeLogged",
};

export const SENDING_SERVICES = [
  SENDGRID,
  SENDGRID_EVENTS,
  SES,
  POSTMARK,
  POSTMARK_BOUNCES,
  POSTMARK_CHANGES,
  MAILGUN_BOUNCES,
  MAILGUN_UNSUBSCRIBES,
  MAILGUN_EVENTS,
  LISTMONK_BOUNCES,
  POWERMTA,
];
