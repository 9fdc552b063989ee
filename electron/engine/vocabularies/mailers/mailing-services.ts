import { each } from "../meanings.ts";
import type { OutcomeMeaning, OutcomeSource } from "../types.ts";

/** Hard bounces and many soft ones in a row: some services make one state of both. */
const HARD_OR_OFTEN_SOFT: OutcomeMeaning = { outcome: "hard", perhaps: "soft" };

/** Which of the export's files it is shows in which of its time columns is filled. */
const MAILCHIMP: OutcomeSource = {
  id: "mailchimp",
  name: "Mailchimp",
  kind: "audience",
  grade: "B",
  documented: [
    "https://quickbooks.intuit.com/learn-support/en-us/help-article/email-campaign/cleaned-contacts/L4Mq51NnS_US_en_US",
  ],
  tells: ["Email Address", "MEMBER_RATING", "LEID", "EUID"],
  proof: "header",
  signs: [
    { read: "item", column: "UNSUB_REASON", item: "spam", means: "complained" },
    { read: "filled", column: "UNSUB_TIME", means: "unsubscribed" },
    { read: "filled", column: "CLEAN_TIME", means: HARD_OR_OFTEN_SOFT },
  ],
  at: { column: ["CLEAN_TIME", "UNSUB_TIME"], written: "plain" },
  remarks: ["UNSUB_REASON", "UNSUB_REASON_OTHER"],
};

/** Who left one kind of mail only may still be written to. */
const HUBSPOT: OutcomeSource = {
  id: "hubspot-unsubscribes-and-bounces",
  name: "HubSpot",
  kind: "outcomes",
  grade: "A",
  documented: [
    "https://knowledge.hubspot.com/articles/kcs_article/contacts/what-do-the-columns-mean-in-csv-i-receive-when-i-export-unsubscribes-and-bounces",
  ],
  tells: ["Portal Bounce", "Portal Unsubscribe", "Global Bounce"],
  proof: "header",
  signs: [
    { read: "yes", column: "Portal Spam Report", means: "complained" },
    { read: "yes", column: "Portal Unsubscribe", means: "unsubscribed" },
    { read: "yes", column: "Portal Bounce", means: "hard", text: "hard" },
    { read: "yes", column: "Global Bounce", means: "hard" },
  ],
  remarks: ["Portal Bounce"],
};

/** Events of one send. What was dropped was never sent; what was taken back is no bounce. */
const HUBSPOT_EVENTS: OutcomeSource = {
  id: "hubspot-events",
  name: "HubSpot (events of an email)",
  kind: "outcomes",
  grade: "A",
  documented: [
    "https://knowledge.hubspot.com/articles/kcs_article/email/what-do-the-email-terms-in-my-basic-export-mean",
  ],
  tells: ["recipient", ["event", "event type", "type"]],
  proof: "words",
  signs: [
    {
      read: "word",
      column: ["event", "event type", "type"],
      words: {
        ...each(
          [
            "sent",
            "processed",
            "delivered",
            "click",
            "dropped",
            "mta_dropped",
            "unbounce",
            "statuschange",
            "print",
            "forward",
          ],
          "none",
        ),
        open: "opened",
        bounce: { outcome: "hard", perhaps: "policy" },
        deferred: "soft",
        spamreport: "complained",
        unsubscribed: "unsubscribed",
      },
    },
  ],
};

