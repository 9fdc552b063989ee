import type { Outcome } from "../../../../shared/mail-outcomes.ts";
import { plainText } from "./opt-out-words.ts";

/**
 * Topic of a header. `opt_out`: yes means that a person opted out, with `outcome`. `consent`: yes means that mail is
 * allowed. `mail_state`: a state of a person in a mailing program. `state`: a state of anything. `elsewhere`: other
 * channels, orders and the like. `none`: no evidence.
 */
export type ConsentTopic =
  | { readonly is: "opt_out"; readonly outcome: Outcome }
  /** `hasCodes`: the values may be codes of the program. */
  | { readonly is: "mail_state"; readonly hasCodes: boolean }
  | { readonly is: "consent" | "state" | "elsewhere" | "none" };

const MAIL =
  /e ?mails?\b|\be ?posta?\b|メール|メルマガ|\bmail(?:ing|ings|s)?\b|newsletter|\bcampaigns?\b|courriel|correo|\bemail/;
const OTHER_CHANNEL =
  /\b(?:phone|sms|mms|texting|text (?:messages?|opt|consent|marketing)|calls?|calling|fax(?:es)?|whats ?app|viber|push|mobile|cell|tel|tele\w*|anruf\w*|post|postal|letters?|direct mail|print|brief\w*|llamad\w*|appels?|do not call|web ?push)\b/;
const ELSEWHERE =
  /\b(?:orders?|payments?|invoices?|tickets?|cases?|deals?|plans?|products?|appointments?|bookings?|ship(?:ping|ment)\w*|deliver\w*|projects?|tasks?|events?|reservations?|quotes?|contracts?|stock|jobs?|visa|loans?|claims?|flights?|parcels?|refunds?|bestell\w*|rechnung\w*|auftrag\w*|commande|facture|pedido|factura|ordine|fattura|billing|stripe|courses?|class|rsvp|attend\w*|cheques?|seats?|rooms?|cards?|devices?|shipment|warranty|fulfillment|financial|interview|application|vaccin\w*)\b/;
/** Other things that people opt out of or agree to. */
const OTHER_TOPIC =
  /\b(?:kurs\w*|cours|courses?|pension\w*|lunch\w*|meals?|photos?|fotos?|bilder|videos?|treatment\w*|parental|cookies?|track\w*|organ|donors?|partners?|employees?|emplead[oa]|mitarbeiter|services?|servicio|guests?|research|stud(?:y|ies)|sale|sharing|profiling|reviews?|cart|abandoned|transactional|insurance|trips?|school|schule|surgery|medical|terms|data processing|ai|analytics)\b/;
/** Columns beside consent: links, identifiers, counts, texts and the people who recorded it. */
const BESIDE =
  /\b(?:links?|urls?|tokens?|ids?|page|rate|counts?|number|form|version|name|names|manager|source|method|language|frequency|format|type|ip|text|template|last|opened|clicked|issue|edition|owner|budget|channel|team|agency|verified|verification|hash|score|topic|bounced|sent|received|read|pending|requested|cold|engaged|paid|paying|new|vip|enjoy\w*|like|rating|satisf\w*|useful|hear|feedback)\b/;

const OPT_OUT = [
  /donot\w{0,12}(?:e?mail|send|contact|market|bulk)|\bdo not disturb$|spamcomplain/,
  /\b(?:suscri\w+|inscri\w+|abonnement|subscription) (?:cancell?ed|cancelad[oa]|annulee?|cancellat[oa])|\b(?:marketing|e ?mails?) suspended/,
  /^(?:is )?(?:deleted|deactivated)(?: at| on| date)?$/,
  /\bun ?subscri\w*|\bunsubs?\b|\bopt(?:ed|s|ing)? ?out\w*|optout|optedout/,
  /\b(?:do ?not|don ?t|dont|donot|no|never|stop|exclude|excluded|disallow|block|dno)\b(?: \w+){0,4}? ?(?:e ?mails?|mails?|mailings?|contact|newsletters?|market(?:ing)?|campaigns?|bulk|promo\w*|solicit\w*)\b/,
  /\b(?:suppress\w*|block ?list\w*|black ?list\w*|robinson\w*|do not contact|dnc|dne|complained|(?:marked|reported)\b.* spam|spam ?(?:reports?|reported|complaints?)|e ?mails? (?:disabled|blocked|stopped)|erasure\w*|is ?excluded|no ?e ?mails?)\b|globaloptout|emailoptout/,
  /\b(?:abgemeldet|abmeld\w*|abbestell\w*|austrag\w*|ausgetragen|widerspruch|widersprochen|(?:werbe|mail|e ?mail ?|newsletter ?)sperre\w*|werbewiderspruch|kein(?:e|en)? (?:e ?mails?|mails?|newsletter|werbung|mailings?)|nicht (?:kontaktieren|anschreiben|mailen|zulassen))\b/,
  /\b(?:desabonn\w*|desinscri\w*|ne (?:pas|plus) (?:contacter|envoyer|mailer|solliciter)|opposition|desuscri\w*|(?:de )?baja|no (?:contactar|enviar|molestar)|disiscri\w*|non (?:contattare|inviare)|descadastr\w*|nao (?:contatar|contactar|enviar))\b/,
  /\b(?:uitgeschreven|uitschrijf\w*|afgemeld|afmeld\w*|niet mailen|geen (?:e ?mails?|mailings?|nieuwsbrief)|wypis\w*|rezygnacj\w*|nie (?:wysylac|wysyłac|kontaktowac)|avregistrer\w*|avmeld\w*|avpren\w*|odhlasen\w*|leiratkoz\w*|odjav\w*|dezabon\w*)\b/,
  /отпис|не (?:писать|отправлять|беспокоить)|відпис/,
];
const BOUNCED =
  /(?<!mails )\b(?:bounced|hard ?bounced?|is ?bounced|email ?bounced?|invalid e ?mail|e ?mail\d* (?:is )?(?:invalid|bad)|date ?held|quarantined|undeliverable|clean time)\b/;
