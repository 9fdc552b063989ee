import type { Outcome } from "../../../../shared/mail-outcomes.ts";
import { isDate } from "../dates.ts";

/**
 * Meaning of a cell for consent to mail. `opt_out` with `needsContext` counts only in a column about mail, since orders
 * are cancelled too. `never`: not subscribed, maybe never asked. `elsewhere`: a state of orders, tickets and the like.
 */
export type ConsentWord =
  | { readonly is: "opt_out"; readonly outcome: Outcome; readonly needsContext: boolean }
  | { readonly is: "yes" | "no" | "opt_in" | "never" | "time" | "number" | "elsewhere" | "blank" | "other" };

const MAX_LENGTH = 80;

/** Returns the text in lower case, without accents on Latin letters, camelCase and punctuation as blanks. */
export function plainText(text: string): string {
  return text
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, " ")
    .normalize("NFKD")
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, "")
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

const YES = toWords(
  "yes y true t 1 x on checked ja j wahr oui o vrai si s verdadero vero sim tak да д ano igen da evet kylla joo ναι はい 是 onay 希望する 配信可 可",
);
const NO = toWords(
  "no n false f 0 off unchecked nein falsch non faux falso nao nee nej nei nie нет н ne nem hayir hayır ei οχι いいえ 否 ret 希望しない 配信不可 不可 拒否",
);
const NO_PHRASE =
  /^(?:no|nein|non|nao|nee)\b.*\b(?:thanks?|thank you|danke|merci|gracias|grazie|obrigad[oa]|bedankt)\b/;
const BLANK = /^(?:null|na|n a|nil|unknown|undefined|0000 00 00.*)$/;

/** Words beside a word of opting out that don't change its meaning; with others, it is a name or a text. */
const BESIDE = toWords(
  "a abuse address adr all an and any as asked at auto automatic automatically be been bulk by campaign contact contacts correo customer date de der des dem do due email emails from für global globally has have he hold i ich in is la le les link list lists liste mail mailing mailings mails manual manually marketing me mehr möchte mochte more my newsletter newsletters of on our page plus please promo promotional recipient requested s se send she since sms spam status subscriber system t temporarily the they this to type unsubscribe us user via von vom wants was we will with wants wishes wunscht zu",
);

/** Opting out, in any column. */
const UNSUBSCRIBED = [
  // English.
  /\b(?:un ?subscri\w*|un ?sub|un ?subb?ed|opt(?:ed)? ?out|no longer subscribed|removed? (?:me|from (?:the |all |our )?(?:list|mailing)\w*)|asked to be removed|disabled by (?:user|bounces?|admin)|rezygnacja)\b/,
  /^(?:please )?(?:do not|don ?t|dont|never|no|stop)(?: \w+){0,2}? (?:contact|e ?mail(?:s|ing)?|mail(?:s|ings?)?|send|market(?:ing)?|newsletters?|allow|solicit)(?: (?:me|us|them|please|any ?more|again|e ?mails?|list|marketing|newsletters?))*$/,
  // German, Dutch, Nordic languages.
  /\b(?:abgemeldet|abmeldung|abbestellt|ausgetragen|widersprochen|werbewiderspruch|(?:werbe|mail)sperre|uitgeschreven|afgemeld|avregistrer\w*|avmeld\w*|avpren\w*|avanmal\w*|afmeld\w*)\b/,
  /\b(?:kein(?:e|en)?|geen|ingen|inga) (?:weiteren? )?(?:e ?mails?|mails?|mailings?|newsletter|nieuwsbrief\w*|werbung|reclame|kontakt|contact|nyhetsbrev|utskick)(?: mehr)?\b/,
  /\bno (?:more )?(?:e ?mails?|mailings?|newsletters?)(?: please)?$/,
  /\b(?:nicht (?:mehr )?(?:kontaktieren|anschreiben|mailen|anmailen|bewerben|zulassen|erlaubt)|niet (?:meer )?(?:mailen|contacteren|benaderen|aanschrijven))\b/,
  // French, Spanish, Italian, Portuguese, Romanian.
  /\b(?:desabonn\w*|desinscri\w*|dad[oa]s? de baja|desuscri\w*|disiscri\w*|descadastr\w*|dezabona\w*|cancelou inscricao)\b/,
  /\b(?:ne (?:pas|plus|jamais)|no|non|nao) (?:contacter|envoyer|ecrire|solliciter|mailer|demarcher|contactar|enviar|molestar|escribir|contattare|inviare|scrivere|disturbare|contatar)\b/,
  // Slavic languages, Hungarian, Turkish, Greek.
  /\b(?:wypisan\w*|wyrejestrowan\w*|zrezygnowa\w*|odhlasen\w*|odjavljen\w*|leiratkoz\w*|abonelikten \w*)\b/,
  /\bnie (?:kontaktowac|wysylac|wysyłac|wysyłaj|pisac)\b/,
  /(?:отписа|відписа|απεγγραφ|διαγραφ|διαγράφ)\p{L}*|не (?:беспокоить|писать|отправлять|присылать|связываться)/u,
  /配信停止|購読解除|退会|退订|退訂|取消订阅|取消訂閱|수신 ?거부|구독 ?취소/,
];
const COMPLAINED = [
  /\b(?:complain\w*|spam ?(?:report|complaint)\w*|(?:reported|marked|flagged)(?: as)? (?:spam|junk)|abuse (?:report|complaint)|queja|stiznost)\b/,
  /(?:отметил\p{L}* (?:\p{L}+ )?)?(?:как )?спам/u,
];
const SUPPRESSED = [
  /\b(?:suppressed|suppression|block ?listed|black ?listed|liste (?:noire|rouge)|lista negra|robinson)\b/,
];

