import { foldDomain } from "../../../../../shared/fold-addresses.ts";
import { PROVIDERS, type Provider, REASONS, type Reason } from "../../../../../shared/segments.ts";
import { ALL_FLAGS, FLAG_BIT, SOURCE_CODE, VERDICT_CODE_COUNT } from "../../../../../shared/verdicts.ts";
import { ADDRESS_BIT, EMPTY } from "../../../lists/index.ts";
import { FATE } from "../../format.ts";
import type { OpenCleaning } from "../opened.ts";
import type { Domains, Traits } from "./cache.ts";

/** Bit offset and width of a trait. */
export interface TraitBits {
  readonly at: number;
  readonly bits: number;
}

/** Traits of a row, packed into 16 bits: all it can be filtered by except domain and cells. */
export const VERDICT_BITS: TraitBits = { at: 0, bits: 3 };
export const FLAG_BITS: TraitBits = { at: 3, bits: 6 };
export const TYPO_BITS: TraitBits = { at: 9, bits: 1 };
/** Index in `PROVIDERS`; meaningless if the reason says that there is no address. */
const PROVIDER_BITS: TraitBits = { at: 10, bits: 2 };
export const REASON_BITS: TraitBits = { at: 12, bits: 4 };
export const PROVIDER_AND_REASON_BITS: TraitBits = { at: 10, bits: 6 };
export const TRAITS = 1 << 16;

export function verdictIn(traits: number): number {
  return traits & 7;
}

export function flagsIn(traits: number): number {
  return (traits >>> FLAG_BITS.at) & ALL_FLAGS;
}

export function isTypoIn(traits: number): boolean {
  return ((traits >>> TYPO_BITS.at) & 1) !== 0;
}

export function providerIn(traits: number): Provider | null {
  const reason = reasonIn(traits);
  if (reason === "empty" || reason === "malformed") return null;
  return PROVIDERS[(traits >>> PROVIDER_BITS.at) & 3] ?? null;
}

export function reasonIn(traits: number): Reason {
  return REASONS[traits >>> REASON_BITS.at] ?? "unverified";
}

const REASON_OF_SOURCE: Readonly<Record<number, Reason>> = {
  [SOURCE_CODE.known]: "known",
  [SOURCE_CODE.missing]: "missing",
  [SOURCE_CODE.imported]: "imported",
  [SOURCE_CODE.bounced]: "bounced",
  [SOURCE_CODE.dead_domain]: "dead_domain",
};

export function traitsOf(cleaning: OpenCleaning): Traits {
  const { cache, list, results } = cleaning;
  const known = cache.traits.get("");
  if (known !== undefined) return known;
  const { verdict, flags, source, fate } = results;
  const { addressBits } = list;
  const byAddress = new Uint16Array(list.addresses);
  for (let address = 0; address < byAddress.length; address++) {
    const code = verdict[address] ?? 0;
    const said = (flags[address] ?? 0) & ALL_FLAGS;
    const from = source[address] ?? 0;
    const bits = addressBits[address] ?? 0;
    const ofList = (said << FLAG_BITS.at) | (BY_BITS.typo[bits] ?? 0);
    if (code === 0 || code >= VERDICT_CODE_COUNT) {
      byAddress[address] =
        ofList | (BY_BITS.provider[bits] ?? 0) | WITHOUT[reasonWithout(fate[address] ?? 0)];
      continue;
    }
    const isListed = from === SOURCE_CODE.missing || (bits & ADDRESS_BIT.relay) !== 0;
    const provider = isListed ? BY_BITS.provider[bits] : BY_FLAGS[said];
    const since = reasonSince(cleaning, address);
    const reason = since === null ? (BY_SOURCE[from] ?? 0) : bitsOf(since);
    byAddress[address] = code | ofList | (provider ?? 0) | reason;
  }
  return cache.traits.set("", {
    byAddress,
    ofEmpty: bitsOf("empty"),
    ofMalformed: bitsOf("malformed"),
  });
}

