import type { ReferenceOverride } from "../../../../shared/bridge/app.ts";
import { foldDomain } from "../../../../shared/fold-addresses.ts";
import {
  ByteInterner,
  createDomainSuggester,
  hashFolded,
  hashText,
  hasNoMailboxes,
  indexOverrides,
  isRelay,
  type Overrides,
  providers,
  ROLES,
} from "../../text/index.ts";
import { ADDRESS_BIT } from "../format.ts";
import type { RowTable } from "./row-table.ts";

export interface Classification {
  /** ADDRESS_BIT flags, one byte per address. */
  readonly bits: Uint8Array;
  /** The suggested domain, by number of the mistyped domain. */
  readonly meant: ReadonlyMap<number, string>;
  count(bit: number): number;
}

/**
 * A domain with at least this many addresses, and more than this share of the similar well-known domain's, is a real
 * domain rather than a typo. Domains known to have no mailboxes are exempt.
 */
const MIN_REAL_DOMAIN_ADDRESSES = 10;
const MIN_REAL_DOMAIN_SHARE = 0.1;

export function classifyAddresses(
  table: RowTable,
  overrides: readonly ReferenceOverride[] = [],
): Classification {
  const { addresses, domains, addressDomain } = table;
  const perDomain = countDomains(table);
  const own = indexOverrides(overrides);
  const { domainBits, meant } = classifyDomains(domains, perDomain, own);
  const bits = new Uint8Array(addresses.size);
  const isRole = roleFinder(own.roles(ROLES));
  const { text, ends } = addresses;
  let start = 0;
  for (let id = 0; id < bits.length; id++) {
    const end = ends[id] as number;
    const domain = domainBits[addressDomain[id] as number] as number;
    bits[id] = domain | (isRole(text, start, end) ? ADDRESS_BIT.role : 0);
    start = end;
  }
  return {
    bits,
    meant,
    count(bit) {
      let found = 0;
      for (let id = 0; id < bits.length; id++) if (((bits[id] as number) & bit) !== 0) found++;
      return found;
    },
  };
}

function countDomains({ addresses, domains, addressDomain }: RowTable): Uint32Array {
  const perDomain = new Uint32Array(domains.size);
  for (let id = 0; id < addresses.size; id++) {
    const domain = addressDomain[id] as number;
    perDomain[domain] = (perDomain[domain] as number) + 1;
  }
  return perDomain;
}

function classifyDomains(
  domains: ByteInterner,
  perDomain: Uint32Array,
  own: Overrides,
): { domainBits: Uint8Array; meant: Map<number, string> } {
  const lists = providers();
  const domainBits = new Uint8Array(domains.size);
  const meant = new Map<number, string>();
  const suggest = createDomainSuggester(lists.isReal);
  for (let id = 0; id < domains.size; id++) {
    const domain = domains.textOf(id);
    const said = own.typo(domain);
    const guess = said === undefined ? suggest(domain) : said;
    const suggestion =
      guess !== null && said === undefined && tooMany(id, guess, domains, perDomain) ? null : guess;
    let bits = 0;
    if (suggestion !== null) {
      meant.set(id, suggestion);
      bits |= ADDRESS_BIT.typo;
    }
    if (own.free(domain) ?? (suggestion === null && lists.free.has(foldDomain(domain))))
      bits |= ADDRESS_BIT.free;
    // Disposable services buy misspellings of large providers, but a user who typed one meant the provider.
    if (own.disposable(domain) ?? (suggestion === null && lists.disposable.has(foldDomain(domain))))
      bits |= ADDRESS_BIT.disposable;
    else if (isRelay(foldDomain(domain))) bits |= ADDRESS_BIT.relay;
    domainBits[id] = bits;
  }
  return { domainBits, meant };
}

function tooMany(id: number, suggestion: string, domains: ByteInterner, perDomain: Uint32Array): boolean {
  const here = perDomain[id] as number;
  if (here < MIN_REAL_DOMAIN_ADDRESSES || hasNoMailboxes(domains.textOf(id))) return false;
  const bytes = Buffer.from(suggestion);
  const other = domains.find(bytes, 0, bytes.length, hashFolded(bytes, 0, bytes.length));
  return here > (other < 0 ? 0 : (perDomain[other] as number)) * MIN_REAL_DOMAIN_SHARE;
}

const AT = 64;
const PLUS = 43;

function roleFinder(
  roleNames: ReadonlySet<string>,
): (text: Uint8Array, start: number, end: number) => boolean {
  const roles = new ByteInterner(roleNames.size, 4096);
  let longest = 0;
  for (const role of roleNames) {
    const bytes = Buffer.from(role);
    roles.intern(bytes, 0, bytes.length, hashText(role));
    longest = Math.max(longest, bytes.length);
  }
  return (text, start, end) => {
    let at = start;
    while (at < end && text[at] !== AT && text[at] !== PLUS && at - start <= longest) at++;
    if (at - start > longest || at >= end) return false;
    for (let i = start; i < at; i++) {
      if ((text[i] as number) < 128) continue;
      const bytes = text.subarray(start, at);
      return roles.find(text, start, at, hashText(Buffer.from(bytes).toString("utf8"))) >= 0;
    }
    return roles.find(text, start, at, hashFolded(text, start, at)) >= 0;
  };
}
