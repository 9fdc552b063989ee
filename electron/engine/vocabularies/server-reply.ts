import type { Outcome, SenderFault } from "../../../shared/mail-outcomes.ts";

/** Longer replies are cut: the reason is near the start. */
const MAX_LENGTH = 2_000;

const matches = (patterns: readonly RegExp[], text: string) => patterns.some((pattern) => pattern.test(text));

/**
 * Returns the outcome that a mail server's reply states for the recipient's address; `null` if it doesn't state one.
 * Checked in this order: an address code confirmed by address words; words that blame the sender, the message or the
 * route, as the address may be fine; the enhanced status code (RFC 3463); other words.
 */
export function outcomeOfReply(reply: string): Outcome | null {
  const text = reply.slice(0, MAX_LENGTH).toLowerCase();
  const { words, code, isTemporary } = parseReply(text);
  if (matches(NOT_SENT, words)) return null;
  if (GONE.test(words)) return "hard";
  const namesAddress = matches(NO_MAILBOX, words) && !SENDER_ADDRESS.test(words);
  if (namesAddress && ADDRESS_CODES.has(code)) return "hard";
  if (GREYLISTED.test(words)) return "soft";
  if (matches(BLAMES_SENDER, words) || BLOCK_LIST_HOST.test(text)) return "policy";
  if (isTemporary || SOFT_CODES.has(code)) return "soft";
  if (code === "5.7.1" && NO_SUCH_USER.test(words)) return "hard";
  if (POLICY_CODES.has(code) || code.startsWith("5.6.") || code.startsWith("5.7.")) return "policy";
  if (matches(FULL_OR_LATER, words)) return "soft";
  return namesAddress || ADDRESS_CODES.has(code) || MAILBOX_UNAVAILABLE.test(words) ? "hard" : null;
}

/** Returns what a reply that blames the sender names as the cause; `null` if neither. */
export function findSenderFault(reply: string): SenderFault | null {
  const text = reply.slice(0, MAX_LENGTH).toLowerCase();
  if (UNAUTHENTICATED.test(text)) return "authentication";
  return BLOCK_LIST_HOST.test(text) || BLOCK_LISTED.test(text) ? "reputation" : null;
}

/** Codes of RFC 7372 and Microsoft for SPF, DKIM and DMARC, or their names. */
const UNAUTHENTICATED =
  /(?<![\d.])[45]\.7\.(?:2[0-46]|509|515)(?!\d)|\b(?:dmarc|dkim|spf)\b|unauthenticated (?:e-?mail|mail|message|sender)/;
