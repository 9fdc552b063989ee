import { existsSync, rmSync, writeFileSync } from "node:fs";
import type { CleaningOptions } from "../../../../shared/bridge/cleanings.ts";
import type { Unrecognised, WordCounts } from "../../../../shared/bridge/lists.ts";
import { foldAddress } from "../../../../shared/fold-addresses.ts";
import { ok, type Result } from "../../../../shared/result.ts";
import { SOURCE_CODE } from "../../../../shared/verdicts.ts";
import {
  type Archive,
  CLAIM,
  type Claim,
  type Freshness,
  KNOWN_FROM,
  openArchive,
} from "../../ledger/index.ts";
import { type OpenList, openList, planUploads, writeUploads } from "../../lists/index.ts";
import { erasedOnly, suppressedAmong, suppressedPeople } from "../../memory/index.ts";
import { FATE } from "../../results/format.ts";
import { countVerdicts, createResults, toResultsFile } from "../../results/index.ts";
import { type Layout, layoutOf, makePrivateFolder, type Task } from "../../store/index.ts";
import { type LookupKeys, lookupKeys } from "../../text/index.ts";
import { createWordCounter } from "../../vocabularies/index.ts";
import { knownAddresses } from "./known.ts";

export interface PlanInput {
  readonly dataDir: string;
  readonly listId: string;
  /** Cleaning whose upload files and empty results are written; `null` to compute the price only. */
  readonly cleaningId: string | null;
  readonly scope: string;
  readonly options: CleaningOptions;
  readonly freshness: Freshness;
  readonly limits: { readonly bytes: number; readonly addresses: number };
  readonly claims: readonly Claim[];
  readonly deadDomains: readonly string[];
  /** `true` for a read-only engine: touch only the list, since the archive may be missing or in use. */
  readonly isReadOnly?: boolean;
  /** `true` if the list is a results file: its verdicts are imported and nothing is sent. */
  readonly imported: boolean;
}

/** Ordinal under which a results file's verdicts are ingested. */
export const IMPORTED_PART = 1;

export interface Plan {
  readonly unique: number;
  readonly suppressed: number;
  /** Addresses of people who were erased; always left out. */
  readonly erased: number;
  readonly known: number;
  /** Of `known`: verdicts from results files. */
  readonly knownFromFiles: number;
  /** Of `known`: verdicts from colleagues. */
  readonly knownFromTeam: number;
  /** Known addresses that bounced after their verdict. */
  readonly bounced: number;
  /** Known addresses at dead domains. */
  readonly atDeadDomains: number;
  /** Addresses with a verdict in the file, if it is a results file. */
  readonly inFile: number;
  /** Addresses without a verdict in the file, if it is a results file. */
  readonly withoutVerdict: number;
  /** Unrecognised verdict words in it; `null` if there are none. */
  readonly unrecognised: Unrecognised | null;
  /** Dates in it that were not read; `null` if there are none. */
  readonly unreadDates: WordCounts | null;
  readonly beyondLimit: number;
  /** Addresses being verified in another cleaning or by a single check, which will provide their verdicts. */
  readonly elsewhere: number;
  /** Ids of the cleanings that are verifying these, also of colleagues'. */
  readonly elsewhereIn: readonly string[];
  readonly credits: number;
  /** Of those to verify: may have been paid for before, without a verdict. */
  readonly perhapsPaid: number;
  readonly parts: readonly PlannedPart[];
}

/** A planned upload. `rows` counts the list's rows with one of its addresses; 0 if only the price was wanted. */
export interface PlannedPart {
  readonly ordinal: number;
  readonly addresses: number;
  readonly rows: number;
  readonly bytes: number;
}

const NO_FILE = { inFile: 0, withoutVerdict: 0, unrecognised: null, unreadDates: null } as const;

