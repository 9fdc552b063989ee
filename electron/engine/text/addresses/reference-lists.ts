import disposable from "disposable-email-domains-js/dist/dict/disposable_email_blocklist.json" with {
  type: "json",
};
import every from "email-providers/all.json" with { type: "json" };
import { parse } from "tldts";
import type { ReferenceOverride } from "../../../../shared/bridge/app.ts";
import type { ReferenceKind } from "../../../../shared/bridge/constants.ts";
import { foldDomain, foldText } from "../../../../shared/fold-addresses.ts";
import { checkSyntax } from "./syntax.ts";

/**
 * Frequent misspellings of large providers; most are unregistered or collect misdirected mail. Each needs a published
 * source.
 */
const MISSPELLINGS: ReadonlySet<string> = new Set(
  [
    // Tests and rules of the Ruby gem email_typo (github.com/fnando/email_typo, MIT).
    "gamil.com gmaal.com gmai.com gmaii.com gmaill.com gmal.com gmali.com gmaol.com gmial.com gmil.com gmsil.com",
    "gnail.com gmail.co gmail.cm gmail.om ahoo.com yaho.com yahooo.com yhaoo.com yaooo.com",
    "yahoo.co yahoo.cm yahoo.om homail.com hotamail.com htmail.com hotmaill.com hotmaik.com hoymail.com hptmail.com",
    "homtail.com hitmail.com hotnail.com hotmail.co hotmail.cm hotmail.om outloo.com outlook.co outlook.cm outlook.om",
    "icoud.com icloud.co icloud.cm icloud.om veizon.net verion.net verzon.net comacast.net comcat.net concast.net cmcast.net",
    // Counted in 1.47 million addresses (bounceshift.com/learn/most-common-email-typos).
    "icluod.com iclud.com hotmil.com",
    // Corrections of a verification service (massemailverify.com/blog/typos-in-email-addresses).
    "hotmial.com hotmai.com hotmall.com outlok.com outllok.com outloook.com outlokk.com",
  ].flatMap((line) => line.split(" ")),
);

/** Returns whether `domain` (folded), which resembles a provider, is a known misspelling or has no public suffix. */
export function hasNoMailboxes(domain: string): boolean {
  return MISSPELLINGS.has(domain) || parse(domain).isIcann !== true;
}

export type Overrides = ReturnType<typeof indexOverrides>;

export function indexOverrides(overrides: readonly ReferenceOverride[]) {
  const said = (kind: ReferenceKind) => {
    const fold = kind === "role" ? foldText : foldDomain;
    return new Map(
      overrides.filter((one) => one.kind === kind).map((one) => [fold(one.entry), one] as const),
    );
  };
  const [disposable, free, typo, role] = [said("disposable"), said("free"), said("typo"), said("role")];
  return {
    disposable: (domain: string) => disposable.get(foldDomain(domain))?.listed,
    free: (domain: string) => free.get(foldDomain(domain))?.listed,
    /** Returns the intended domain; `null` if it is no typo. Invalid intended domains are ignored. */
    typo(domain: string): string | null | undefined {
      const own = typo.get(foldDomain(domain));
      if (own === undefined) return undefined;
      if (!own.listed) return null;
      // Ignored: an invalid domain is undeliverable and would still cost a credit.
      return own.meant === undefined || checkSyntax(`x@${own.meant}`) !== null ? undefined : own.meant;
    },
    roles(listed: ReadonlySet<string>): ReadonlySet<string> {
      const roles = new Set(listed);
      for (const [entry, { listed: is }] of role) {
        if (is) roles.add(entry);
        else roles.delete(entry);
      }
      return roles;
    },
  };
}

/** Domains in the packages that have no mailboxes. */
const NO_PROVIDERS = [
  "example.com",
  "test.com",
  "test.de",
  "yourdomain.com",
  "mydomain.com",
  "domain.com",
  "mail-tester.com",
];

/**
 * Relays that forward to the hidden addresses of real readers, so never disposable; as documented by Apple, Firefox
 * Relay, DuckDuckGo, SimpleLogin, Proton Pass and addy.io. Each user may have a subdomain.
 */
