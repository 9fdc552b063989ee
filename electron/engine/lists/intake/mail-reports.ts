import PostalMime, { type Email } from "postal-mime";
import {
  addressesIn,
  type Fields,
  fieldIn,
  type MailRow,
  parseGroups,
  timeIn,
  typedAddress,
} from "./mail-fields.ts";
import { readTextReport } from "./mail-text-reports.ts";

/** Header bytes that are searched for signs of a report. */
const MAX_HEADER_BYTES = 256 * 1024;
const MAX_REPLY_LENGTH = 1000;
const MIME_OPTIONS = {
  forceRfc822Attachments: true,
  maxNestingDepth: 20,
  maxHeadersSize: MAX_HEADER_BYTES,
} as const;

/** Reads the reports in a message: one row per recipient, or one for ordinary mail. Never takes the sender. */
export async function readMessage(bytes: Buffer): Promise<MailRow[]> {
  const [fields = new Map()] = parseGroups(readHeader(bytes), 1);
  const date = timeIn(fieldIn(fields, "date"));
  // The arrival date in a report is that of the returned message, which may be days older.
  const rows = mayBeReport(fields) ? await readReport(bytes, fields) : [];
  if (rows.length === 0)
    return [{ recipient: "", report: "other mail", action: "", status: "", reply: "", date }];
  return rows.map((row) => ({
    ...row,
    reply: row.reply.replace(/\s+/g, " ").trim().slice(0, MAX_REPLY_LENGTH),
    date: row.date === "" ? date : row.date,
  }));
}

function readHeader(bytes: Buffer): string {
  const start = bytes.subarray(0, MAX_HEADER_BYTES);
  const [end] = ["\n\n", "\n\r\n"]
    .map((blank) => start.indexOf(blank))
    .filter((at) => at >= 0)
    .sort((a, b) => a - b);
  return start.toString("latin1", 0, end);
}

/** Senders of reports that aren't marked as such. Vacation replies come from people. */
const REPORTING_SENDER = /mailer-?daemon|postmaster|mail delivery|microsoftexchange[\da-f]{32}@/i;

/** Returns whether a message must be parsed as a whole. Most messages of a mailbox are ordinary mail. */
function mayBeReport(fields: Fields): boolean {
  return (
    /^multipart\/report\b/i.test(fieldIn(fields, "content-type")) ||
    fields.has("x-failed-recipients") ||
    REPORTING_SENDER.test(fieldIn(fields, "from")) ||
    isHotmailComplaint(fields)
  );
}

/** Hotmail returns the message that someone complained about, without a report. */
function isHotmailComplaint(fields: Fields): boolean {
  return /^complaint about message from /i.test(fieldIn(fields, "subject"));
}

async function readReport(bytes: Buffer, fields: Fields): Promise<MailRow[]> {
  let email: Email;
  try {
    email = await PostalMime.parse(bytes, MIME_OPTIONS);
  } catch {
    // Nested too deeply, or an endless header.
    return [];
  }
  const [complaint] = findParts(email, /^message\/feedback-report$/);
  const [returned] = findParts(
    email,
    /^(?:message\/(?:rfc822|global)|(?:text|message)\/(?:rfc822|global)-headers)$/,
  );
  const [original] = parseGroups(returned?.slice(0, MAX_HEADER_BYTES) ?? "", 1);
  if (complaint !== undefined) return readComplaint(parseGroups(complaint, 1)[0], original);
  const hotmail = fieldIn(original, HOTMAIL_RECIPIENT);
  if (isHotmailComplaint(fields) && hotmail !== "") return readComplaint(undefined, original);
  const senders = addressesIn(fieldIn(fields, "to").toLowerCase());
  const reports = findParts(email, /^message\/(?:global-)?delivery-status$/)
    .flatMap(readDeliveryStatus)
    // Some servers name the sender, to whom the report was delivered.
    .map((row) => (senders.includes(row.recipient.toLowerCase()) ? { ...row, recipient: "" } : row));
  return reports.length > 0 ? reports : readTextReport(email.text ?? "", fields);
}

const HOTMAIL_RECIPIENT = "x-hmxmroriginalrecipient";

function findParts({ attachments }: Email, type: RegExp): string[] {
  return attachments
    .filter(({ mimeType }) => type.test(mimeType))
    .map(({ content }) => (typeof content === "string" ? content : new TextDecoder().decode(content)));
}

/** Reads a delivery report (RFC 3464, RFC 6533). */
function readDeliveryStatus(text: string): MailRow[] {
  return parseGroups(text).flatMap((fields) => {
    const [original, final] = ["original-recipient", "final-recipient"].map((name) => fieldIn(fields, name));
    if (!original && !final) return [];
    return {
      // The final recipient may be an address that mail is forwarded to.
      recipient: typedAddress(original ?? "") || typedAddress(final ?? ""),
      report: "delivery report",
      action: fieldIn(fields, "action").toLowerCase(),
      status: fieldIn(fields, "status"),
      reply: fieldIn(fields, "diagnostic-code").replace(/^[\w-]+\s*;/, ""),
      date: timeIn(fieldIn(fields, "last-attempt-date")),
    };
  });
}

/** Reads a complaint (RFC 5965). Its recipient is named by the report, or else by the `original` message's header. */
function readComplaint(report: Fields | undefined, original: Fields | undefined): MailRow[] {
  const named = ["original-rcpt-to", "removal-recipient"].flatMap((name) => report?.get(name) ?? []);
  const senders = addressesIn(fieldIn(original, "from"));
  const to = addressesIn(fieldIn(original, "to")).filter((one) => !senders.includes(one));
  const stated = named.length > 0 ? named : [fieldIn(original, HOTMAIL_RECIPIENT)];
  const found = stated.map(typedAddress).filter((address) => address !== "");
  const recipients = found.length > 0 ? found : to.length === 1 ? to : [""];
  return [...new Set(recipients)].map((recipient) => ({
    recipient,
    report: "complaint",
    action: (fieldIn(report, "feedback-type") || "abuse").toLowerCase(),
    status: "",
    reply: "",
    date: "",
  }));
}
