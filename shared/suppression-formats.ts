import { counted } from "./numbers.ts";

export interface SuppressionEntry {
  readonly address: string;
  /** `true` if mail to the address bounced; otherwise its owner or the user opted it out. */
  readonly isBounce: boolean;
  /** In Unix ms. */
  readonly at: number;
}

/** The suppression file format of a mailing service. */
export interface SuppressionFormat {
  readonly name: string;
  readonly header: string | null;
  readonly row: (entry: SuppressionEntry) => string;
  /** Formats a domain entry; `null` if the service doesn't support domains. */
  readonly domain: ((domain: string) => string) | null;
  /** Limits of one import: rows below the header, and file size in bytes. */
  readonly maxRows: number;
  readonly maxBytes: number;
}

const cell = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const oneColumn = (name: string, header: string | null): SuppressionFormat => ({
  name,
  header,
  row: ({ address }) => (header === null ? address : cell(address)),
  domain: null,
  maxRows: Number.POSITIVE_INFINITY,
  maxBytes: Number.POSITIVE_INFINITY,
});

/** Formats by service, as documented for its suppression import. */
const SHAPES = {
  list: { ...oneColumn("A plain list", null), domain: (domain) => `@${domain}` },
  activecampaign: { ...oneColumn("ActiveCampaign", null), domain: (domain) => `*@${domain}` },
  brevo: oneColumn("Brevo", "EMAIL"),
  "campaign-monitor": oneColumn("Campaign Monitor", null),
  "constant-contact": oneColumn("Constant Contact", "Email address"),
  hubspot: oneColumn("HubSpot", "Email"),
  klaviyo: oneColumn("Klaviyo", "Email"),
  listmonk: {
    ...oneColumn("listmonk", "email,name,attributes"),
    row: ({ address }) => `${cell(address)},,{}`,
  },
  mailchimp: oneColumn("Mailchimp", "Email Address"),
  mailerlite: oneColumn("MailerLite", "Email"),
  mailgun: {
    ...oneColumn("Mailgun", "address,tags,created_at"),
    row: ({ address, at }) => `${cell(address)},*,${cell(new Date(at).toUTCString())}`,
    maxBytes: 25_000_000,
  },
  postmark: oneColumn("Postmark", null),
  sendgrid: oneColumn("SendGrid", "email"),
  ses: {
    ...oneColumn("Amazon SES", null),
    row: ({ address, isBounce }) => `${cell(address)},${isBounce ? "BOUNCE" : "COMPLAINT"}`,
    maxRows: 100_000,
  },
} satisfies Record<string, SuppressionFormat>;

export type SuppressionShape = keyof typeof SHAPES;
export const SUPPRESSION_SHAPES = Object.keys(SHAPES).filter((id): id is SuppressionShape => id in SHAPES);

export function formatOf(id: SuppressionShape): SuppressionFormat {
  return SHAPES[id];
}

/** Returns the sentence about `n` entries that were escaped so that spreadsheets don't run them as formulas. */
export function guardedSentence(n: number): string {
  const [have, them] = n === 1 ? ["has", "it"] : ["have", "them"];
  return `${counted(n, "entry", "entries")} could run as a formula in a spreadsheet and ${have} an apostrophe in front, so the service does not recognise ${them}. Winnow still leaves ${them} out of your lists.`;
}

/** Maximum length of a suppression list's name, in characters. */
export const MAX_SUPPRESSION_NAME_LENGTH = 80;
