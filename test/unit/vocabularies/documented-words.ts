import type { Documented } from "./documented.ts";

/** Documented words of files whose full header is not documented. Letters as in {@link Documented}. */
export const DOCUMENTED_WORDS: readonly Omit<Documented, "header">[] = [
  {
    source: "zerobounce",
    status: "ZB Status",
    meanings: `valid|ZB Sub Status=none D; valid|ZB Sub Status=leading_period_removed D; valid|ZB Sub Status=alternate D;
      valid|ZB Sub Status=allowed D; valid|ZB Sub Status=ai_agent_mailbox D; invalid|ZB Sub Status=none U;
      invalid|ZB Sub Status=possible_typo U; invalid|ZB Sub Status=does_not_accept_mail U;
      invalid|ZB Sub Status=no_dns_entries U; invalid|ZB Sub Status=mailbox_quota_exceeded U;
      invalid|ZB Sub Status=unroutable_ip_address U; invalid|ZB Sub Status=blocked U; catchall A;
      do_not_mail|ZB Sub Status=role_based_catch_all r; do_not_mail|ZB Sub Status=global_suppression w`,
  },
  {
    source: "emailable",
    status: "State",
    constantCells: { Reason: "ACCEPTED EMAIL", Score: "90" },
    meanings: `Deliverable D; Undeliverable U; Unknown ?; Risky ?; Risky|Accept All=true A;
      Risky|Accept All=false ?; Risky|Role=true r; Risky|Disposable=true d; Unknown|Free=true f; Duplicate -`,
  },
  {
    source: "emailable",
    status: "State",
    constantCells: { Reason: "", Score: "90" },
    meanings: "Risky|AcceptAll=true A",
  },
  {
    source: "bouncer",
    status: "status",
    constantCells: { toxicity: "0" },
    meanings: `deliverable D; deliverable|acceptAll=yes A; deliverable|acceptAll=no D; deliverable|acceptAll=unknown D;
      undeliverable U; unknown ?; risky ?; risky|acceptAll=yes A; risky|domain.acceptAll=yes A; risky|role=yes r;
      risky|account.role=yes r; risky|free=yes f; risky|domain.free=yes f; risky|disposable=yes d;
      risky|domain.disposable=yes d`,
  },
  {
    source: "verifalia",
    status: "Classification",
    constantCells: { InputData: "ann@example.com", Status: "Success" },
    meanings: `Deliverable D; Undeliverable U; Unknown ?; Deliverable|Status=Duplicate -; Risky|Status= ?;
      Risky|Status=ServerIsCatchAll A; Risky|Status=CatchAllConnectionFailure ?;
      Risky|Status=CatchAllValidationTimeout ?; Risky|Status=MailboxHasInsufficientStorage ?;
      Risky|Status=LocalPartIsWellKnownRoleAccount r; Risky|Status=MailExchangerIsHoneypot p;
      Risky|Status=DomainIsWellKnownDea d; Risky|Status=MailboxIsDea d; Risky|Status=MailExchangerIsWellKnownDea d`,
  },
  {
    source: "mailgun-validate",
    status: "result",
    constantCells: { address: "ann@example.com", risk: "low" },
    meanings: `deliverable D; undeliverable U; unknown ?; catch_all A; do_not_send w;
      do_not_send|is_disposable_address=true d; do_not_send|is_disposable_address=false w;
      unknown|is_role_address=true r; unknown|is_disposable_address=true d`,
  },
  {
    source: "reacher",
    status: "is_reachable",
    constantCells: { input: "ann@example.com" },
    meanings: `safe D; invalid U; unknown ?; risky ?; risky|smtp.is_catch_all=true A; risky|smtp.is_catch_all=false ?;
      risky|misc.is_role_account=true r; risky|misc.is_disposable=true d`,
  },
  {
    source: "kickbox",
    status: "result",
    constantCells: { reason: "x", sendex: "1" },
    meanings: "risky|role=true r; risky|free=true f; risky|disposable=true d",
  },
  { source: "neverbounce", status: "email_status", meanings: "catch_all A; disposable d" },
  {
    source: "clearout",
    status: "Clearout Status",
    meanings:
      "catchall A; Valid D; Unknown|Clearout Role Account Status=Yes r; Unknown|Clearout Free Account Status=Yes f; Unknown|Clearout Disposable Status=Yes d",
  },
  {
    source: "hunter",
    status: "status",
    constantCells: { score: "90", smtp_check: "true" },
    meanings:
      "valid D; invalid U; accept_all A; webmail f; disposable d; unknown ?; unknown|disposable=true d; unknown|webmail=true f",
  },
  {
    source: "hunter",
    status: "Verification status",
    constantCells: { score: "90", gibberish: "no" },
    meanings: "valid D",
  },
  {
    source: "sendgrid-validation",
    status: "verdict",
    constantCells: { email: "ann@example.com", score: "0.9" },
    meanings: "Valid D; Invalid U; Risky ?",
  },
  {
    source: "validemailchecker",
    status: "Status",
    constantCells: { "Safe to Send": "Yes", Deliverable: "Yes", "Catch-All": "No", "Inbox Full": "No" },
    meanings: `safe D; invalid U; disabled U; catch-all A; unknown ?; risky ?; inbox full ?; disposable d; role r; spam trap t;
      unknown|Free Email=Yes f; unknown|Disposable=Yes d; unknown|Role Account=Yes r; unknown|Spam Trap=Yes p`,
  },
  {
    source: "xverify",
    status: "Status",
    constantCells: { "Invalid Reason": "", Handle: "ann", "Catch All": "false" },
    meanings:
      "Valid D; Valid|Catch All=true A; Valid|Catch All=unknown D; Invalid U; Accept_All A; Risky ?; Unknown ?",
  },
  {
    source: "safetosend",
    status: "Finding",
    constantCells: { Comment: "", Comment_Code: "" },
    meanings: `V ?; V|Comment_Code=VS D; V|Comment_Code=V ?; W ?; W|Comment_Code=B U; W|Comment_Code=XD d;
      W|Comment_Code=XR r; W|Comment_Code=XF w; E m; D -`,
  },
  {
    source: "millionverifier",
    status: "result",
    constantCells: { quality: "risky", free: "no", role: "no" },
    meanings: `ok D; catch_all A; unknown ?; unknown|free=yes f; unknown|role=yes r; invalid U; disposable d; error -;
      unverified -`,
  },
  {
    source: "debounce",
    status: "reason",
    constantCells: { code: "7" },
    meanings: `Syntax m; 1 m; Spam Trap t; spamtrap t; 2 t; Disposable d; 3 d; Accept-All A; 4 A; Deliverable D; 5 D; Invalid U; 6 U;
      Unknown ?; 7 ?; Role r; 8 r; Safe to Send D; Risky|code= ?; Risky|code=1 m; Risky|code=2 t; Risky|code=3 d;
      Risky|code=4 A; Risky|code=5 D; Risky|code=6 U; Risky|code=7 ?; Risky|code=8 r; Risky|code=Syntax m;
      Risky|code=Spam Trap t; Risky|code=spamtrap t; Risky|code=Disposable d; Risky|code=Accept-All A;
      Risky|code=Deliverable D; Risky|code=Invalid U; Risky|code=Role r; Unknown|role=true r; Unknown|free_email=true f`,
  },
  {
    source: "emaillistverify",
    status: "result",
    constantCells: { Email: "ann@example.com", EmailDomain: "example.com" },
    meanings: `ok D; ok_for_all A; accept_all A; invalid U; email_disabled U; dead_server U; invalid_mx U; invalid_syntax m;
      disposable d; role r; spamtrap t; smtp_protocol ?; antispam_system ?; unknown ?`,
  },
  {
    source: "mailchimp",
    status: "UNSUB_TIME",
    constantCells: { MEMBER_RATING: "2", LEID: "1", EUID: "1" },
    meanings: "2024-03-01 10:11:12 N; 2024-03-01 10:11:12|UNSUB_REASON=SPAM C",
  },
  {
    source: "hubspot-events",
    status: "event",
    meanings: `Processed -; Dropped -; MTA_Dropped -; Unbounce -; StatusChange -; Print -; Forward -; Sent X; Delivered X; Open O;
      Click K; Bounce H; Deferred S; SpamReport C; Unsubscribed N`,
  },
  { source: "hubspot-events", status: "event type", meanings: "Bounce H" },
  {
    source: "klaviyo",
    status: "Suppression Reason",
    constantCells: { "Klaviyo ID": "1" },
    meanings: "UNSUBSCRIBED N; User Suppressed M",
  },
  {
    source: "activecampaign",
    status: "Status",
    constantCells: { "Date Created": "2024-03-01", Tags: "" },
    meanings: "Active -; 1 -; Unconfirmed -; 0 -; Unsubscribed N; 2 N; Bounced H; 3 H",
  },
  {
    source: "brevo",
    status: "_BLOCKLISTED",
    constantCells: { ADDED_TIME: "1", MODIFIED_TIME: "1" },
    meanings: "[email_marketing] M; [sms] -",
  },
  {
    source: "brevo-blocked",
    status: "reason.code",
    constantCells: { blockedAt: "2024-03-01T10:11:12Z" },
    meanings: `adminBlocked M; hardBounce H; contactFlaggedAsSpam C; unsubscribedViaMA N; unsubscribedViaEmail N;
      unsubscribedViaApi N`,
  },
  {
    source: "mailerlite",
    status: "Status",
    constantCells: { Subscribed: "2024-03-01", Groups: "" },
    meanings: "Active -; Unconfirmed -; Unsubscribed N; Bounced H; Junk C",
  },
  {
    source: "mailerlite",
    status: "Type",
    constantCells: { Subscribed: "2024-03-01", Location: "" },
    meanings: "Junk C",
  },
  {
    source: "constant-contact",
    status: "Email status",
    meanings: `Active -; Subscribed -; Not Set -; Pending -; Awaiting Confirmation -; Unsubscribed N; Non-existent H; Suspended H;
      Undeliverable S; Mailbox full S; Blocked B; Vacation/auto-reply -`,
  },
  {
    source: "listmonk",
    status: "status",
    constantCells: { uuid: "1", attributes: "{}" },
    meanings: "enabled -; disabled -; blocklisted M",
  },
  {
    source: "mailup",
    status: "optout_type",
    meanings: "0 M; 01 M; 4 M; 2 N; 8 H; 16 C",
    constantCells: { OptOut_Date: "2024-03-01 10:11:12" },
  },
  {
    source: "emfluence",
    status: "bounceType",
    constantCells: { dateBounced: "2024-03-01" },
    meanings: "HB H; SB S",
  },
  {
    source: "promio",
    status: "status",
    constantCells: { sender_id: "1", ts: "1", custID: "1" },
    meanings: "0 M; 5 M; 1 N; 3 H",
  },
  {
    source: "campaign-monitor",
    status: "BounceType",
    constantCells: { Reason: "" },
    meanings: "H H; Hard H; S S; Soft S; Hard|Reason=550 5.7.1 blocked B",
  },
  {
    source: "sendgrid-events",
    status: "event",
    constantCells: { sg_event_id: "1", type: "", bounce_classification: "", status: "", reason: "" },
    meanings: `processed -; group_resubscribe -; blocked B; bounce|bounce_classification=Mailbox Unavailable S;
      bounce|bounce_classification=Content B; bounce|bounce_classification=Frequency or Volume Too High B`,
  },
  {
    source: "ses",
    status: "eventType",
    constantCells: { "mail.messageId": "1", bounceType: "", bounceSubType: "" },
    meanings: `Reject -; Rendering Failure -; Send X; DeliveryDelay S; Bounce|bounceSubType=AttachmentRejected B;
      Bounce|bounceSubType=MessageTooLarge B; Bounce|bounceSubType=General|bounceType=Permanent H;
      Bounce|bounceSubType=NoEmail|bounceType=Permanent H; Bounce|bounceSubType=MailboxFull|bounceType=Transient S;
      Bounce|bounceSubType=Undetermined|bounceType=Undetermined S`,
  },
  {
    source: "ses",
    status: "eventType",
    constantCells: { "mail.messageId": "1" },
    meanings: "Bounce|bounce.bounceType=Permanent H; Bounce|bounce.bounceSubType=ContentRejected B",
  },
  {
    source: "postmark-bounces",
    status: "Type",
    constantCells: { TypeCode: "1" },
    meanings: "VirusNotification B; DMARCPolicy B; AddressChange -",
  },
  {
    source: "postmark-bounces",
    status: "RecordType",
    constantCells: { Type: "", TypeCode: "" },
    meanings: `SubscriptionChange|SuppressSending=true|SuppressionReason=HardBounce H;
      SubscriptionChange|SuppressSending=true|SuppressionReason=SpamComplaint C;
      SubscriptionChange|SuppressSending=false|SuppressionReason=HardBounce -;
      SubscriptionChange|SuppressSending=true|SuppressionReason=ManualSuppression|Origin=Recipient N;
      SubscriptionChange|SuppressSending=true|SuppressionReason=ManualSuppression|Origin=Customer M;
      SubscriptionChange|SuppressSending=true|SuppressionReason=ManualSuppression|Origin=Admin M;
      Delivery X; Open O; Click K`,
  },
  {
    source: "postmark-changes",
    status: "SuppressSending",
    meanings: "true|SuppressionReason=ManualSuppression|Origin=Admin M",
  },
  {
    source: "mailgun-unsubscribes",
    status: "tags",
    constantCells: { created_at: "Fri, 01 Mar 2024 10:11:12 UTC" },
    meanings: "* N; newsletter -",
  },
  {
    source: "mailgun-events",
    status: "event",
    constantCells: { timestamp: "1709287872", severity: "" },
    meanings: `accepted -; stored -; rejected -; list_member_uploaded -; delivered X; opened O; clicked K; complained C;
      unsubscribed N; failed|severity=temporary S; failed|severity=permanent h`,
  },
  {
    source: "listmonk-bounces",
    status: "type",
    constantCells: { source: "api", created_at: "2024-03-01", campaign: "1" },
    meanings: "hard H; soft S; complaint C",
  },
  {
    source: "powermta",
    status: "type",
    constantCells: { dsnStatus: "", dsnDiag: "", bounceCat: "" },
    meanings: `rb|bounceCat=bad-domain H; b|bounceCat=inactive-mailbox H; tq S; rs -; p -; b|bounceCat=spam-related B;
      b|bounceCat=spam-block B; b|bounceCat=content-related B; b|bounceCat=virus-related B; b|bounceCat=invalid-sender B;
      b|bounceCat=relaying-issues B; b|bounceCat=protocol-errors B; b|bounceCat=message-expired S;
      b|bounceCat=no-answer-from-host S; b|bounceCat=bad-connection S; b|bounceCat=routing-errors S;
      b|bounceCat=bad-configuration S`,
  },
  {
    source: "opt-out-columns",
    status: "Email Opt Out",
    meanings: `yes N; true N; 1 N; y N; x N; ja N; oui N; sí N; si N; opted out N; unsubscribed N; blocklisted N;
      do not allow N; 2024-03-01 10:11:12 N; no -; false -; 0 -`,
  },
  { source: "opt-out-columns", status: "Unsubscribed At", meanings: "2024-03-01 10:11:12 N" },
  {
    source: "opt-out-columns",
    status: "Subscription Status",
    meanings: `unsubscribed N; unsubscribe N; unsub N; opted out N; opted-out N; opt out N; optout N; abgemeldet N; désabonné N;
      désinscrit N; baja N; complained C; complaint C; spam C; reported as spam C; abuse C; blocklisted M; blacklisted M;
      suppressed M; do not email M; do not contact M; active -; subscribed -`,
  },
];