/** Returns the traits of a row, by its address index, EMPTY or MALFORMED. */
export function rowTraits({ byAddress: ofAddress, ofEmpty, ofMalformed }: Traits, address: number): number {
  if (address >= 0) return ofAddress[address] ?? 0;
  return address === EMPTY ? ofEmpty : ofMalformed;
}

/** Returns what has changed since the address got its verdict; `null` if nothing has. */
function reasonSince({ facts }: OpenCleaning, address: number) {
  if (facts?.bounced?.[address] === 1) return "bounced_since";
  return facts?.suppressed?.[address] === 1 ? "suppressed_since" : null;
}

/** Returns why a row has its verdict, or none. `address` is an address index, EMPTY or MALFORMED. */
export function reasonOf(cleaning: OpenCleaning, address: number): Reason {
  const { results } = cleaning;
  if (address < 0) return address === EMPTY ? "empty" : "malformed";
  const { verdict, source, fate } = results;
  const code = verdict[address] ?? 0;
  if (code === 0 || code >= VERDICT_CODE_COUNT) return reasonWithout(fate[address] ?? 0);
  return reasonSince(cleaning, address) ?? REASON_OF_SOURCE[source[address] ?? 0] ?? "service";
}

function bitsOf(reason: Reason): number {
  return REASONS.indexOf(reason) << REASON_BITS.at;
}

function reasonWithout(fate: number): "suppressed" | "beyond_limit" | "unverified" {
  if (fate === FATE.suppressed) return "suppressed";
  return fate === FATE.beyondLimit ? "beyond_limit" : "unverified";
}

const WITHOUT = {
  suppressed: bitsOf("suppressed"),
  beyond_limit: bitsOf("beyond_limit"),
  unverified: bitsOf("unverified"),
} as const;

function providerSaid(flags: number): Provider {
  if ((flags & FLAG_BIT.disposable) !== 0) return "disposable";
  return (flags & FLAG_BIT.free) !== 0 ? "free" : "own";
}

function providerListed(bits: number): Provider {
  if ((bits & ADDRESS_BIT.relay) !== 0) return "relay";
  if ((bits & ADDRESS_BIT.disposable) !== 0) return "disposable";
  return (bits & ADDRESS_BIT.free) !== 0 ? "free" : "own";
}

const bitsOfProvider = (provider: Provider) => PROVIDERS.indexOf(provider) << PROVIDER_BITS.at;

/** Lookup tables by byte: the loop runs for half a million addresses. */
function byByte(traits: (byte: number) => number): Uint16Array {
  return Uint16Array.from({ length: 256 }, (_, byte) => traits(byte));
}

const BY_SOURCE = byByte((code) => bitsOf(REASON_OF_SOURCE[code] ?? "service"));
const BY_FLAGS = byByte((flags) => bitsOfProvider(providerSaid(flags)));
const BY_BITS = {
  typo: byByte((bits) => ((bits & ADDRESS_BIT.typo) === 0 ? 0 : 1 << TYPO_BITS.at)),
  provider: byByte((bits) => bitsOfProvider(providerListed(bits))),
};

const MAY_FOLD = /[\u0080-\uffff]/;

/** Returns the list's domains, cached. Builds a map of all names. */
export function domainsOf({ cache, list }: OpenCleaning): Domains {
  const known = cache.domains.get("");
  if (known !== undefined) return known;
  const byName = new Map<string, number>();
  let canonicalId: Uint32Array | null = null;
  for (let id = 0; id < list.domains; id++) {
    const name = list.domain(id);
    const folded = MAY_FOLD.test(name) ? foldDomain(name) : name.toLowerCase();
    const earlier = byName.get(folded);
    if (earlier === undefined) byName.set(folded, id);
    else {
      canonicalId ??= Uint32Array.from({ length: list.domains }, (_, own) => own);
      canonicalId[id] = earlier;
    }
  }
  return cache.domains.set("", {
    canonicalId,
    find: (domain) => byName.get(foldDomain(domain.trim())) ?? -1,
  });
}
