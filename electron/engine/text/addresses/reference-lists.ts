import disposable from "disposable-email-domains-js/dist/dict/disposable_email_blocklist.json" with {
  type: "json",
};
import every from "email-providers/all.json" with { type: "json" };
import { parse } from "tldts";
import { foldDomain, foldText } from "../../../../shared/addresses.ts";
import type { ReferenceOverride } from "../../../../shared/bridge/app.ts";
import type { ReferenceKind } from "../../../../shared/bridge/constants.ts";
import { checkSyntax } from "./syntax.ts";

/**
 * Misspellings of the largest providers that whoever counted typed domains found again and again: most belong to nobody, or
 * to people who wait for such mail. A domain stands here only where somebody has published that he met it.
 */
export const MISSPELLINGS: ReadonlySet<string> = new Set(
  [
    // The tests of the Ruby gem email_typo (github.com/fnando/email_typo, MIT), and its rules for endings.
    "gamil.com gmaal.com gmai.com gmaii.com gmaill.com gmal.com gmali.com gmaol.com gmial.com gmil.com gmsil.com",
    "gnail.com gmail.co gmail.cm gmail.om ahoo.com yaho.com yahooo.com yhaoo.com yaooo.com",
    "yahoo.co yahoo.cm yahoo.om homail.com hotamail.com htmail.com hotmaill.com hotmaik.com hoymail.com hptmail.com",
    "homtail.com hitmail.com hotnail.com hotmail.co hotmail.cm hotmail.om outloo.com outlook.co outlook.cm outlook.om",
    "icoud.com icloud.co icloud.cm icloud.om veizon.net verion.net verzon.net comacast.net comcat.net concast.net cmcast.net",
    // Counted in 1.47 million addresses (bounceshift.com/learn/most-common-email-typos).
    "icluod.com iclud.com hotmil.com",
    // What one verification service corrects (massemailverify.com/blog/typos-in-email-addresses).
    "hotmial.com hotmai.com hotmall.com outlok.com outllok.com outloook.com outlokk.com",
  ].flatMap((line) => line.split(" ")),
);

/**
 * Whether nobody can have a mailbox of his own at `domain` (folded), which resembles a well-known one: it is a misspelling
 * that everybody knows, or ends in what is no ending.
 */
export function isNobodys(domain: string): boolean {
  return MISSPELLINGS.has(domain) || parse(domain).isIcann !== true;
}

/** What the user said of entries of the reference lists; undefined: nothing, ask the list. */
export interface OwnWords {
  disposable(domain: string): boolean | undefined;
  free(domain: string): boolean | undefined;
  /** The domain that is meant; null: it is no typo. What was said to be meant and is no domain counts as nothing. */
  typo(domain: string): string | null | undefined;
  /** The roles of the list, less those that are none, and those that the user added. */
  roles(listed: ReadonlySet<string>): ReadonlySet<string>;
}

/** Makes the user's overrides quick to ask. A later one of the same entry wins. */
export function ownWords(overrides: readonly ReferenceOverride[]): OwnWords {
  const said = (kind: ReferenceKind) => {
    const fold = kind === "role" ? foldText : foldDomain;
    return new Map(
      overrides.filter((one) => one.kind === kind).map((one) => [fold(one.entry), one] as const),
    );
  };
  const [disposable, free, typo, role] = [said("disposable"), said("free"), said("typo"), said("role")];
  return {
    disposable: (domain) => disposable.get(foldDomain(domain))?.listed,
    free: (domain) => free.get(foldDomain(domain))?.listed,
    typo(domain) {
      const own = typo.get(foldDomain(domain));
      if (own === undefined) return undefined;
      if (!own.listed) return null;
      // What is no domain is nobody's address, and would be paid for.
      return own.meant === undefined || checkSyntax(`x@${own.meant}`) !== null ? undefined : own.meant;
    },
    roles(listed) {
      const roles = new Set(listed);
      for (const [entry, { listed: is }] of role) {
        if (is) roles.add(entry);
        else roles.delete(entry);
      }
      return roles;
    },
  };
}

/** Domains that the packages count among the providers, though nobody has a mailbox there. */
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
 * Where people get addresses that hide their own, and lead to it for as long as they want: real readers, so never
 * disposable. By what their makers document: Apple (Hide My Email at Sign in with Apple), Firefox Relay, DuckDuckGo Email
 * Protection, SimpleLogin and Proton Pass, addy.io. A relay also has a subdomain for each of its users.
 */
const RELAYS: ReadonlySet<string> = new Set(
  (
    "privaterelay.appleid.com mozmail.com duck.com simplelogin.com simplelogin.co simplelogin.fr slmail.me slmails.com " +
    "silomails.com 8alias.com 8shield.net aleeas.com dralias.com passmail.net passmail.com passinbox.com passfwd.com " +
    "anonaddy.com anonaddy.me addymail.com"
  ).split(" "),
);

/** Whether addresses at `domain` (folded) lead to others that they hide. */
export function isRelay(domain: string): boolean {
  return RELAYS.has(domain) || RELAYS.has(domain.slice(domain.indexOf(".") + 1));
}

export interface Providers {
  /** Domains of throw-away addresses. */
  readonly disposable: ReadonlySet<string>;
  /** Domains of free mailboxes, some misspelt ones among them. */
  readonly free: ReadonlySet<string>;
  /** Whether a list has `domain` (folded), and not as one that is only misspelt: then it resembles another by chance. */
  isReal(domain: string): boolean;
}

let lists: Providers | undefined;

/** The lists of providers, from their packages. */
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
      (free.has(domain) || throwAway.has(domain) || RELAYS.has(domain)) && !isNobodys(domain),
  };
}

/** Version of this list; raise it when an entry comes or goes. */
export const ROLES_VERSION = "2026-11";

/**
 * Parts before the `@` that belong to a role and not to a person: those of RFC 2142, and what businesses use
 * in the larger languages. Folded.
 */
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