const BLOCK_LISTED =
  /block[ -]?list|black-?(?:list|ed\b| list)|\b(?:dns)?[rsx]?bls?\b|deny ?list|banned (?:sending|sender)|reputation|\[bl\d|\(s31[45]0\)/;

/** Returns whether a text is a server's reply: words with a status code, such as `550 5.1.1 user unknown`. */
export function isServerReply(text: string): boolean {
  const start = text.slice(0, MAX_LENGTH);
  return MAIL_WORDS.test(start) && (REPLY_CODE.test(start) || ENHANCED_CODE.test(start));
}

/** Words of replies, so that prices, streets, phone numbers and versions don't match. */
const MAIL_WORDS =
  /mail|user|recipient|address|server|message|relay|deliver|account|quota|spam|block|host|domain|reject|refus|denied|unknown|not found|smtp|connect|\bfull\b|temporar|policy|greylist|benutzer|empf|inconnu|desconocid/i;

interface ParsedReply {
  /** Text without status codes, links and punctuation; each email address becomes the word `address`. */
  readonly words: string;
  /** The most specific enhanced status code, such as `5.1.1`; empty if the reply has none. */
  readonly code: string;
  /** True if the enhanced code, or else the basic one, is of class 4. */
  readonly isTemporary: boolean;
}

/** Class 4 or 5 and subject 0 to 7, so that version numbers and IP addresses don't match. */
const ENHANCED_CODE = /(?<![\d.])[45]\.[0-7]\.\d{1,3}(?![\d.]*\d)/;
const BASIC_CODE = /^[245]\d\d(?![\d.])/;
/** At the start, or after the name of a server, which ends in a colon. */
const REPLY_CODE = /(?:^\W{0,3}|(?:smtp|said|reply|error|response|rcpt to)[^:]{0,80}:\s?)[45]\d\d[\s-]/i;

function parseReply(text: string): ParsedReply {
  const words: string[] = [];
  const codes: string[] = [];
  let basic = "";
  for (const token of text.split(/[\s<>()[\]{}",;:]+/)) {
    if (token.includes("@")) words.push("address");
    // Skip links, whose scheme was split off at the colon, and the name of the server that replied.
    else if (!token.startsWith("//") && !(words.at(-1) === "host" && token.includes("."))) {
      const enhanced = ENHANCED_CODE.exec(token)?.[0];
      if (enhanced !== undefined) codes.push(enhanced);
      const isFirst = words.length === 0 || words.at(-1) === "smtp" || words.at(-1) === "said";
      if (basic === "" && isFirst) basic = BASIC_CODE.exec(token)?.[0] ?? "";
      const rest = token.replace(BASIC_CODE, "").replace(ENHANCED_CODE, "");
      if (/[\p{L}\d]/u.test(rest)) words.push(rest);
    }
  }
  // `x.y.0` only names the subject.
  const code = codes.find((one) => !one.endsWith(".0")) ?? codes[0] ?? "";
  return { words: words.join(" "), code, isTemporary: (code || basic).startsWith("4") };
}

const ADDRESS_CODES: ReadonlySet<string> = new Set([
  ...["5.1.0", "5.1.1", "5.1.2", "5.1.3", "5.1.6", "5.1.10"],
  "5.2.1", // Mailbox disabled.
  "5.4.4", // Unable to route: the domain is gone.
]);
const SOFT_CODES: ReadonlySet<string> = new Set([
  ...["5.2.2", "5.3.1"], // Mailbox or system full.
  ...["5.4.2", "5.4.3", "5.4.5", "5.4.7"], // Network failure, or expired.
]);
/** In addition to 5.6.x (contents) and 5.7.x (security or policy). */
const POLICY_CODES: ReadonlySet<string> = new Set([
  ...["5.1.7", "5.1.8"], // Sender's address.
  ...["5.2.3", "5.3.4"], // Message too large.
  "5.3.5", // System configuration.
  ...["5.4.6", "5.4.14"], // Routing loop.
]);

/** Explanations of a service that did not send, so that no server replied. */
const NOT_SENT = [/suppression list/, /^not delivering to/];

/** The domain has no mail server or the mailbox is abandoned, in words that otherwise blame the sender. */
const GONE = /unable to get mx info|blocked due to inactivity/;

const GREYLISTED = /gr[ae]y-?(?:list| list)|postgrey/;

/** Hosts of block lists, also in links. A filter vendor's name alone is not conclusive. */
const BLOCK_LIST_HOST =
  /spamhaus|spamcop\.net|sorbs\.net|uceprotect|barracudacentral|csi\.(?:cloudmark|mimecast)|dnsbl-lookup|prs\.proofpoint|(?:uri|su)rbl|abusix|mailspike|spamrl\.com|junkemailfilter/;

/** The sender, the message or the route is the reason. */
const BLAMES_SENDER = [
  // Block lists and reputation.
  /block(?:ed|ing|[ -]?list)|black-?(?:list|ed\b| list| ip)|deny ?list|\bbanned\b|reputation|\bdrbl\b/,
  /\b(?:dns)?[rsx]?bls?\b|(?<!not )\blisted (?:in|by|at|on)\b|listing in/,
  /your (?:ip|host|server|domain|account|network|isp|access|country|region)\b/,
  /\bips?\b|client (?:host|address)|reverse (?:dns|hostname)|\bptr\b|\bhelo\b|geographic/,
  /(?:messages?|mails?|e-?mails?|connections?|access) from\b(?! being| command)/,
  // Contents.
  /\bspam|anti-?spam|junk|unsolicited|complaints|phish|spoof|virus|malware|infected|suspicious/,
  /content (?:rejected|denied|filter|polic|restrict|reject)|rejected due to|prohibited/,
  /(?:message|mail|e-?mail)s?(?: content)? (?:is |was |were |has been |been )?(?:re(?:jected|fused|jet)|denied|bounced due)/,
  /\bheaders?\b|rfc ?(?:compliant|2822|53\d\d)|\brtr \w\w\b|\bhvu \w\w\b|\brly \w\w\b/,
  // Size.
  /too (?:large|big|long)|(?:message|mail|header|attachment) (?:header )?size|recipsizelimit/,
  // Authentication and authorization.
  /\b(?:dmarc|dkim|spf|starttls|tls)\b|authenti|authoriz|encryption|administrative/,
  /(?<!to )\bsenders?\b|absender|remitente|mittente|polic(?:y|ies)|not allowed|(?<!address(?:es)? rejected )access denied|denied by/,
  // Route.
  /\brelay(?:ing)?\b(?!=| limit)|rcpthosts|\bloops?\b|\bhops?\b|hop count/,
  // Refused after too many wrong recipients of the same sender.
  /too many (?:invalid|bad|unknown)/,
];

const FULL_OR_LATER = [
  /(?:mailbox|inbox|account|mail system|system|folder)(?: is| currently)? full|for user is full|quota|out of storage|storage (?:space|limit|allocation)/,
  /insufficient (?:disk|system|storage)|too many (?:messages|mails)|mailbox size limit/,
  /try (?:it )?(?:again|later)|tempor|timed? ?out|time-?out|defer|delayed/,
  /rate limit|throttl|(?:per|this) hour|too many|too quickly|too fast|a rate that|frequency limited|excessive volume|slow(?:er)? down/,
  /(?:time|message) expired|retry time|past the expir|lost connection|connection refused|no route to host|establish an smtp connection/,
  /(?:addressee|recipient) is full|postfach (?:ist )?voll|zu ?viele mails|speicher(?:volumen|platz)|空间不足|容量满/,
];

/** The address, mailbox or domain does not exist, or the mailbox is disabled. */
const NO_MAILBOX = [
  /\b(?:user|addressee|recipient|mailbox|account|address|alias|host|domain)(?: is| was)? (?:un|not )known/,
  /unknown (?:or illegal alias|user|recipient|mailbox|account|address(?! error)|local[ -]?part|alias|host|domain|virtual user|e-?mail)/,
  /no such (?:user|recipient|mailbox|address|account|person|domain|local user|host)/,
  /\bno (?:user|mail ?box|account|recipient)(?: was)? (?:found|here|by|with|available)|\bno mx\b|no one at this address/,
  /(?:user|recipient|mailbox|account|address|domain|domain name|host|person)(?: was| is| could)? not (?:be )?(?:found|exist|valid|available here|present|active|listed in|in name directory)/,
  /(?:recip|recipient)notfound|recipient not found|userunknown|userdoesnotexist/,
  /do(?:es)? ?n(?:o|ot|['’]t) exists?\b|non-?existent|is unknown/,
  /does ?n(?:ot|['’]t) have an? \S{1,80} account/,
  /no longer (?:valid|exists?|available|active|in use|on server|employed|accepts mail)/,
  /(?<!too many )\binvalid (?:recipient|mailbox|address|user|domain|e-?mail|rcpt)|address invalid|unavailable mail user/,
  /not a (?:valid|known) (?:recipient|mailbox|user|address|e-?mail)|bad destination (?:mailbox|system)|bad ?rcptto|validrcptto|missing home directory/,
  /(?:mailbox|account|user|recipient|address)(?: is| has been| currently)? (?:a )?(?:disabled|inactive|deactivated|closed|discontinued|terminated|deleted|suspended|frozen|archived)/,
  /(?:inactive|disabled|deactivated|expired|closed) (?:e-?mail|account|user|mailbox|recipient|address)|that you tried to reach is (?:disabled|inactive)/,
  /address(?:es)? rejected access denied|(?:address rejected|address) account closed/,
  /(?:host|domain)(?: or domain)?(?: name)? not found|unroute?able address|null ?mx|domain does not accept mail|domain must exist|nxdomain/,
  // German, French, Spanish, Italian, Chinese.
  /(?:benutzer|empf\S{1,4}nger|adresse|postfach) (?:ist )?(?:nicht be|unbe)kannt|adresse nicht gefunden|(?:utilisateur|destinataire) (?:inconnu|invalide|archive)|no existe|desconocido|nessun utente|用户不存在|邮箱不存在/,
];

/** With these words, address words are about the sender's address. */
const SENDER_ADDRESS =
  /sender (?:address|domain|verify|verification)|of sender|from domain|absender|exp[eé]diteur|remitente|mittente/;

/** Yandex and others send 5.7.1 for addresses that do not exist. */
const NO_SUCH_USER = /no such user|(?:user|recipient) unknown|unknown (?:user|recipient)/;

/** Checked last: servers also use these words of RFC 5321 for policy, but then they add a reason. */
const MAILBOX_UNAVAILABLE = /mailbox (?:is )?unavailable/;
