/**
 * Files of other programs as documented by their vendors, and the meaning of each word, as a letter:
 * - verdicts: D deliverable, U undeliverable, A accept-all, ? unknown
 * - verdicts with a flag: m malformed (U), t trap (U), r role, d disposable, f free, w unwanted, p perhaps a trap (?)
 * - outcomes: H hard, h perhaps hard, B policy, S soft, N unsubscribed, C complained, M suppressed, X sent, O opened,
 *   K clicked
 * - `-`: nothing
 *
 * A word can depend on words in other columns: `word|column=word`.
 */
export interface Documented {
  readonly source: string;
  readonly header: readonly string[];
  readonly status: string;
  readonly meanings: string;
  readonly constantCells?: Readonly<Record<string, string>>;
}

const list = (names: string) => names.split(",");

export const DOCUMENTED: readonly Documented[] = [
  {
    source: "powermta",
    header: list("type,timeLogged,rcpt,dsnAction,dsnStatus,dsnDiag,dsnMta,bounceCat"),
    status: "type",
    meanings: `d X; t S; f C; r -; b|dsnStatus=5.1.1 (bad destination mailbox address) H; b|dsnStatus=5.7.1 B;
      b|bounceCat=bad-mailbox H; b|bounceCat=policy-related B; b|bounceCat=quota-issues S; b|bounceCat=other -`,
  },
  {
    source: "service",
    header: list("Email,Verification Result,Syntax Error,ISP,Role,Disposable,Trap,Verified At"),
    status: "Verification Result",
    meanings: "deliverable D; undeliverable U; unknown ?; accept-all A; accept_all A; accept all A",
  },
  {
    source: "zerobounce",
    header: list(
      "Email Address,ZB Status,ZB Sub Status,ZB Account,ZB Domain,ZB First Name,ZB Last Name,ZB Gender,ZB Free Email,ZB MX Found,ZB MX Record,ZB SMTP Provider,ZB Did You Mean",
    ),
    status: "ZB Status",
    meanings: `valid D; valid|ZB Sub Status=alias_address D; valid|ZB Sub Status=gold D; valid|ZB Sub Status=accept_all A;
      valid|ZB Sub Status=role_based_accept_all A; invalid U; invalid|ZB Sub Status=mailbox_not_found U;
      invalid|ZB Sub Status=failed_syntax_check m; catch-all A; catch_all A; catch all A; unknown ?; spamtrap t; abuse w;
      do_not_mail w; do_not_mail|ZB Sub Status=role_based r; do_not_mail|ZB Sub Status=disposable d;
      do_not_mail|ZB Sub Status=toxic w; do_not_mail|ZB Sub Status=possible_trap p; do_not_mail|ZB Sub Status=mx_forward ?`,
  },
  {
    source: "neverbounce",
    header: list("id,email,email_status"),
    status: "email_status",
    meanings: "valid D; invalid U; catchall A; disposable d; unknown ?",
  },
  {
    source: "kickbox",
    header: list(
      "email,result,reason,role,free,disposable,accept_all,did_you_mean,sendex,user,domain,success",
    ),
    status: "result",
    meanings:
      "deliverable D; undeliverable U; unknown ?; risky|accept_all=true A; risky|accept_all=false ?; risky ?",
  },
  {
    source: "clearout",
    header: list(
      "Email,Name,Clearout Verification Status,Clearout Safe to Send,Clearout Reason,Clearout Suggested Email,Clearout Bounce Type,Clearout Disposable Status,Clearout Free Account Status,Clearout Role Account Status,Clearout Gibberish Status,Clearout Account,Clearout Domain,Clearout MX Record,Clearout SMTP Provider,Clearout Verified At (UTC),Clearout Time Taken (ms)",
    ),
    status: "Clearout Verification Status",
    meanings: "Valid D; Invalid U; Catch All A; Unknown ?; Unknown|Clearout Reason=Request cancelled -",
  },
  {
    source: "mailchimp",
    header: list(
      "Email Address,First Name,Last Name,MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,CONFIRM_IP,GMTOFF,DSTOFF,TIMEZONE,CC,REGION,CLEAN_TIME,CLEAN_CAMPAIGN_TITLE,CLEAN_CAMPAIGN_ID,LEID,EUID,NOTES,TAGS",
    ),
    status: "CLEAN_TIME",
    meanings: "2024-03-01 10:11:12 h",
  },
  {
    source: "hubspot-unsubscribes-and-bounces",
    header: list(
      "Email,Portal Bounce,Portal Unsubscribe,Portal Spam Report,Global Bounce,Marketing Information",
    ),
    status: "Portal Bounce",
    meanings: `TRUE H; 550 5.1.1 user unknown H; 554 5.7.1 blocked as spam B; FALSE|Global Bounce=TRUE H; FALSE|Portal Spam Report=TRUE C;
      FALSE|Portal Unsubscribe=TRUE N; FALSE|Marketing Information=TRUE -`,
  },
  {
    source: "klaviyo",
    header: list(
      "Email,Klaviyo ID,First Name,Email Marketing Consent,Email Marketing Consent Timestamp,Email Suppressions",
    ),
    status: "Email Marketing Consent",
    meanings: `SUBSCRIBED -; NEVER_SUBSCRIBED -; UNSUBSCRIBED N; SUBSCRIBED|Email Suppressions=HARD_BOUNCE H;
      SUBSCRIBED|Email Suppressions=INVALID_EMAIL H; SUBSCRIBED|Email Suppressions=SPAM_COMPLAINT C;
      SUBSCRIBED|Email Suppressions=USER_SUPPRESSED M; UNSUBSCRIBED|Email Suppressions=UNSUBSCRIBE N`,
  },
  {
    source: "sendgrid-events",
    header: list("sg_event_id,event,email,timestamp,type,bounce_classification,status,reason"),
    status: "event",
    meanings: `bounce|type=bounce H; bounce|type=blocked B; dropped -; delivered X; deferred S; spamreport C; unsubscribe N;
      group_unsubscribe N; open O; click K; bounce|bounce_classification=Invalid Address H;
      bounce|bounce_classification=Reputation B; bounce|bounce_classification=Technical Failure S;
      bounce|bounce_classification=Unclassified -`,
  },
  {
    source: "ses",
    header: list(
      "notificationType,bounceType,bounceSubType,emailAddress,status,diagnosticCode,complaintFeedbackType,timestamp",
    ),
    status: "notificationType",
    meanings: `Complaint C; Complaint|complaintFeedbackType=abuse C; Complaint|complaintFeedbackType=not-spam -;
      Complaint|complaintFeedbackType=new-type C; Delivery X; Open O; Click K; Bounce|bounceType=Permanent H; Bounce|bounceType=Transient S;
      Bounce|bounceSubType=Suppressed M; Bounce|bounceSubType=OnAccountSuppressionList M;
      Bounce|bounceSubType=ContentRejected B; Bounce|bounceType=Undetermined S`,
  },
  {
    source: "sendgrid",
    header: list("status,reason,email,created"),
    status: "reason",
    meanings:
      "550 5.1.1 The email account does not exist H; 550 5.7.1 blocked B; mailbox full S; no reason given M",
  },
  {
    source: "postmark-suppressions",
    header: list("EmailAddress,SuppressionReason,Origin,CreatedAt"),
    status: "SuppressionReason",
    meanings: `HardBounce H; SpamComplaint C; ManualSuppression|Origin=Recipient N; ManualSuppression|Origin=Customer M;
      ManualSuppression|Origin=Admin M`,
  },
  {
    source: "postmark-changes",
    header: list("RecordType,Recipient,SuppressSending,SuppressionReason,Origin,ChangedAt"),
    status: "SuppressSending",
    meanings: `false -; true|SuppressionReason=HardBounce H; true|SuppressionReason=SpamComplaint C;
      true|Origin=Recipient N; true|Origin=Customer M`,
  },
  {
    source: "mailgun-bounces",
    header: list("address,code,error,created_at"),
    status: "error",
    meanings: "550 5.1.1 no such user H; mailbox does not exist H",
  },
  {
    source: "postmark-bounces",
    header: list("RecordType,Type,TypeCode,Email,BouncedAt,Details,Description,Inactive"),
    status: "Type",
    meanings: `HardBounce H; BadEmailAddress H; ManuallyDeactivated M; SoftBounce S; Transient S; DnsError S; SpamNotification B;
      Blocked B; SpamComplaint C; Unsubscribe N; AutoResponder -`,
  },
  {
    source: "mailgun-bounces",
    header: list("address,code,error,created_at"),
    status: "error",
    meanings: "550 5.1.1 no such user H; No MX for example.com H; 550 5.7.1 blocked B",
  },
];

/** Cells of a row by column, and the letter of its meaning. */
export interface DocumentedRow {
  readonly cells: Readonly<Record<string, string>>;
  readonly letter: string;
}

/** Returns one row per word of a documented file. */
export function rowsOf({
  meanings,
  status,
  constantCells = {},
}: Omit<Documented, "header">): DocumentedRow[] {
  return meanings.split(";").map((one) => {
    const text = one.trim().replace(/\s+/g, " ");
    const [word = "", ...beside] = text.slice(0, -2).split(/\|(?=[\w .]+=)/);
    const others = beside.map((pair) => pair.split("="));
    return {
      cells: { ...constantCells, [status]: word, ...Object.fromEntries(others) },
      letter: text.slice(-1),
    };
  });
}

export function inOrder(
  header: readonly string[],
  cells: Readonly<Record<string, string>>,
  row: number,
): string[] {
  const address = header.findIndex((name) => /mail|address|input|subscriber|recipient/i.test(name));
  return header.map((name, index) => cells[name] ?? (index === address ? `person${row}@example.com` : ""));
}
