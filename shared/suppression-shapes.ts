/** An entry of a suppression file. */
export interface HandedBack {
  /** A folded address. */
  readonly address: string;
  /** Mail to it bounced because of the address; otherwise its owner, or the user, does not want it to be mailed. */
  readonly isBounce: boolean;
  /** Unix milliseconds. */
  readonly at: number;
}

/** What a mailing service takes as the people that it must not mail. */
interface Shape {
  readonly name: string;
  readonly header: string | null;
  readonly row: (entry: HandedBack) => string;
  /** How a whole domain is written; null: it takes none. */
  readonly domain: ((domain: string) => string) | null;
}

const cell = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const oneColumn = (name: string, header: string | null): Shape => ({
  name,
  header,
  row: ({ address }) => (header === null ? address : cell(address)),
  domain: null,
});

/** By the service, in the shape that its own import of suppressed people takes. */
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
  },
  postmark: oneColumn("Postmark", null),
  sendgrid: oneColumn("SendGrid", "email"),
  ses: {
    ...oneColumn("Amazon SES", null),
    row: ({ address, isBounce }) => `${cell(address)},${isBounce ? "BOUNCE" : "COMPLAINT"}`,
  },
} satisfies Record<string, Shape>;

export type SuppressionShape = keyof typeof SHAPES;
export const SUPPRESSION_SHAPES = Object.keys(SHAPES).filter((id): id is SuppressionShape => id in SHAPES);

export function shapeOf(id: SuppressionShape): Shape {
  return SHAPES[id];
}