/** Decides the fate of each distinct address of a list, which sets the price. */
export const planTask: Task<PlanInput, Plan> = async (input) => {
  const layout = layoutOf(input.dataDir);
  const list = openList(layout.list(input.listId), { lazy: true });
  try {
    const u = list.addressEnd.length;
    const fate = new Uint16Array(u);
    excludeErased(list, fate);
    const hasLists = input.isReadOnly !== true || existsSync(layout.journal);
    // Suppressed addresses keep the verdicts of a results file.
    const isAsked = input.options.suppress && !input.imported && hasLists;
    const leaving = leaveOut(layout, list, fate, isAsked);
    if (!leaving.ok) return leaving;
    const { erased } = leaving.value;
    if (input.imported) {
      const unrecognisedWords = createWordCounter();
      const unreadDates = createWordCounter();
      const bytes = toResultsFile(list, {
        now: input.freshness.now,
        dateOrder: input.options.dateOrder,
        unrecognised: unrecognisedWords,
        unreadDates,
      });
      if (!bytes.ok) return bytes;
      const counted = countVerdicts(list, bytes.value, () => true, unrecognisedWords);
      if (!counted.ok) return counted;
      if (input.cleaningId !== null) {
        const cleaning = layout.cleaning(input.cleaningId);
        makePrivateFolder(cleaning.dir);
        writeFileSync(cleaning.download(IMPORTED_PART), bytes.value, { mode: 0o600 });
        for (let id = 0; id < u; id++) if (fate[id] === FATE.undecided) fate[id] = IMPORTED_PART;
        createResults(cleaning.results, { fate, known: null });
      }
      return ok({
        unique: u,
        suppressed: 0,
        erased,
        known: 0,
        knownFromFiles: 0,
        knownFromTeam: 0,
        bounced: 0,
        atDeadDomains: 0,
        inFile: counted.value,
        withoutVerdict: u - counted.value,
        unrecognised: unrecognisedWords.rows > 0 ? unrecognisedWords.counted() : null,
        unreadDates: unreadDates.rows > 0 ? unreadDates.counts() : null,
        beyondLimit: 0,
        elsewhere: 0,
        elsewhereIn: [],
        credits: 0,
        perhapsPaid: 0,
        parts: [],
      });
    }
    if (input.isReadOnly === true && !existsSync(layout.archive))
      return planSending(input, layout, { list, fate, erased }, null);
    const archive = openArchive(layout.archive, { readonly: input.cleaningId === null });
    try {
      const plan = () => planSending(input, layout, { list, fate, erased }, archive);
      // Run exclusively, so that two cleanings cannot claim the same address.
      return input.cleaningId === null ? plan() : archive.exclusively(plan);
    } finally {
      archive.close();
    }
  } finally {
    list.close();
  }
};

const [AT, X] = ["@", "x"].map((one) => one.charCodeAt(0));

/** Skips addresses that were blanked when their people were erased: no row has them. */
function excludeErased({ addressText, addressEnd }: OpenList, fate: Uint16Array): void {
  let start = 0;
  for (const [id, end] of addressEnd.entries()) {
    const isBlank = addressText[start] === X && addressText[end - 1] === X;
    if (isBlank && !addressText.subarray(start, end).includes(AT ?? 0)) fate[id] = FATE.suppressed;
    start = end;
  }
}