/** Words that also describe orders, payments and the like. */
const UNSUBSCRIBED_IN_CONTEXT =
  /^(?:(?:user|has|was|self|email|consent|permission) )?(?:cancell?ed|cancellation|withdrawn|withdrew|revoked|removed?|deleted|declined|refused|rejected|denied|disallowed|stop|stopped|out|dnc|dne|objected|objection|deactivated|geloscht|widerrufen|storniert|gekundigt|refusee?|resiliee?|retiree?|baja|cancelad[oa]|revocad[oa]|rechazad[oa]|cancellat[oa]|revocat[oa]|rifiutat[oa]|recusad[oa]|removid[oa]|ingetrokken|geweigerd|odmowa|wycofan[aoy]|cofniet[aoy]|отказ\p{L}*|отменен\p{L}*|отозван\p{L}*)(?: by (?:user|contact|customer|admin))?$/u;
const SUPPRESSED_IN_CONTEXT =
  /^(?:blocked|banned|disabled|exclue?|excluid[oa]|excluded|not allowed|gesperrt|bloquee?|bloquead[oa]|bloccat[oa]|geblokkeerd|zablokowan[aoy]|заблокирован\p{L}*)$/u;
const COMPLAINED_IN_CONTEXT = /^(?:spam|junk|abused?|marked spam)$/;
const HARD_BOUNCE = /\b(?:hard|permanent(?:ly)?) ?(?:bounced?|failure|failed)\b/;
const SOFT_BOUNCE = /\b(?:soft|temporary) ?bounced?\b/;
/** Given up after bounces, hard or soft. */
const BOUNCED =
  /^(?:(?:email|has|list|previously) )?(?:bounced?|bouncing|cleaned|held|unreachable|opgeschoond|bereinigt|undeliverable|(?:\w+ )?odrazen|odbijajacy(?: \w+)?|rebotad[oa]|rebote|zuruckgekommen)$/;

/** A negation before a word of opting out: "not unsubscribed". */
const NOT_OPTED_OUT =
  /\b(?:not|never|hasn ?t|isn ?t|nicht|pas|no|niet|non) (?:\w+ )?(?:un ?sub|opt(?:ed)? ?out|suppress|block|black|complain|bounce|abgemeldet|desabonn|desinscri|uitgeschreven|disiscri)/;
const NEVER =
  /^(?:(?:not|never|non?|nicht|nao|niet|nie|не|pas|is not|not yet) ?(?:\w+ )?(?:subscri\w*|opt(?:ed)? ?in|abonn\w*|inscrit\w*|angemeldet|eingewilligt|suscrit\w*|iscritt\w*|aangemeld|zapisan\w*|consented|confirmed|подписан\p{L}*)|never|none|keine|aucune?|ningun[oa]|no consent|no permission|unmailable|non marketing)$/u;
