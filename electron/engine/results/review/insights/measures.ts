import { FLAG_BIT, SOURCE_CODE, VERDICT_CODE, VERDICT_CODE_COUNT } from "../../../../../shared/verdicts.ts";
import { ADDRESS_BIT } from "../../../lists/index.ts";
import type { OpenCleaning } from "../opened.ts";
import { domainsOf, providerIn, reasonIn, traitsOf } from "../query/traits.ts";
import type { CooperativeTask } from "../thread/steps.ts";
import { NOT_IN_LIST } from "../view/compare.ts";

/** Counts of distinct addresses at one domain. Addresses missing from the results have no verdict here. */
export interface DomainFacts {
  readonly domain: string;
  readonly addresses: number;
  readonly verified: number;
  readonly unknown: number;
  /** Unknown addresses for which this cleaning's service had no answer. */
  readonly silent: number;
  readonly acceptAll: number;
  readonly roles: number;
  readonly disposable: number;
  /** True for a company's own domain, not a free or disposable provider. */
  readonly isOwn: boolean;
}

export interface Facts {
  readonly addresses: number;
  readonly verified: number;
  readonly unknown: number;
  readonly roles: number;
  readonly domains: readonly DomainFacts[];
  /** Likely typos, uncorrected and not deliverable, and the number of mistyped domains. */
  readonly typos: { readonly addresses: number; readonly domains: number };
  readonly disposable: { readonly addresses: number; readonly domains: number };
  /** Addresses that bounced, or were suppressed, after their verdict. */
  readonly changed: { readonly bounced: number; readonly suppressed: number };
  readonly earlier: EarlierFacts | null;
}

export interface EarlierFacts {
  readonly cleaningId: string;
  readonly listId: string;
  readonly name: string;
  readonly at: number;
  /** Addresses in both cleanings that were deliverable then. */
  readonly deliverable: number;
  /** Of these, addresses that are undeliverable now. */
  readonly turned: number;
}

const ROWS_PER_STEP = 65_536;

export function* factsOf(cleaning: OpenCleaning): CooperativeTask<Omit<Facts, "earlier">> {
  const { list } = cleaning;
  const { addresses, addressBits, addressDomain } = list;
  const { verdict: verdicts, source: sources, flags: allFlags } = cleaning.results;
  const traits = traitsOf(cleaning).byAddress;
  const { canonicalId } = domainsOf(cleaning);
  const sums = () => new Uint32Array(list.domains);
  const count = { addresses: sums(), verified: sums(), unknown: sums(), silent: sums(), acceptAll: sums() };
  const changed = { bounced: 0, suppressed: 0 };
  const more = { roles: sums(), others: sums(), typos: sums(), disposable: sums() };
  for (let address = 0; address < addresses; address++) {
    if (address % ROWS_PER_STEP === 0) yield;
    const spelled = addressDomain[address] ?? 0;
    const domain = canonicalId === null ? spelled : (canonicalId[spelled] ?? spelled);
    const verdict = verdicts[address] ?? 0;
    const source = sources[address] ?? 0;
    add(count.addresses, domain);
    const reason = reasonIn(traits[address] ?? 0);
    if (reason === "bounced_since") changed.bounced++;
    else if (reason === "suppressed_since") changed.suppressed++;
    if (providerIn(traits[address] ?? 0) !== "own") add(more.others, domain);
    const isTypo = ((addressBits[address] ?? 0) & ADDRESS_BIT.typo) !== 0;
    if (isTypo && verdict !== VERDICT_CODE.deliverable) add(more.typos, domain);
    const flags = allFlags[address] ?? 0;
    if ((flags & FLAG_BIT.role) !== 0) add(more.roles, domain);
    // A likely typo is reported as such, not as a disposable domain.
    if ((flags & FLAG_BIT.disposable) !== 0 && !isTypo) add(more.disposable, domain);
    if (verdict === 0 || verdict >= VERDICT_CODE_COUNT || source === SOURCE_CODE.missing) continue;
    add(count.verified, domain);
    if (verdict === VERDICT_CODE.accept_all) add(count.acceptAll, domain);
    if (verdict !== VERDICT_CODE.unknown) continue;
    add(count.unknown, domain);
    if (source === SOURCE_CODE.service) add(count.silent, domain);
  }
  const domains: DomainFacts[] = [];
  for (let id = 0; id < list.domains; id++) {
    const at = (column: Uint32Array) => column[id] ?? 0;
    // Skip domains that no rule can match: a list can have half a million.
    if (at(count.unknown) + at(count.acceptAll) + at(more.roles) < FEWEST) continue;
    domains.push({
      domain: list.domain(id),
      addresses: at(count.addresses),
      verified: at(count.verified),
      unknown: at(count.unknown),
      silent: at(count.silent),
      acceptAll: at(count.acceptAll),
      roles: at(more.roles),
      disposable: at(more.disposable),
      isOwn: at(more.others) === 0,
    });
  }
  return {
    addresses,
    verified: sumOf(count.verified),
    unknown: sumOf(count.unknown),
    roles: sumOf(more.roles),
    domains,
    changed,
    typos: { addresses: sumOf(more.typos), domains: filledIn(more.typos) },
    disposable: { addresses: sumOf(more.disposable), domains: filledIn(more.disposable) },
  };
}

/** Fewest addresses of one kind for which a rule can match a domain; see `RULES`. */
const FEWEST = 8;

/** Minimum share of the list, 0 to 1, that an earlier cleaning must contain to be of the same people. */
const SAME_PEOPLE = 0.5;

/** Counts the addresses that turned undeliverable since; `null` if that cleaning was of other people. */
export function countTurned(
  { list, results }: OpenCleaning,
  before: Uint8Array,
): Pick<EarlierFacts, "deliverable" | "turned"> | null {
  let both = 0;
  let deliverable = 0;
  let turned = 0;
  for (let address = 0; address < list.addresses; address++) {
    if (before[address] === NOT_IN_LIST) continue;
    both++;
    if (before[address] !== VERDICT_CODE.deliverable) continue;
    deliverable++;
    const isBad = results.verdict[address] === VERDICT_CODE.undeliverable;
    // Imported verdicts may be older than the earlier ones.
    if (isBad && results.source[address] !== SOURCE_CODE.imported) turned++;
  }
  return both < list.addresses * SAME_PEOPLE ? null : { deliverable, turned };
}

function add(counts: Uint32Array, at: number): void {
  counts[at] = (counts[at] ?? 0) + 1;
}

function sumOf(counts: Uint32Array): number {
  return counts.reduce((sum, own) => sum + own, 0);
}

function filledIn(counts: Uint32Array): number {
  return counts.reduce((sum, own) => sum + Number(own > 0), 0);
}
