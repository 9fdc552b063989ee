import { disposableEmailBlocklistSet } from "disposable-email-domains-js";
import commonProviders from "email-providers/common.json" with { type: "json" };
import { foldAddress } from "../../shared/fold-addresses.ts";
import { FLAG_BIT, type Verdict } from "../../shared/verdicts.ts";

/**
 * The classification rules. The first match decides, independent of time, order and account, so an address always gets
 * the same verdict.
 *
 * `local`: prefix of the part before the `@`. `domain`: the domain or a parent domain.
 */
export const VERDICT_RULES: readonly (
  | { readonly domain: string; readonly verdict: Verdict }
  | { readonly local: string; readonly verdict: Verdict }
)[] = [
  { domain: "invalid", verdict: "undeliverable" },
  { domain: "bounce.example", verdict: "undeliverable" },
  { domain: "undeliverable.example", verdict: "undeliverable" },
  { domain: "catchall.example", verdict: "accept_all" },
  { domain: "slow.example", verdict: "unknown" },
  { domain: "unknown.example", verdict: "unknown" },
  { domain: "deliverable.example", verdict: "deliverable" },
  { local: "bounce", verdict: "undeliverable" },
  { local: "undeliverable", verdict: "undeliverable" },
  { local: "invalid", verdict: "undeliverable" },
  { local: "nobody", verdict: "undeliverable" },
  { local: "catchall", verdict: "accept_all" },
  { local: "catch-all", verdict: "accept_all" },
  { local: "acceptall", verdict: "accept_all" },
  { local: "accept-all", verdict: "accept_all" },
  { local: "accept_all", verdict: "accept_all" },
  { local: "slow", verdict: "unknown" },
  { local: "greylist", verdict: "unknown" },
  { local: "timeout", verdict: "unknown" },
  { local: "unknown", verdict: "unknown" },
  { local: "deliverable", verdict: "deliverable" },
  { local: "valid", verdict: "deliverable" },
];

/** Distribution of all other addresses by their hash. Company domains accept all mail more often. */
const VERDICT_MIX: Record<"free" | "other", readonly { readonly upTo: number; readonly verdict: Verdict }[]> =
  {
    free: [
      { upTo: 79, verdict: "deliverable" },
      { upTo: 92, verdict: "undeliverable" },
      { upTo: 95, verdict: "accept_all" },
      { upTo: 100, verdict: "unknown" },
    ],
    other: [
      { upTo: 66, verdict: "deliverable" },
      { upTo: 80, verdict: "undeliverable" },
      { upTo: 93, verdict: "accept_all" },
      { upTo: 100, verdict: "unknown" },
    ],
  };

const ROLES: ReadonlySet<string> = new Set(
  (
    "abuse accounts admin administrator billing booking careers contact customerservice enquiries feedback " +
    "finance hello help helpdesk hostmaster hr info inquiries jobs mail marketing media no-reply noreply " +
    "office orders postmaster press privacy root sales security service shop subscribe support team " +
    "unsubscribe webmaster"
  ).split(" "),
);

/** Prefixes of local parts or domains that are spam traps. */
const TRAPS = ["spamtrap", "honeypot"] as const;

const DISPOSABLE_EXAMPLE = "disposable.example";

const DISPOSABLE: ReadonlySet<string> = disposableEmailBlocklistSet();

// The package lists example.com and disposable domains as providers.
const FREE: ReadonlySet<string> = new Set(
  commonProviders.filter((domain) => domain !== "example.com" && !DISPOSABLE.has(domain)),
);

export interface Classification {
  readonly verdict: Verdict;
  readonly flags: number;
}

const WELL_FORMED =
  /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,}$/u;

/** Returns true if `address` is well-formed, which the service checks before it contacts a mail server. */
export function isWellFormed(address: string): boolean {
  const at = address.lastIndexOf("@");
  return at > 0 && at <= 64 && address.length <= 254 && WELL_FORMED.test(address);
}

export function sandboxVerdict(address: string): Classification {
  const folded = foldAddress(address.trim());
  if (!isWellFormed(folded)) {
    return { verdict: "undeliverable", flags: FLAG_BIT.syntax_error };
  }
  const at = folded.lastIndexOf("@");
  const local = folded.slice(0, at);
  const domain = folded.slice(at + 1);
  const free = FREE.has(domain);
  let flags = 0;
  if (free) flags |= FLAG_BIT.free;
  if (ROLES.has(local.split("+", 1)[0] ?? local)) flags |= FLAG_BIT.role;
  if (isDisposable(domain)) flags |= FLAG_BIT.disposable;
  if (TRAPS.some((trap) => local.startsWith(trap) || domain.startsWith(trap))) flags |= FLAG_BIT.trap;
  return { verdict: verdictFor(folded, local, domain, free), flags };
}

function isDisposable(domain: string): boolean {
  return isWithin(domain, DISPOSABLE_EXAMPLE) || DISPOSABLE.has(domain);
}

function isWithin(domain: string, above: string): boolean {
  return domain === above || (domain.endsWith(above) && domain[domain.length - above.length - 1] === ".");
}

function verdictFor(folded: string, local: string, domain: string, free: boolean): Verdict {
  for (const rule of VERDICT_RULES) {
    if ("domain" in rule ? isWithin(domain, rule.domain) : local.startsWith(rule.local)) return rule.verdict;
  }
  const share = hash(folded) % 100;
  const mix = VERDICT_MIX[free ? "free" : "other"];
  return mix.find((row) => share < row.upTo)?.verdict ?? "unknown";
}

/** Returns a 32-bit FNV-1a hash over UTF-16 code units, with a final mix. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  return (value ^ (value >>> 13)) >>> 0;
}
