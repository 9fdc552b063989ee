import { existsSync, rmSync, writeFileSync } from "node:fs";
import { foldAddress } from "../../../../shared/addresses.ts";
import type { CleaningOptions } from "../../../../shared/bridge/cleanings.ts";
import type { Unrecognised } from "../../../../shared/bridge/lists.ts";
import { ok, type Result } from "../../../../shared/result.ts";
import { makePrivateFolder } from "../../data-folder/index.ts";
import { type OpenList, openList, planUploads, writeUploads } from "../../lists/index.ts";
import { FATE } from "../../results/format.ts";
import { beginResults, countVerdicts, openArchive, resultsOfList } from "../../results/index.ts";
import { suppressedAmong, suppressedEntries } from "../../settings/index.ts";
import { type Layout, layoutOf } from "../../store/index.ts";
import type { Task } from "../../threads/index.ts";
import { createWordCounter } from "../../vocabularies/index.ts";
import { countElsewhere, type Elsewhere, NOWHERE_ELSE, type UnderWay } from "./under-way.ts";

export interface PlanInput {
  readonly dataDir: string;
  readonly listId: string;
  /** Null: only the price is wanted. Otherwise the uploads and the empty results are written for this cleaning. */
  readonly cleaningId: string | null;
  readonly scope: string;
  readonly options: CleaningOptions;
  /** Unix milliseconds. */
  readonly now: number;
  /** A known verdict counts when it is at least this recent (Unix milliseconds). */
  readonly freshAfter: number;
  readonly freshAfterUnknown: number;
  /** What was sent before that and never answered is not told any more. */
  readonly longPast: number;
  readonly limits: { readonly bytes: number; readonly addresses: number };
  /** Other cleanings of the scope that are not over. */
  readonly underWay: readonly UnderWay[];
  /** Nothing but the list is touched: the archive may be another Winnow's, or not be there. */
  readonly looking?: boolean;
  /** The list is a results file: its verdicts are in it, and nothing is sent. */
  readonly imported: boolean;
}

/** The ordinal under which the verdicts of a results file are taken in. */
export const IMPORTED_PART = 1;

/** Beside what becomes of the addresses: of those to verify, how many other cleanings hold. */
export interface Plan extends Elsewhere {
  readonly unique: number;
  readonly suppressed: number;
  readonly known: number;
  /** Of those, verdicts that came from results files. */
  readonly knownFromFiles: number;
  /** Of a results file: addresses with a verdict in it, and without. */
  readonly inFile: number;
  readonly withoutVerdict: number;
  /** Words in it that are no verdicts; null: none. */
  readonly unrecognised: Unrecognised | null;
  readonly beyondLimit: number;
  readonly credits: number;
  readonly parts: readonly PlannedPart[];
}

/** `rows`: how many rows of the list hold one of the part's addresses; 0 where only the price was wanted. */
export interface PlannedPart {
  readonly ordinal: number;
  readonly addresses: number;
  readonly rows: number;
  readonly bytes: number;
}

const NO_FILE = { inFile: 0, withoutVerdict: 0, unrecognised: null } as const;

