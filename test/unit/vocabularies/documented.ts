/**
 * Files of other programs as their makers document them, and what each of their words means: D deliverable, U undeliverable,
 * A accept-all, ? unknown; H hard, B policy, S soft, N unsubscribed, C complained, M suppressed, O opened; - nothing. A word
 * may have words in other columns beside it: `word|column=word`.
 */
export interface Documented {
  readonly source: string;
  readonly header: readonly string[];
  readonly status: string;
  readonly means: string;
  /** What is the same in every row. */
  readonly always?: Readonly<Record<string, string>>;
}

const list = (names: string) => names.split(",");

export const DOCUMENTED: readonly Documented[] = [
  {
    source: "service",
    header: list("Email,Verification Result,Syntax Error,ISP,Role,Disposable,Trap,Verified At"),
    status: "Verification Result",
    means: "deliverable D; undeliverable U; unknown ?; accept-all A; accept_all A; accept all A",
  },
  {
    source: "zerobounce",
    header: list(
      "Email Address,ZB Status,ZB Sub Status,ZB Account,ZB Domain,ZB First Name,ZB Last Name,ZB Gender,ZB Free Email,ZB MX Found,ZB MX Record,ZB SMTP Provider,ZB Did You Mean",
    ),
    status: "ZB Status",
    means: `valid D; valid|ZB Sub Status=alias_address D; valid|ZB Sub Status=gold D; valid|ZB Sub Status=accept_all A;
      valid|ZB Sub Status=role_based_accept_all A; invalid U; invalid|ZB Sub Status=mailbox_not_found U;
      invalid|ZB Sub Status=failed_syntax_check U; catch-all A; catch_all A; catch all A; unknown ?; spamtrap U; abuse ?;
      do_not_mail ?; do_not_mail|ZB Sub Status=role_based ?; do_not_mail|ZB Sub Status=disposable ?;
      do_not_mail|ZB Sub Status=toxic ?; do_not_mail|ZB Sub Status=possible_trap ?; do_not_mail|ZB Sub Status=mx_forward ?`,
  },
  {
    source: "neverbounce",
    header: list("id,email,email_status"),
    status: "email_status",
    means: "valid D; invalid U; catchall A; disposable ?; unknown ?",
  },
  {
    source: "kickbox",
    header: list(
      "email,result,reason,role,free,disposable,accept_all,did_you_mean,sendex,user,domain,success",
    ),
    status: "result",
    means:
      "deliverable D; undeliverable U; unknown ?; risky|accept_all=true A; risky|accept_all=false ?; risky ?",
  },
  {
    source: "emailable",
    header: list("Email,State,Reason,Score,Domain,Free,Role,Disposable,Accept All,Tag,SMTP Provider"),
    status: "State",
    means: "Deliverable D; Undeliverable U; Unknown ?; Risky|Accept All=true A; Risky ?; Duplicate -",
  },
  {
    source: "bouncer",
    header: list("email,status,reason,acceptAll,disposable,free,role,toxicity,provider,score"),
    status: "status",
    means: `deliverable D; deliverable|acceptAll=yes A; deliverable|acceptAll=unknown D; undeliverable U; unknown ?;
      risky|acceptAll=yes A; risky|acceptAll=no ?`,
  },
  {
    source: "millionverifier",
    header: list("Email,Name,quality,result,free,role"),
    status: "result",
    means: "ok D; catch_all A; unknown ?; invalid U; disposable ?; error -; unverified -",
  },
  {
    source: "debounce",
    header: list("email,code,role,free_email,result,reason,send_transactional,did_you_mean"),
    status: "reason",
    means: "Deliverable D; Invalid U; Syntax U; Spam Trap U; Disposable ?; Accept-All A; Unknown ?; Role ?",
  },
  {
    source: "debounce",
    header: list("email,code,result"),
    status: "result",
    means: "5 D; 6 U; 1 U; 2 U; 3 ?; 4 A; 7 ?; 8 ?; Safe to Send D; Risky|code=4 A; Risky|code=8 ?; Risky ?",
  },
  {
    source: "clearout",
    header: list(
      "Email,Name,Clearout Verification Status,Clearout Safe to Send,Clearout Reason,Clearout Suggested Email,Clearout Bounce Type,Clearout Disposable Status,Clearout Free Account Status,Clearout Role Account Status,Clearout Gibberish Status,Clearout Account,Clearout Domain,Clearout MX Record,Clearout SMTP Provider,Clearout Verified At (UTC),Clearout Time Taken (ms)",
    ),
    status: "Clearout Verification Status",
    means: "Valid D; Invalid U; Catch All A; Unknown ?; Unknown|Clearout Reason=Request cancelled -",
  },
  {
    source: "hunter",
    header: list(
      "email,status,score,regexp,gibberish,disposable,webmail,mx_records,smtp_server,smtp_check,accept_all,block",
    ),
    status: "status",
    means: "valid D; invalid U; accept_all A; webmail ?; disposable ?; unknown ?",
  },
  {
    source: "verifalia",
    header: list("InputData,Classification,Status,CreatedOn,CompletedOn"),
    status: "Classification",
    means: `Deliverable D; Undeliverable U; Unknown ?; Risky|Status=ServerIsCatchAll A; Risky|Status=CatchAllConnectionFailure ?;
      Risky|Status=LocalPartIsWellKnownRoleAccount ?; Risky|Status=MailboxIsDea ?; Unknown|Status=Duplicate -`,
  },
  {
    source: "mailgun-validate",
    header: list("address,result,risk,reason,is_disposable_address,is_role_address,did_you_mean"),
    status: "result",
    means:
      "deliverable D; undeliverable U; catch_all A; unknown ?; do_not_send ?; do_not_send|is_disposable_address=true ?",
  },
  {
    source: "sendgrid-validation",
    header: list("email,verdict,score,host"),
    status: "verdict",
    means: "Valid D; Invalid U; Risky ?",
  },
  {
    source: "reacher",
    header: list(
      "input,is_reachable,misc.is_disposable,misc.is_role_account,misc.gravatar_url,mx.accepts_mail,smtp.can_connect,smtp.has_full_inbox,smtp.is_catch_all,smtp.is_deliverable,smtp.is_disabled,syntax.is_valid_syntax,syntax.domain,syntax.username,error",
    ),
    status: "is_reachable",
    means: "safe D; invalid U; unknown ?; risky|smtp.is_catch_all=true A; risky|smtp.is_catch_all=false ?",
  },
  {
    source: "emaillistverify",
    header: list("Email,result,EmailDomain,NamingFormat"),
    status: "result",
    means: `ok D; ok_for_all A; accept_all A; invalid U; email_disabled U; dead_server U; invalid_mx U; invalid_syntax U;
      disposable ?; role ?; spamtrap U; smtp_protocol ?; antispam_system ?; unknown ?`,
  },
  {
    source: "validemailchecker",
    header: list(
      "Email,Status,Score,Safe to Send,Deliverable,Catch-All,Inbox Full,Free Email,Disposable,Role Account,Spam Trap,Disabled,MX Found",
    ),
    status: "Status",
    means:
      "safe D; invalid U; disabled U; catch-all A; unknown ?; risky ?; inbox full ?; disposable ?; role ?; spam trap U",
  },
  {
    source: "xverify",
    header: list("Email,Status,Invalid Reason,Handle,Domain,Syntax,Catch All"),
    status: "Status",
    means:
      "Valid D; Valid|Catch All=true A; Valid|Catch All=unknown D; Invalid U; Accept_All A; Risky ?; Unknown ?",
  },
  {
    source: "safetosend",
    header: list("Email,Finding,Comment,Comment_Code,Sugg_Email,Sugg_Comment"),
    status: "Finding",
    means:
      "V|Comment_Code=VS D; V ?; W|Comment_Code=B U; W|Comment_Code=XD ?; W|Comment_Code=XR ?; W|Comment_Code=XF ?; E U; D -",
  },
  {
    source: "mailchimp",
    header: list(
      "Email Address,First Name,Last Name,MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,CONFIRM_IP,GMTOFF,DSTOFF,TIMEZONE,CC,REGION,CLEAN_TIME,CLEAN_CAMPAIGN_TITLE,CLEAN_CAMPAIGN_ID,LEID,EUID,NOTES,TAGS",
    ),
    status: "CLEAN_TIME",
    means: "2024-03-01 10:11:12 H",
  },
  {
    source: "mailchimp",
    header: list(
      "Email Address,First Name,Last Name,MEMBER_RATING,OPTIN_TIME,UNSUB_TIME,UNSUB_CAMPAIGN_TITLE,UNSUB_CAMPAIGN_ID,UNSUB_REASON,UNSUB_REASON_OTHER,LEID,EUID,NOTES,TAGS",
    ),
    status: "UNSUB_TIME",
    means: "2024-03-01 10:11:12 N; 2024-03-01 10:11:12|UNSUB_REASON=spam (abuse) C",
  },
  {
    source: "hubspot-unsubscribes-and-bounces",
    header: list(
      "Email,Portal Bounce,Portal Unsubscribe,Portal Spam Report,Global Bounce,Marketing Information",
    ),
    status: "Portal Bounce",
    means: `TRUE H; 550 5.1.1 user unknown H; 554 5.7.1 blocked as spam B; FALSE|Global Bounce=TRUE H; FALSE|Portal Spam Report=TRUE C;
      FALSE|Portal Unsubscribe=TRUE N; FALSE|Marketing Information=TRUE -`,
  },
  {
    source: "hubspot-events",
    header: list("recipient,event,created"),
    status: "event",
    means: `Sent -; Processed -; Delivered -; Click -; Dropped -; MTA_Dropped -; Unbounce -; Open O; Bounce H; Deferred S;
      SpamReport C; Unsubscribed N`,
  },
  {
    source: "klaviyo",
    header: list(
      "Email,Klaviyo ID,First Name,Email Marketing Consent,Email Marketing Consent Timestamp,Email Suppressions",
    ),
    status: "Email Marketing Consent",
    means: `SUBSCRIBED -; NEVER_SUBSCRIBED -; UNSUBSCRIBED N; SUBSCRIBED|Email Suppressions=HARD_BOUNCE H;
      SUBSCRIBED|Email Suppressions=INVALID_EMAIL H; SUBSCRIBED|Email Suppressions=SPAM_COMPLAINT C;
      SUBSCRIBED|Email Suppressions=USER_SUPPRESSED M; UNSUBSCRIBED|Email Suppressions=UNSUBSCRIBE N`,
  },
  {
    source: "activecampaign",
    header: list("Email,First Name,Date Created,Status,IP,Tags"),
    status: "Status",
    means: "Active -; Unconfirmed -; Unsubscribed N; Bounced H; 1 -; 0 -; 2 N; 3 H",
  },
  {
    source: "brevo",
    header: list("EMAIL,ADDED_TIME,MODIFIED_TIME,_BLOCKLISTED,_SUBSCRIBED,_listIds"),
    status: "_BLOCKLISTED",
    means: "email_marketing M; [email_marketing|sms] M; sms -",
  },
  {
    source: "brevo-blocked",
    header: list("email,senderEmail,reason.code,reason.message,blockedAt"),
    status: "reason.code",
    means: "adminBlocked M; hardBounce H; contactFlaggedAsSpam C; unsubscribedViaEmail N",
  },
  {
    source: "mailerlite",
    header: list("Subscriber,Status,Subscribed,Groups,Location"),
    status: "Status",
    means: "Active -; Unconfirmed -; Unsubscribed N; Bounced H; Junk C",
  },
  {
    source: "constant-contact",
    header: list("Email address,Email status,Email permission status,Email Lists,Source Name,Created At"),
    status: "Email status",
    means:
      "Active -; Unsubscribed N; Non-existent H; Suspended H; Undeliverable S; Mailbox full S; Blocked B",
  },
  {
    source: "listmonk",
    header: list("uuid,email,name,attributes,status,created_at,updated_at"),
    status: "status",
    means: "enabled -; disabled -; blocklisted M",
  },
  {
    source: "listmonk-bounces",
    header: list("email,type,source,created_at,campaign"),
    status: "type",
    means: "hard H; soft S; complaint C",
  },
  {
    source: "mailup",
    header: list("email,idList,OptOut_Date,optout_nl,optout_type,optout_subtype"),
    status: "optout_type",
    means: "0 M; 01 M; 2 N; 4 M; 8 H; 16 C",
  },
  {
    source: "emfluence",
    header: list("email,dateBounced,bounceType"),
    status: "bounceType",
    means: "HB H; SB S",
  },
  {
    source: "promio",
    header: list("sender_id,ts,custID,mail,status"),
    status: "status",
    means: "0 M; 1 N; 3 H; 5 M",
  },
  {
    source: "campaign-monitor",
    header: list("EmailAddress,BounceType,Date,Reason"),
    status: "BounceType",
    means: "Hard H; Soft S; H H; S S; Hard|Reason=554 5.7.1 blocked B; Soft|Reason=5.1.1 H",
  },
  {
    source: "sendgrid",
    header: list("status,reason,email,created"),
    status: "status",
    means:
      "5.1.1 H; 5.2.1 H; 5.7.1 B; 4.2.2 S; 550|reason=550 user unknown H; 550|reason=550 blocked using spamhaus B; 550 M",
  },
  {
    source: "sendgrid-events",
    header: list("sg_event_id,event,email,timestamp,type,bounce_classification,status,reason"),
    status: "event",
    means: `bounce|type=bounce H; bounce|type=blocked B; dropped -; delivered -; deferred S; spamreport C; unsubscribe N;
      group_unsubscribe N; open O; bounce|bounce_classification=Invalid Address H;
      bounce|bounce_classification=Reputation B; bounce|bounce_classification=Technical Failure S;
      bounce|bounce_classification=Unclassified -`,
  },
  {
    source: "ses",
    header: list("notificationType,bounceType,bounceSubType,emailAddress,status,diagnosticCode,timestamp"),
    status: "notificationType",
    means: `Complaint C; Delivery -; Bounce|bounceType=Permanent H; Bounce|bounceType=Transient S;
      Bounce|bounceSubType=Suppressed M; Bounce|bounceSubType=OnAccountSuppressionList M;
      Bounce|bounceSubType=ContentRejected B; Bounce|bounceType=Undetermined S`,
  },
  {
    source: "ses",
    header: list("eventType,bounceType,emailAddress,status"),
    status: "bounceType",
    means: "Permanent H; Transient S; Transient|status=5.4.4 H",
    always: { eventType: "Bounce" },
  },
  {
    source: "postmark-suppressions",
    header: list("EmailAddress,SuppressionReason,Origin,CreatedAt"),
    status: "SuppressionReason",
    means: `HardBounce H; SpamComplaint C; ManualSuppression|Origin=Recipient N; ManualSuppression|Origin=Customer M;
      ManualSuppression|Origin=Admin M`,
  },
  {
    source: "postmark-bounces",
    header: list("RecordType,Type,TypeCode,Email,BouncedAt,Details,Description,Inactive"),
    status: "Type",
    means: `HardBounce H; BadEmailAddress H; ManuallyDeactivated M; SoftBounce S; Transient S; DnsError S; SpamNotification B;
      Blocked B; SpamComplaint C; Unsubscribe N; AutoResponder -`,
  },
  {
    source: "mailgun-bounces",
    header: list("address,code,error,created_at"),
    status: "error",
    means: "550 5.1.1 no such user H; No MX for example.com H; 550 5.7.1 blocked B",
  },
];

/** One row's cells by column, and the letter of what it means. */
export interface DocumentedRow {
  readonly cells: Readonly<Record<string, string>>;
  readonly letter: string;
}

/** The rows of a documented file, one for each of its words. */
export function rowsOf({ means, status, always = {} }: Documented): DocumentedRow[] {
  return means.split(";").map((one) => {
    const text = one.trim().replace(/\s+/g, " ");
    const [word = "", ...beside] = text.slice(0, -2).split(/\|(?=[\w .]+=)/);
    const others = beside.map((pair) => pair.split("="));
    return { cells: { ...always, [status]: word, ...Object.fromEntries(others) }, letter: text.slice(-1) };
  });
}

/** A row in the order of a header, with an address in the column that holds them. */
export function inOrder(
  header: readonly string[],
  cells: Readonly<Record<string, string>>,
  row: number,
): string[] {
  const address = header.findIndex((name) => /mail|address|input|subscriber|recipient/i.test(name));
  return header.map((name, index) => cells[name] ?? (index === address ? `person${row}@example.com` : ""));
}