/** Questions to people whether they want mail. */
const ASKS_CONSENT =
  /^confirmed$|\bsubscription pref|\b(?:may|can|should) (?:we|i|us)\b.*\b(?:e ?mail|contact|write|touch)|\bwould (?:like|love) (?:\w+ ){0,4}(?:news|e ?mails?|updates)|\bok to (?:e ?mail|contact|mail)|\b(?:aceita|acepta|acepto|aceito|accepte|accetta)\b/;
const CONSENT = [
  /^(?:e ?mail|mail|mails|mailing|mailings|e ?mailing)$/,
  /\b(?:accepts?|receives?|wants?|allows?|agrees?|agreed|accepted|ok|okay|can|may|should)\b(?: \w+){0,3}? ?(?:e ?mails?|mails?|mailings?|marketing|newsletters?|offers|promo\w*|contact|news|updates)\b/,
  /\b(?:is ?)?subscri(?:bed?|ber|bing)\b|e ?mail subscription|\bopt(?:ed|s)? ?in\b|\boptin\b|\bopted\b|consent\w*|\bpermission|(?:e ?mail|contact|communication|marketing) pref\w*|\bnewsletters?\b|\bmailing ?lists?\b|\b(?:e ?mail ?)?marketing (?:allowed|permitted|e ?mails?|agreement|opt|preference|ok)|\bmarketing$|\be ?mail (?:ok|allowed|me|updates?|opt|offers?)\b|\bmailable\b|\bemailable\b|\bgdpr\b|\bdsgvo\b|\brgpd\b|\bsend ?(?:me )?(?:e ?mails?|news\w*|offers)|acceptsmarketing|emailoptin/,
  /\b(?:abonn\w*|einwilligung\w*|zustimmung|werbeeinwilligung|rundbrief|suscri\w*|suscrip\w*|boletin\w*|consentimi\w*|consens\w*|nieuwsbrief\w*|toestemming|publicidad\w*|izin|izni|zgod\w*|subskry\w*|nyhetsbrev\w*|nyhedsbrev\w*|samtyk\w*|samtycke|suostumus|uutiskirje|hirlevel\w*|feliratkoz\w*|souhlas|odber\w*|bulten|lettre|infolettre)\b/,
  /подпис|согласи|рассылк|συναινεση|συναίνεση|ニュースレター|メルマガ|订阅|구독|수신 ?동의/,
];
const MAIL_STATE =
  /\b(?:e ?mail|mail|mailing|marketing|newsletter|list|contact|subscri\w*|sync|recipient|optin|opt in|consent|permission|abonn\w*|global)\b.*\b(?:status|state|statut|stato|estado|zustand|статус)\b|\b(?:status|state|statut|etat|estado|stato)\b.*\b(?:e ?mail|mail|marketing|newsletter|contact|subscriber|abonn\w*|inscri\w*)\b|статус (?:подпис|рассыл)|bounce (?:type|status)|suppression reason|e ?mail suppressions?/;
const STATE =
  /\b(?:status|state|statut|etat|estado|stato|zustand|stan|tila|stav|allapot|durum\w*)\b|статус|ステータス|状态|状態/;

/** Returns the topic of a header, in any spelling: paths, prefixes, camelCase, snake_case. */
export function consentTopic(header: string): ConsentTopic {
  const text = plainText(header.slice(0, 300));
  const joined = text.replaceAll(" ", "");
  const has = (patterns: readonly RegExp[]) =>
    patterns.some((pattern) => pattern.test(text) || pattern.test(joined));
  const isOfMail = MAIL.test(text);
  if ((OTHER_CHANNEL.test(text) && !isOfMail) || /donot(?:bulk)?(?:postal|phone|fax)/.test(joined))
    return { is: "elsewhere" };
  if (
    OTHER_TOPIC.test(text) &&
    !/e ?mails?\b|newsletter|marketing/.test(text.replace(/(?:review|cart) e ?mails?/, ""))
  )
    return { is: "elsewhere" };
  if (has(OPT_OUT)) {
    if (/\b(?:links?|urls?|tokens?|page|rate|id|template|text|survey|unsubscribes|complaints)\b/.test(text))
      return { is: "none" };
    return { is: "opt_out", outcome: optOutOutcome(text, joined) };
  }
  if (BOUNCED.test(text)) return { is: "opt_out", outcome: "perhaps_hard" };
  if (ASKS_CONSENT.test(text)) return { is: "consent" };
  // Only words of opting out count there.
  if (ELSEWHERE.test(text)) return { is: "none" };
  if (MAIL_STATE.test(text)) return { is: "mail_state", hasCodes: true };
  if (BESIDE.test(text)) return { is: "none" };
  if (has(CONSENT)) return { is: "consent" };
  if (isOfMail) return { is: "mail_state", hasCodes: false };
  return { is: STATE.test(text) ? "state" : "none" };
}

function optOutOutcome(text: string, joined: string): Outcome {
  if (/complain|spam/.test(joined)) return "complained";
  return /suppress|block ?list|black ?list|donotmail|do not mail/.test(text) ? "suppressed" : "unsubscribed";
}