/** More than seven soft bounces in a row count there as a hard one. */
const KLAVIYO: OutcomeSource = {
  id: "klaviyo",
  name: "Klaviyo",
  kind: "audience",
  grade: "A",
  documented: ["https://help.klaviyo.com/hc/en-us/articles/115005246108"],
  tells: ["Email", ["Email Marketing Consent", "Klaviyo ID"]],
  proof: "header",
  signs: [
    {
      read: "word",
      column: ["Email Suppressions", "Suppression Reason"],
      words: {
        hard_bounce: HARD_OR_OFTEN_SOFT,
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
  at: { column: "Email Marketing Consent Timestamp", written: "iso" },
};

const ACTIVECAMPAIGN: OutcomeSource = {
  id: "activecampaign",
  name: "ActiveCampaign",
  kind: "audience",
  grade: "C",
  documented: ["https://activepedia.com/index.php?title=About_campaign_bounces_and_bounce_codes"],
  tells: ["Email", "Date Created", "Status", ["IP", "Tags"]],
  proof: "words",
  signs: [
    {
      read: "word",
      column: "Status",
      words: {
        ...each(["active", "1", "unconfirmed", "0"], "none"),
        ...each(["unsubscribed", "2"], "unsubscribed"),
        ...each(["bounced", "3"], HARD_OR_OFTEN_SOFT),
      },
    },
  ],
};

/** It does not say why it sends no more mail. */
const BREVO: OutcomeSource = {
  id: "brevo",
  name: "Brevo",
  kind: "audience",
  grade: "C",
  documented: ["https://developers.brevo.com/reference/request-contact-export"],
  tells: ["EMAIL", "ADDED_TIME", "MODIFIED_TIME"],
  proof: "header",
  signs: [{ read: "item", column: "_BLOCKLISTED", item: "email_marketing", means: "suppressed" }],
};

const BREVO_BLOCKED: OutcomeSource = {
  id: "brevo-blocked",
  name: "Brevo (blocked contacts)",
  kind: "suppression",
  grade: "A",
  documented: ["https://developers.brevo.com/reference/get-transac-blocked-contacts"],
  tells: ["email", "reason.code", "blockedAt"],
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
  at: { column: "blockedAt", written: "iso" },
};

/** `Subscriber` is the address. */
const MAILERLITE: OutcomeSource = {
  id: "mailerlite",
  name: "MailerLite",
  kind: "audience",
  grade: "C",
  documented: ["https://www.mailerlite.com/help/subscriber-statuses-explained"],
  tells: ["Subscriber", "Subscribed", ["Groups", "Location"]],
  proof: "header",
  signs: [
    {
      read: "word",
      column: ["Status", "Type"],
      words: {
        ...each(["active", "unconfirmed"], "none"),
        unsubscribed: "unsubscribed",
        bounced: HARD_OR_OFTEN_SOFT,
        junk: "complained",
      },
    },
  ],
};

const CONSTANT_CONTACT: OutcomeSource = {
  id: "constant-contact",
  name: "Constant Contact",
  kind: "audience",
  grade: "B",
  documented: [
    "https://community.constantcontact.com/t5/FAQs/Understanding-Undeliverable-and-Blocked-Bounces/m-p/386096",
  ],
  tells: ["Email address", "Email status"],
  proof: "words",
  signs: [
    {
      read: "word",
      column: "Email status",
      words: {
        ...each(["active", "subscribed", "not set", "pending", "awaiting confirmation"], "none"),
        unsubscribed: "unsubscribed",
        ...each(["non-existent", "suspended"], "hard"),
        ...each(["undeliverable", "mailbox full"], "soft"),
        blocked: "policy",
        "vacation/auto-reply": "none",
      },
    },
  ],
  at: { column: "Created At", written: "plain" },
};

const LISTMONK: OutcomeSource = {
  id: "listmonk",
  name: "listmonk",
  kind: "audience",
  grade: "A",
  documented: ["https://github.com/knadh/listmonk/blob/master/cmd/subscribers.go"],
  tells: ["uuid", "email", "attributes", "status"],
  proof: "header",
  signs: [
    {
      read: "word",
      column: "status",
      words: { ...each(["enabled", "disabled"], "none"), blocklisted: "suppressed" },
    },
  ],
  at: { column: "updated_at", written: "iso" },
};

const MAILUP: OutcomeSource = {
  id: "mailup",
  name: "MailUp",
  kind: "outcomes",
  grade: "A",
  documented: ["https://help.mailup.com/pages/viewpage.action?pageId=37978139"],
  tells: ["OptOut_Date", ["optout_type", "optout_subtype"]],
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
  at: { column: "OptOut_Date", written: "iso" },
};

const EMFLUENCE: OutcomeSource = {
  id: "emfluence",
  name: "emfluence",
  kind: "outcomes",
  grade: "A",
  documented: ["https://apidocs.emailer.emfluence.com/v1/endpoints/exports/emailBounces"],
  tells: ["email", "dateBounced", "bounceType"],
  proof: "header",
  signs: [{ read: "word", column: "bounceType", words: { HB: "hard", SB: "soft" } }],
  at: { column: "dateBounced", written: "plain" },
};

const PROMIO: OutcomeSource = {
  id: "promio",
  name: "promio.connect",
  kind: "suppression",
  grade: "A",
  documented: ["https://servicewiki.promio-connect.com/doku.php/en:dataexchange:export_blacklist_complete"],
  tells: ["sender_id", "ts", "custID", "mail", "status"],
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
  grade: "A",
  documented: ["http://www.campaignmonitor.com/api/Campaign.GetBounces.aspx"],
  tells: [["EmailAddress", "Email Address"], "BounceType", "Reason"],
  proof: "header",
  signs: [
    { read: "reply", columns: ["Reason"] },
    {
      read: "word",
      column: "BounceType",
      words: { ...each(["h", "hard"], "hard"), ...each(["s", "soft"], "soft") },
    },
  ],
  at: { column: "Date", written: "plain" },
  remarks: ["Reason"],
};

/** Exports of services for newsletters. */
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
