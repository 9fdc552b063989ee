import type { ResultFilter } from "../../../../../shared/bridge/results.ts";
import { MAIL_HOSTS, type MailHost } from "../../../../../shared/mail-hosts.ts";
import { FLAG_BIT, VERDICT_CODE } from "../../../../../shared/verdicts.ts";
import type { OpenList } from "../../../lists/index.ts";
import type { OpenCleaning } from "../opened.ts";
import type { CooperativeTask } from "../thread/steps.ts";
import type { ColumnValues, RowMask, Traits } from "./cache.ts";
import { columnValues } from "./cells.ts";
import {
  domainsOf,
  FLAG_BITS,
  flagsIn,
  isTypoIn,
  PROVIDER_AND_REASON_BITS,
  providerIn,
  REASON_BITS,
  reasonIn,
  rowTraits,
  TRAITS,
  type TraitBits,
  TYPO_BITS,
  traitsOf,
  VERDICT_BITS,
  verdictIn,
} from "./traits.ts";

/** Bit per kind of choice that a row can fail; columns use the following bits. */
export const CHOICE = {
  verdict: 1,
  flag: 2,
  typo: 4,
  provider: 8,
  reason: 16,
  domain: 32,
  mail_host: 64,
} as const;
const FIRST_COLUMN = 128;

/** Parts of a filter that are independent per row, so that a facet can leave out its own. */
export interface Choices {
  readonly traits: Uint8Array;
  /** Failed bits by domain index; the last entry is for rows without a domain. `null` if all pass. */
  readonly domains: Uint8Array | null;
  /** Columns with a choice; their bits start at `FIRST_COLUMN`. */
  readonly columns: readonly ColumnChoice[];
}

interface ColumnChoice {
  readonly column: number;
  readonly bit: number;
  readonly values: ColumnValues;
  readonly fails: Uint8Array;
}

type ChoiceFilter = Pick<
  ResultFilter,
  | "verdicts"
  | "flags"
  | "domains"
  | "reasons"
  | "providers"
  | "mailHosts"
  | "exclude"
  | "likelyTypo"
  | "cells"
>;

/** Splits `filter` into choices and `rest`. Verdicts stay in `rest` if marks override them. */
export function splitFilter(filter: ResultFilter): { chosen: ChoiceFilter; rest: ResultFilter } {
  const { verdicts, flags, domains, reasons, providers, mailHosts, exclude, likelyTypo, cells, ...others } =
    filter;
  const chosen: ChoiceFilter = { flags, domains, reasons, providers, mailHosts, exclude, likelyTypo, cells };
  if (filter.applyOverrides === true && verdicts !== undefined)
    return { chosen, rest: { ...others, verdicts } };
  return { chosen: { ...chosen, verdicts }, rest: others };
}

export function* choicesOf(cleaning: OpenCleaning, chosen: ChoiceFilter): CooperativeTask<Choices | null> {
  if (Object.values(chosen).every((part) => part === undefined)) return null;
  const columns: ColumnChoice[] = [];
  const byColumn = Map.groupBy(chosen.cells ?? [], ({ column }) => column);
  for (const [column, parts] of byColumn) {
    const values = yield* columnValues(cleaning, column);
    const fails = new Uint8Array(values.texts.length);
    for (const part of parts) {
      if (part.values !== undefined) markFailingExcept(fails, part.values.map(values.find));
      markFailing(fails, (part.exclude ?? []).map(values.find));
    }
    columns.push({ column, bit: FIRST_COLUMN << columns.length, values, fails });
  }
  return { traits: traitsFailing(chosen), domains: domainsFailing(cleaning, chosen), columns };
}

function markFailingExcept(fails: Uint8Array, wanted: readonly number[]): void {
  const isWanted = new Uint8Array(fails.length);
  for (const id of wanted) if (id >= 0) isWanted[id] = 1;
  for (let id = 0; id < fails.length; id++) if (isWanted[id] === 0) fails[id] = 1;
}

function markFailing(fails: Uint8Array, unwanted: readonly number[]): void {
  for (const id of unwanted) if (id >= 0) fails[id] = 1;
}

function traitsFailing({
  verdicts,
  flags,
  reasons,
  providers,
  likelyTypo,
  exclude,
}: ChoiceFilter): Uint8Array {
  const codes = (named: ChoiceFilter["verdicts"]) =>
    named?.map((verdict) => (verdict === "none" ? 0 : VERDICT_CODE[verdict]));
  const bits = (named: ChoiceFilter["flags"]) => named?.reduce((all, flag) => all | FLAG_BIT[flag], 0);
  const wanted = { verdicts: codes(verdicts), flags: bits(flags) };
  const unwanted = { verdicts: codes(exclude?.verdicts), flags: bits(exclude?.flags) ?? 0 };
  // Each kind depends only on its own few bits, so test each of their values once.
  return failingByTraits([
    failing(CHOICE.verdict, VERDICT_BITS, (traits) => {
      const verdict = verdictIn(traits);
      return wanted.verdicts?.includes(verdict) === false || unwanted.verdicts?.includes(verdict) === true;
    }),
    failing(CHOICE.flag, FLAG_BITS, (traits) => {
      const own = flagsIn(traits);
      return (wanted.flags !== undefined && (own & wanted.flags) === 0) || (own & unwanted.flags) !== 0;
    }),
    failing(CHOICE.typo, TYPO_BITS, (traits) => likelyTypo !== undefined && isTypoIn(traits) !== likelyTypo),
    failing(CHOICE.provider, PROVIDER_AND_REASON_BITS, (traits) => {
      const provider = providerIn(traits);
      if (provider === null) return providers !== undefined;
      return providers?.includes(provider) === false || exclude?.providers?.includes(provider) === true;
    }),
    failing(CHOICE.reason, REASON_BITS, (traits) => {
      const reason = reasonIn(traits);
      return reasons?.includes(reason) === false || exclude?.reasons?.includes(reason) === true;
    }),
  ]);
}

