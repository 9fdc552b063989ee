/**
 * A mail provider, identified by the MX host names that its own setup guide gives to customers. Some host mailboxes,
 * some filter mail in front of them, some only forward it.
 */
interface MailHostEntry {
  readonly id: string;
  readonly name: string;
  /** Suffixes of MX host names, matched at label boundaries. */
  readonly servers: readonly string[];
}

const KNOWN = [
  // https://support.google.com/a/answer/174125
  { id: "google", name: "Google", servers: ["google.com", "googlemail.com"] },
  // https://learn.microsoft.com/microsoft-365/enterprise/external-domain-name-system-records
  {
    id: "microsoft",
    name: "Microsoft",

    servers: ["protection.outlook.com", "mx.microsoft", "hotmail.com"],
  },
  { id: "yahoo", name: "Yahoo", servers: ["yahoodns.net"] },
  // https://support.apple.com/102374
  { id: "apple", name: "Apple iCloud", servers: ["mail.icloud.com"] },
  // https://www.zoho.com/mail/help/adminconsole/configure-email-delivery.html
  {
    id: "zoho",
    name: "Zoho",

    servers: ["zoho.com", "zoho.eu", "zoho.in", "zoho.com.au", "zohomail.com"],
  },
  // https://www.fastmail.help/hc/en-us/articles/360060591153
  { id: "fastmail", name: "Fastmail", servers: ["messagingengine.com"] },
  // https://proton.me/support/custom-domain
  { id: "proton", name: "Proton", servers: ["protonmail.ch"] },
  // https://yandex.com/support/connect/dns/mx.html
  { id: "yandex", name: "Yandex", servers: ["yandex.net", "yandex.ru"] },
  { id: "mail-ru", name: "Mail.ru", servers: ["mail.ru"] },
  // https://docs.aws.amazon.com/workmail/latest/adminguide/add_domain.html
  { id: "amazon", name: "Amazon", servers: ["amazonaws.com"] },
  // https://docs.rackspace.com/docs/mx-records
  { id: "rackspace", name: "Rackspace", servers: ["emailsrvr.com"] },
  // https://www.ionos.com/help/email/
  {
    id: "ionos",
    name: "IONOS",

    servers: ["kundenserver.de", "ionos.com", "ionos.co.uk", "1and1.com", "1and1.co.uk", "perfora.net"],
  },
  { id: "united-internet", name: "GMX and WEB.DE", servers: ["gmx.net", "web.de"] },
  { id: "telekom", name: "Telekom", servers: ["t-online.de"] },
  { id: "strato", name: "STRATO", servers: ["rzone.de"] },
  // https://help.ovhcloud.com/csm/en-dns-configuration-mx
  { id: "ovh", name: "OVHcloud", servers: ["ovh.net", "ovh.ca"] },
  // https://www.godaddy.com/help/mx-records
  { id: "godaddy", name: "GoDaddy", servers: ["secureserver.net"] },
  { id: "namecheap", name: "Namecheap", servers: ["privateemail.com"] },
  { id: "hostinger", name: "Hostinger", servers: ["hostinger.com", "titan.email"] },
  { id: "gandi", name: "Gandi", servers: ["gandi.net"] },
  { id: "tencent", name: "Tencent", servers: ["qq.com"] },
  { id: "netease", name: "NetEase", servers: ["netease.com", "163.com"] },
  { id: "alibaba", name: "Alibaba", servers: ["mxhichina.com", "aliyun.com"] },
  // https://help.proofpoint.com/Proofpoint_Essentials
  { id: "proofpoint", name: "Proofpoint", servers: ["pphosted.com", "ppe-hosted.com"] },
  // https://mimecastsupport.zendesk.com/hc/en-us
  {
    id: "mimecast",
    name: "Mimecast",

    servers: ["mimecast.com", "mimecast.co.za", "mimecast-offshore.com"],
  },
  // https://campus.barracuda.com/product/emailgatewaydefense/
  { id: "barracuda", name: "Barracuda", servers: ["barracudanetworks.com"] },
  { id: "cisco", name: "Cisco", servers: ["iphmx.com"] },
  { id: "symantec", name: "Symantec", servers: ["messagelabs.com"] },
  { id: "trend-micro", name: "Trend Micro", servers: ["trendmicro.com", "trendmicro.eu"] },
  { id: "sophos", name: "Sophos", servers: ["sophos.com"] },
  { id: "forcepoint", name: "Forcepoint", servers: ["mailcontrol.com"] },
  { id: "trellix", name: "Trellix", servers: ["fireeyecloud.com"] },
  {
    id: "hornetsecurity",
    name: "Hornetsecurity",

    servers: ["hornetsecurity.com", "antispameurope.com"],
  },
  { id: "spamexperts", name: "SpamExperts", servers: ["antispamcloud.com"] },
  // https://developers.cloudflare.com/email-routing/
  { id: "cloudflare", name: "Cloudflare", servers: ["mx.cloudflare.net"] },
  { id: "improvmx", name: "ImprovMX", servers: ["improvmx.com"] },
] as const satisfies readonly MailHostEntry[];

/** Ids of all mail hosts; `other` for unknown ones and for domains that are their own mail server. */
export const MAIL_HOSTS = [...KNOWN.map(({ id }) => id), "other"] as const;
export type MailHost = (typeof MAIL_HOSTS)[number];

const NAMES = new Map<MailHost, string>(KNOWN.map(({ id, name }) => [id, name]));

export function mailHostName(host: MailHost): string {
  return NAMES.get(host) ?? "Other mail servers";
}

const BY_SERVER: ReadonlyMap<string, MailHost> = new Map(
  KNOWN.flatMap(({ id, servers }) => servers.map((server): [string, MailHost] => [server, id])),
);

/** Returns the provider of an MX host. `server` is in lower case; an empty string means the domain's own address. */
export function mailHostOf(server: string): MailHost {
  const labels = server.split(".");
  for (let at = 0; at < labels.length; at++) {
    const host = BY_SERVER.get(labels.slice(at).join("."));
    if (host !== undefined) return host;
  }
  return "other";
}