/** Plans the sending. For a starting cleaning, also writes its files and claims the addresses. */
function planSending(
  input: PlanInput,
  layout: Layout,
  { list, fate, erased }: { readonly list: OpenList; readonly fate: Uint16Array; readonly erased: number },
  archive: Archive | null,
): Result<Plan> {
  const { scope, claims, options } = input;
  const u = fate.length;
  const searchedArchive = options.reuseKnown ? archive : null;
  let ordered: LookupKeys | null = null;
  const keys = () => {
    ordered ??= lookupKeys(list);
    return ordered;
  };
  // Read claims before verdicts: a claim that ends in between has left its verdicts.
  const { claim, openIn } = searchedArchive?.claimed(scope, keys(), claims) ?? { claim: null, openIn: [] };
  const lookup = knownAddresses({
    layout,
    list,
    keys,
    scope,
    archive,
    freshness: input.freshness,
    reuse: options.reuseKnown,
    deadDomains: new Set(input.deadDomains),
  });
  if (!lookup.ok) return lookup;
  const known = lookup.value;
  const limit = options.limit ?? Number.POSITIVE_INFINITY;
  const selected = new Uint8Array(u);
  const counts = {
    known: 0,
    knownFromFiles: 0,
    knownFromTeam: 0,
    bounced: 0,
    atDeadDomains: 0,
    beyondLimit: 0,
    elsewhere: 0,
    credits: 0,
    perhapsPaid: 0,
  };
  let suppressed = 0;
  for (let id = 0; id < u; id++) {
    if (fate[id] !== FATE.undecided) suppressed++;
    else if (known.source[id] !== 0) {
      fate[id] = FATE.known;
      counts.known++;
      if (known.source[id] === SOURCE_CODE.bounced) counts.bounced++;
      else if (known.source[id] === SOURCE_CODE.dead_domain) counts.atDeadDomains++;
      else if (known.from[id] === KNOWN_FROM.team) counts.knownFromTeam++;
      else if (known.source[id] === SOURCE_CODE.imported) counts.knownFromFiles++;
    } else if (claim?.[id] === CLAIM.open) {
      fate[id] = FATE.elsewhere;
      counts.elsewhere++;
    } else if (counts.credits < limit) {
      selected[id] = 1;
      counts.credits++;
      if (claim?.[id] === CLAIM.lost) counts.perhapsPaid++;
    } else {
      fate[id] = FATE.beyondLimit;
      counts.beyondLimit++;
    }
  }
  const elsewhereIn = counts.elsewhere === 0 ? [] : openIn;
  const totals = { unique: u, suppressed: suppressed - erased, erased, ...NO_FILE, ...counts, elsewhereIn };
  if (input.cleaningId === null || archive === null) {
    const planned = planUploads(list, { selected, limits: input.limits });
    return planned.ok
      ? ok({ ...totals, parts: planned.value.map((part) => ({ ...part, rows: 0 })) })
      : planned;
  }

  const cleaning = layout.cleaning(input.cleaningId);
  rmSync(cleaning.dir, { recursive: true, force: true });
  makePrivateFolder(cleaning.dir);
  const written = writeUploads({
    list,
    selected,
    limits: input.limits,
    path: cleaning.upload,
  });
  if (!written.ok) return written;
  const { parts, partOf } = written.value;
  for (let id = 0; id < u; id++) if (selected[id] === 1) fate[id] = partOf[id] ?? 0;
  createResults(cleaning.results, { fate, known });
  if (parts.length > 0)
    archive.claim(scope, input.cleaningId, { sortedAddresses: keys(), parts: parts.length, partOf });
  const rows = rowsOfParts(list, partOf);
  return ok({ ...totals, parts: parts.map((part) => ({ ...part, rows: rows[part.ordinal] ?? 0 })) });
}

/** Returns, by ordinal, the number of rows with an address of the part. */
function rowsOfParts({ rowAddress }: OpenList, partOf: Uint16Array): Uint32Array {
  const rows = new Uint32Array(2 ** 16);
  for (const address of rowAddress) {
    const part = address < 0 ? 0 : (partOf[address] ?? 0);
    rows[part] = (rows[part] ?? 0) + 1;
  }
  return rows;
}

/** Leaves out erased people, and suppressed ones with `suppresses`. Returns how many addresses were erased. */
function leaveOut(
  layout: Layout,
  list: OpenList,
  fate: Uint16Array,
  suppresses: boolean,
): Result<{ readonly erased: number }> {
  const people = suppresses ? suppressedPeople(layout) : ok(erasedOnly(layout));
  if (!people.ok) return people;
  const folded = (id: number) => foldAddress(list.address(id));
  const found = suppressedAmong(people.value, fate.length, folded, list);
  if (found === null) return ok({ erased: 0 });
  let erased = 0;
  for (let id = 0; id < fate.length; id++) {
    if (found[id] !== 1) continue;
    fate[id] = FATE.suppressed;
    if (people.value.isErased(folded(id))) erased++;
  }
  return ok({ erased });
}