/** Returns `bit` for each value of the trait's bits that fails. */
function failing(bit: number, { at, bits }: TraitBits, fails: (traits: number) => boolean) {
  const values = Uint8Array.from({ length: 1 << bits }, (_, value) => (fails(value << at) ? bit : 0));
  return { at, mask: (1 << bits) - 1, values };
}

function failingByTraits(kinds: readonly ReturnType<typeof failing>[]): Uint8Array {
  const failed = new Uint8Array(TRAITS);
  for (const { at, mask, values } of kinds) {
    if (!values.some((bit) => bit !== 0)) continue;
    for (let traits = 0; traits < TRAITS; traits++)
      failed[traits] = (failed[traits] ?? 0) | (values[(traits >>> at) & mask] ?? 0);
  }
  return failed;
}

function domainsFailing(cleaning: OpenCleaning, chosen: ChoiceFilter): Uint8Array | null {
  const byName = namesFailing(cleaning, chosen);
  const byHost = hostsFailing(cleaning, chosen);
  if (byName === null || byHost === null) return byName ?? byHost;
  return byName.map((bits, domain) => bits | (byHost[domain] ?? 0));
}

function namesFailing(cleaning: OpenCleaning, { domains, exclude }: ChoiceFilter): Uint8Array | null {
  if (domains === undefined && exclude?.domains === undefined) return null;
  const { find, canonicalId } = domainsOf(cleaning);
  const { list } = cleaning;
  const fails = new Uint8Array(list.domains + 1);
  if (domains !== undefined) markFailingExcept(fails, domains.map(find));
  markFailing(fails, (exclude?.domains ?? []).map(find));
  // Other spellings of a domain share the result of the first.
  if (canonicalId !== null)
    for (let id = 0; id < canonicalId.length; id++) fails[id] = fails[canonicalId[id] ?? id] ?? 0;
  return fails.map((isFailed) => (isFailed === 1 ? CHOICE.domain : 0));
}

function hostsFailing(cleaning: OpenCleaning, { mailHosts, exclude }: ChoiceFilter): Uint8Array | null {
  if (mailHosts === undefined && exclude?.mailHosts === undefined) return null;
  const fails = new Uint8Array(MAIL_HOSTS.length + 1);
  const codes = (hosts: readonly MailHost[]) => hosts.map((host) => 1 + MAIL_HOSTS.indexOf(host));
  if (mailHosts !== undefined) markFailingExcept(fails, codes(mailHosts));
  markFailing(fails, codes(exclude?.mailHosts ?? []));
  const ofDomain = Uint8Array.from(cleaning.mailHosts, (host) => (fails[host] === 1 ? CHOICE.mail_host : 0));
  const all = new Uint8Array(ofDomain.length + 1).fill(fails[0] === 1 ? CHOICE.mail_host : 0);
  all.set(ofDomain);
  return all;
}

const ROWS_IN_STEP = 65_536;

/** Clears the rows in `mask` that fail any choice. */
export function* passChoices(
  cleaning: OpenCleaning,
  choices: Choices,
  mask: RowMask["mask"],
): CooperativeTask<void> {
  const traits = traitsOf(cleaning);
  const isFailed = choices.traits.some((failed) => failed !== 0);
  const passing = choices.traits.map((failed) => (failed === 0 ? 1 : 0));
  for (let from = 0; from < mask.length; from += ROWS_IN_STEP) {
    yield;
    const to = Math.min(from + ROWS_IN_STEP, mask.length);
    if (isFailed) passTraits(cleaning.list.rowAddress, traits, passing, mask, from, to);
    if (choices.domains !== null) passDomains(cleaning.list, choices.domains, mask, from, to);
    for (const column of choices.columns) passValues(column, mask, from, to);
  }
}

/** Branchless: rows pass in random order, and mispredicted branches would double the time. */
function passTraits(
  rowAddress: Int32Array,
  traits: Traits,
  passing: Uint8Array,
  mask: Uint8Array,
  from: number,
  to: number,
): void {
  const { byAddress } = traits;
  for (let row = from; row < to; row++) {
    const address = rowAddress[row] ?? -1;
    const own = address >= 0 ? (byAddress[address] ?? 0) : rowTraits(traits, address);
    mask[row] = (mask[row] ?? 0) & (passing[own] ?? 0);
  }
}

function passDomains(list: OpenList, fails: Uint8Array, mask: Uint8Array, from: number, to: number): void {
  const { rowAddress, addressDomain, domains } = list;
  for (let row = from; row < to; row++) {
    if (mask[row] === 0) continue;
    const address = rowAddress[row] ?? -1;
    const domain = address < 0 ? domains : (addressDomain[address] ?? 0);
    if (fails[domain] !== 0) mask[row] = 0;
  }
}

function passValues({ values, fails }: ColumnChoice, mask: Uint8Array, from: number, to: number): void {
  const { codes } = values;
  for (let row = from; row < to; row++) if (fails[codes[row] ?? 0] === 1) mask[row] = 0;
}