const RELAYS: ReadonlySet<string> = new Set(
  (
    "privaterelay.appleid.com mozmail.com duck.com simplelogin.com simplelogin.co simplelogin.fr slmail.me slmails.com " +
    "silomails.com 8alias.com 8shield.net aleeas.com dralias.com passmail.net passmail.com passinbox.com passfwd.com " +
    "anonaddy.com anonaddy.me addymail.com"
  ).split(" "),
);

/** Returns whether `domain` (folded) is a relay or a subdomain of one. */
export function isRelay(domain: string): boolean {
  return RELAYS.has(domain) || RELAYS.has(domain.slice(domain.indexOf(".") + 1));
}

export interface Providers {
  readonly disposable: ReadonlySet<string>;
  /** Domains of free mailboxes, including some misspellings. */
  readonly free: ReadonlySet<string>;
  /** Returns whether `domain` (folded) is listed and not a misspelling. */
  isReal(domain: string): boolean;
}

let lists: Providers | undefined;

export function providers(): Providers {
  lists ??= readLists();
  return lists;
}

function readLists(): Providers {
  const throwAway = new Set(disposable);
  const free = new Set(every);
  for (const domain of NO_PROVIDERS) free.delete(domain);
  for (const domain of throwAway) free.delete(domain);
  for (const domain of RELAYS) {
    free.delete(domain);
    throwAway.delete(domain);
  }
  return {
    disposable: throwAway,
    free,
    isReal: (domain) =>
      (free.has(domain) || throwAway.has(domain) || RELAYS.has(domain)) && !hasNoMailboxes(domain),
  };
}

export const ROLES_VERSION = "2026-11";

/** Folded local parts that belong to a role: those of RFC 2142 and common ones in larger languages. */
export const ROLES: ReadonlySet<string> = new Set(
  (
    "abuse accounting accounts admin administration administrator ads advertising all billing board booking " +
    "bookings careers ceo cfo compliance contact contacts contactus customercare customerservice customersupport " +
    "data dataprotection datenschutz devnull director dns donotreply do-not-reply dpo editor editorial email emails " +
    "enquiries enquiry events everyone faq feedback finance fundraising ftp general hello help helpdesk hi host " +
    "hostmaster hr info information inquiries inquiry invoice invoices investorrelations investors it itsupport " +
    "job jobs kontakt legal list list-request listserv mail mailbox mailer-daemon mailerdaemon mailman majordomo " +
    "management manager marketing media membership merchandise netops network news newsletter no-reply noc noreply " +
    "no_reply office operations ops order orders partner partners payments payroll phish phishing postbox " +
    "postmaster pr press privacy procurement purchasing reception recruiting recruitment register registrar " +
    "registration reservations returns root sale sales salesteam school secretary security service services " +
    "shipping shop spam staff store studio subscribe subscriptions support survey sysadmin team tech techsupport " +
    "technical undisclosed-recipients unsubscribe update updates usenet user users uucp webinar webmaster www " +
    // German, French, Spanish, Portuguese, Italian, Dutch, Polish
    "anfrage anfragen bestellung bestellungen bewerbung buchhaltung buero büro empfang geschaeftsfuehrung " +
    "geschäftsführung presse rechnung rechnungen redaktion sekretariat verkauf vertrieb verwaltung zentrale " +
    "accueil commande commandes comptabilite comptabilité commercial direction secretariat secrétariat " +
    "administracion administración atencionalcliente atendimento contabilidad contabilidade comercial compras " +
    "contacto contato correo facturacion facturación financeiro gerencia informacion información oficina pedidos " +
    "reservas rrhh rh secretaria secretaría suporte vendas ventas acquisti amministrazione assistenza commerciale " +
    "contatti informazioni ordini segreteria ufficio ufficiostampa vendite administratie boekhouding bestellingen " +
    "klantenservice secretariaat verkoop biuro biuroobslugi handlowy kontakty ksiegowosc księgowość sekretariat " +
    "sprzedaz sprzedaż zamowienia zamówienia"
  ).split(" "),
);