/** Decides what happens to each distinct address of a list, and so what the cleaning costs. */
export const planTask: Task<PlanInput, Plan> = async (input) => {
  const layout = layoutOf(input.dataDir);
  const list = openList(layout.list(input.listId));
  try {
    const u = list.addressEnd.length;
    const fate = new Uint16Array(u);
    const hasLists = input.looking !== true || existsSync(layout.journal);
    const suppressing = input.options.suppress && hasLists ? suppress(layout, list, fate) : ok(0);
    if (!suppressing.ok) return suppressing;
    const suppressed = suppressing.value;
    if (input.imported) {
      const strange = createWordCounter();
      const bytes = resultsOfList(list, strange);
      if (!bytes.ok) return bytes;
      const counted = countVerdicts(list, bytes.value, (id) => fate[id] === FATE.undecided, strange);
      if (!counted.ok) return counted;
      if (input.cleaningId !== null) {
        const cleaning = layout.cleaning(input.cleaningId);
        makePrivateFolder(cleaning.dir);
        writeFileSync(cleaning.download(IMPORTED_PART), bytes.value, { mode: 0o600 });
        for (let id = 0; id < u; id++) if (fate[id] === FATE.undecided) fate[id] = IMPORTED_PART;
        beginResults(cleaning.results, { fate, known: null });
      }
      return ok({
        unique: u,
        suppressed,
        known: 0,
        knownFromFiles: 0,
        inFile: counted.value,
        withoutVerdict: u - suppressed - counted.value,
        unrecognised: strange.rows > 0 ? strange.counted() : null,
        beyondLimit: 0,
        credits: 0,
        ...NOWHERE_ELSE,
        parts: [],
      });
    }
    const hasArchive = input.looking !== true || existsSync(layout.archive);
    const known = input.options.reuseKnown && hasArchive ? reuse(layout.archive, input, list, fate) : null;
    let knownCount = 0;
    let knownFromFiles = 0;
    let beyondLimit = 0;
    let credits = 0;
    const selected = new Uint8Array(u);
    const limit = input.options.limit ?? Number.POSITIVE_INFINITY;
    for (let id = 0; id < u; id++) {
      if (fate[id] === FATE.known) {
        knownCount++;
        knownFromFiles += known?.imported[id] ?? 0;
      }
      if (fate[id] !== FATE.undecided) continue;
      if (credits < limit) {
        selected[id] = 1;
        credits++;
      } else {
        fate[id] = FATE.beyondLimit;
        beyondLimit++;
      }
    }
    const others = input.options.reuseKnown ? input.underWay : [];
    const elsewhere = countElsewhere(layout, list, selected, { others, checked: known?.checked ?? [] });
    const totals = {
      unique: u,
      suppressed,
      known: knownCount,
      knownFromFiles,
      ...NO_FILE,
      beyondLimit,
      credits,
      ...elsewhere,
    };
    if (input.cleaningId === null) {
      const planned = planUploads(list, { selected, limits: input.limits });
      return planned.ok
        ? ok({ ...totals, parts: planned.value.map((part) => ({ ...part, rows: 0 })) })
        : planned;
    }

    const cleaning = layout.cleaning(input.cleaningId);
    rmSync(cleaning.dir, { recursive: true, force: true });
    makePrivateFolder(cleaning.dir);
    const written = writeUploads({
      list: layout.list(input.listId),
      selected,
      limits: input.limits,
      path: cleaning.upload,
    });
    if (!written.ok) return written;
    for (let id = 0; id < u; id++) if (selected[id] === 1) fate[id] = written.value.partOf[id] ?? 0;
    beginResults(cleaning.results, { fate, known });
    const rows = rowsOfParts(list, written.value.partOf);
    return ok({
      ...totals,
      parts: written.value.parts.map((part) => ({ ...part, rows: rows[part.ordinal] ?? 0 })),
    });
  } finally {
    list.close();
  }
};

/** By ordinal, how many rows hold an address of the part. */
function rowsOfParts({ rowAddress }: OpenList, partOf: Uint16Array): Uint32Array {
  const rows = new Uint32Array(2 ** 16);
  for (const address of rowAddress) {
    const part = address < 0 ? 0 : (partOf[address] ?? 0);
    rows[part] = (rows[part] ?? 0) + 1;
  }
  return rows;
}

function suppress(layout: Layout, list: OpenList, fate: Uint16Array): Result<number> {
  const entries = suppressedEntries(layout);
  if (!entries.ok) return entries;
  const found = suppressedAmong(entries.value, fate.length, (id) => foldAddress(list.address(id)), list);
  if (found === null) return ok(0);
  let count = 0;
  for (let id = 0; id < fate.length; id++) {
    if (found[id] !== 1) continue;
    fate[id] = FATE.suppressed;
    count++;
  }
  return ok(count);
}

function reuse(archivePath: string, input: PlanInput, list: OpenList, fate: Uint16Array) {
  const archive = openArchive(archivePath, { readonly: input.looking === true });
  try {
    const known = archive.lookUp(input.scope, list, {
      now: input.now,
      freshAfter: input.freshAfter,
      freshAfterUnknown: input.freshAfterUnknown,
    });
    for (let id = 0; id < fate.length; id++) {
      if (fate[id] === FATE.undecided && (known.verdict[id] ?? 0) !== 0) fate[id] = FATE.known;
    }
    const unanswered = archive.unanswered.of(input.scope).filter(({ at }) => at >= input.longPast);
    const checked = unanswered.map(({ address }) => list.find(address)).filter((id) => id >= 0);
    return { ...known, checked };
  } finally {
    archive.close();
  }
}
