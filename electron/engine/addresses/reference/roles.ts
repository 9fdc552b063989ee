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