const OPT_IN =
  /^(?:(?:actively|double|single|re|email|fully) )?(?:subscribed|subscriber|active|aktiv|actif|activ[oa]|actief|confirmed|unconfirmed|opt(?:ed)? ?in|opted|allow(?:ed)?|granted|accepted|permitted|consented|mailable|abonnee?|inscrite?|angemeldet|bestatigt|suscrit[oa]|iscritt[oa]|aangemeld|zapisan[aoy]|подписан\p{L}*|marketing contact)$/u;
const ELSEWHERE =
  /^(?:paid|unpaid|past due|trial(?:ing)?|incomplete|(?:un|partially )?fulfilled|shipped|delivered|processing|refunded|open|closed|resolved|won|lost|draft|on hold|complete|completed|scheduled|attended|registered|checked in|no show|in progress|new|solved|returned|dispatched|booked|invoiced|overdue|pending payment|succeeded|failed|in stock|out of stock|to do|done|planned|ready|enabled|disabled|invited|non renewing|in trial)$/;
/** Words of verification services, whose `do_not_mail` is no person's wish. */
export const VERIFIER_WORD = /^(?:catch all|accept all|deliverable|risky|disposable)$/;

/** States of people in a mailing program only. */
export const MAIL_STATE =
  /^(?:(?:non|un|never|re) ?subscribed|subscribed|subscriber|unconfirmed|opt(?:ed)? ?in|complained|not opted in|never subscribed|подписан\p{L}*)$/u;

/** Returns the meaning of a cell, judged by its text alone. */
export function consentWord(cell: string): ConsentWord {
  const trimmed = cell.trim();
  if (trimmed.length > MAX_LENGTH) return { is: "other" };
  if (/^[✓✔☑✅]$/u.test(trimmed)) return { is: "yes" };
  if (trimmed === "[]") return { is: "never" };
  if (/^[✗✘☐❌]$/u.test(trimmed)) return { is: "no" };
  const text = plainText(trimmed);
  if (text === "" || BLANK.test(text)) return { is: "blank" };
  if (YES.has(text)) return { is: "yes" };
  if (NO.has(text) || NO_PHRASE.test(text)) return { is: "no" };
  if (isDate(trimmed)) return { is: "time" };
  if (/^[\d\s.,%-]+$/.test(trimmed)) return { is: "number" };
  if (/:\/\/|@/.test(trimmed)) return { is: "other" };
  if (NEVER.test(text)) return { is: "never" };
  if (NOT_OPTED_OUT.test(text)) return { is: "opt_in" };
  const outcome = outcomeIn(text);
  if (outcome !== null) return { is: "opt_out", ...outcome };
  if (OPT_IN.test(text)) return { is: "opt_in" };
  return { is: ELSEWHERE.test(text) ? "elsewhere" : "other" };
}

function outcomeIn(text: string): { outcome: Outcome; needsContext: boolean } | null {
  const has = (patterns: readonly RegExp[]) =>
    patterns.some((pattern) => pattern.test(text) && isAllBeside(text.replace(pattern, " ")));
  if (has(COMPLAINED)) return { outcome: "complained", needsContext: false };
  if (has(UNSUBSCRIBED)) return { outcome: "unsubscribed", needsContext: false };
  if (has(SUPPRESSED)) return { outcome: "suppressed", needsContext: false };
  if (HARD_BOUNCE.test(text)) return { outcome: "hard", needsContext: false };
  if (SOFT_BOUNCE.test(text)) return { outcome: "soft", needsContext: false };
  if (UNSUBSCRIBED_IN_CONTEXT.test(text)) return { outcome: "unsubscribed", needsContext: true };
  if (SUPPRESSED_IN_CONTEXT.test(text)) return { outcome: "suppressed", needsContext: true };
  if (COMPLAINED_IN_CONTEXT.test(text)) return { outcome: "complained", needsContext: true };
  return BOUNCED.test(text) ? { outcome: "perhaps_hard", needsContext: true } : null;
}

function isAllBeside(rest: string): boolean {
  return rest.split(" ").every((word) => word === "" || BESIDE.has(word) || /^\d+$/.test(word));
}

function toWords(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}
