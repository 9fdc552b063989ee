import { addressesIn, type Fields, fieldIn, type MailRow } from "./mail-fields.ts";

const MAX_TEXT_LENGTH = 50_000;

/** Sentences of mail servers that report in words only: qmail, Postfix, Exim, Gmail, Exchange, Sendmail. */
const REPORTS =
  /qmail-send program|this is the (?:mail system|postfix program) at host|automatically by mail delivery software|could not be (?:delivered|reached)|delivery to the following recipients?|did not reach|permanent fatal errors/i;
const DELAYS =
  /warning only|has not yet been delivered|not been able to deliver|no action is required on your part|has been delayed/i;
/** The returned message begins below this line. */
const RETURNED =
  /^\s{0,9}-{2,} ?(?:below this line|this is a copy|original message|message header|unsent message)/i;
/** An address alone on its line, or with a reason after it. */
const RECIPIENT_LINE =
  /^\s{0,20}[<"]?([^\s<>@,;:"()]+@[^\s<>@,;:"()]+)[>"]?(?:\s*$|:(.*)|\s+(?:(\(.*)|on \d))/;
/** The address that mail was sent to, if the server sent it on to another one. */
const SENT_ON = /\((?:generated|expanded) from:? <?([^\s<>@]+@[^\s<>@)]+)>?\)/;
const NO_RECIPIENT = /^(?:postmaster|mailer-daemon|abuse)@/i;

/** Reads a report without a part for machines. Returns nothing if the text isn't one. */
export function readTextReport(text: string, fields: Fields): MailRow[] {
  const failed = addressesIn(fieldIn(fields, "x-failed-recipients"));
  const start = text.slice(0, MAX_TEXT_LENGTH);
  if (failed.length === 0 && !REPORTS.test(start)) return [];
  const sender = addressesIn(fieldIn(fields, "to"));
  const { reasons, above } = readReasons(
    start,
    (address) => NO_RECIPIENT.test(address) || sender.includes(address),
  );
  const recipients = failed.length > 0 ? failed : [...reasons.keys()];
  return recipients.map((address) => {
    const reply = reasons.get(address) ?? (failed.length === 1 ? above : "");
    return {
      recipient: SENT_ON.exec(reply)?.[1] ?? address,
      report: "delivery report",
      action: DELAYS.test(start) ? "delayed" : "failed",
      status: "",
      reply,
      date: "",
    };
  });
}

/** Returns the text below each address that stands at the start of a line, and the text above the first. */
function readReasons(text: string, isOther: (address: string) => boolean) {
  const reasons = new Map<string, string>();
  let current: string | null = null;
  let above = "";
  for (const line of text.split(/\r?\n/)) {
    if (RETURNED.test(line)) break;
    const [, address = "", ...rest] = RECIPIENT_LINE.exec(line) ?? [];
    const isRecipient = address !== "" && !isOther(address);
    if (isRecipient) current = address;
    const words = isRecipient ? (rest.find(Boolean) ?? "") : line;
    if (current === null) above += ` ${words}`;
    else reasons.set(current, `${reasons.get(current) ?? ""} ${words}`);
  }
  return { reasons, above };
}
