import type { Unrecognised, WordCounts } from "../../../shared/bridge/lists.ts";
import type { DateOrder } from "../../../shared/date-order.ts";
import { foldAddress } from "../../../shared/fold-addresses.ts";
import {
  noOutcomes,
  OUTCOME_EFFECTS,
  OUTCOMES,
  type Outcome,
  type OutcomeCounts,
  type SenderFault,
} from "../../../shared/mail-outcomes.ts";
import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import { listDateReader, type OpenList } from "../lists/index.ts";
import { foldedAt, foldTexts, readCell, textsOf } from "../text/index.ts";
import {
  createWordCounter,
  optInReader,
  recipientColumns,
  sourceNamed,
  translator,
} from "../vocabularies/index.ts";
import type { Translation } from "../vocabularies/types.ts";
import { entriesIn } from "./entries.ts";
import type { ErasedPeople } from "./erased.ts";
import { createWords, type FactColumns, OUTCOME_CODE } from "./fact-columns.ts";

export interface RecipientChoice {
  readonly source: string;
  readonly column: number;
  readonly isChosen: boolean;
  /** Order of day and month; absent to find it in the file. */
  readonly dateOrder?: DateOrder | undefined;
}

export interface SaidOutcomes extends Unrecognised {
  /** The newest fact per address and outcome. */
  readonly facts: FactColumns;
  readonly unwanted: number;
  readonly rows: number;
  /** Rows per outcome, of those with one recipient. */
  readonly outcomes: OutcomeCounts;
  /** Of the `policy` rows, those with a cause that the sender can mend. */
  readonly faults: Readonly<Record<SenderFault, number>>;
  /** Rows with an outcome but no recipient, or several recipients where that matters. */
  readonly without: number;
  readonly passedOver: WordCounts;
  readonly unreadDates: WordCounts;
  /** Rows whose recipient was erased on request. They are in no other count. */
  readonly erased: number;
}

/** People of earlier imports. */
export interface KnownPeople {
  readonly erased: ErasedPeople | null;
  /** Returns the entries of those who opted out by the same source. */
  readonly optedOut: () => ReadonlySet<string>;
}

/** Newest fact per entry for one outcome. `at` is -1 for no fact, 0 for an unknown time. */
interface Newest {
  at: Float64Array;
  words: Uint16Array;
}

/**
 * Reads the outcomes of all rows, without those about erased people. Dates more than a day after `now` (Unix ms) are
 * not read. Fails with `list_changed` if the list is not from that source, and with `dates_unclear`.
 */
export function outcomesOfRows(
  opened: OpenList,
  { source, column, isChosen, dateOrder }: RecipientChoice,
  now: number,
  { erased, optedOut }: KnownPeople,
): Result<SaidOutcomes> {
  const of = sourceNamed(source);
  if (of === null) return fail(problem("list_changed"));
  const header = opened.meta.hasHeader ? opened.meta.columns : [];
  const dates = listDateReader(opened, of, now, dateOrder);
  const translate = translator(of, header, dates);
  if (translate === null) return fail(problem("list_changed"));
  const named = recipientColumns(of, header);
  const columns = named.length > 0 && (!isChosen || named.includes(column)) ? named : [column];
  const outcomes = noOutcomes();
  const faults = { authentication: 0, reputation: 0 };
  const strange = createWordCounter();
  const words = createWords();
  const recipients = createRecipients(opened, columns, erased);
  const passedOver = createWordCounter();
  const unreadDates = createWordCounter();
  const said = new Map<Outcome, Newest>();
  const consentAt = optInReader(of, header, dates);
  let optedOutBefore: ReadonlySet<string> | null = null;
  /** Returns `allowed` for a row without an outcome whose recipient opted out before and consented again. */
  const withConsent = (row: number, cells: readonly string[], translation: Translation): Translation => {
    const at = translation.says === "nothing" ? (consentAt?.(cells) ?? null) : null;
    if (at === null) return translation;
    optedOutBefore ??= optedOut();
    const [recipient, ...others] = optedOutBefore.size === 0 ? [] : recipients.inRow(row, cells, false);
    const isBack =
      recipient !== undefined && others.length === 0 && optedOutBefore.has(recipients.entryText(recipient));
    return isBack
      ? { says: "outcome", outcome: "allowed", at, unreadDate: null, word: "", fault: null }
      : translation;
  };
  let without = 0;
  let rowsErased = 0;
  for (let row = 0; row < opened.rows; row++) {
    const cells = opened.cells(row);
    const one = withConsent(row, cells, translate(cells));
    if (one.says === "unrecognised") strange.add(one.word);
    // Most people in an audience export have no outcome.
    if (one.says === "nothing" && of.kind !== "audience") passedOver.add(one.word);
    if (one.says !== "outcome") continue;
    const named = recipients.inRow(row, cells, OUTCOME_EFFECTS[one.outcome].isNeverMailed);
    if (named.length === 0) {
      without++;
      continue;
    }
    const kept = named.filter((recipient) => !recipients.isErased(recipient));
    if (kept.length === 0) {
      rowsErased++;
      continue;
    }
    outcomes[one.outcome]++;
    if (one.fault !== null) faults[one.fault]++;
    if (one.unreadDate !== null) unreadDates.add(one.unreadDate);
    const newest = said.get(one.outcome) ?? { at: new Float64Array(), words: new Uint16Array() };
    said.set(one.outcome, newest);
    const at = one.at ?? 0;
    const place = words.placeOf(one.word);
    for (const recipient of kept) {
      if (recipient >= newest.at.length) grow(newest, Math.max(recipients.size, 2 * newest.at.length));
      if (at <= (newest.at[recipient] ?? -1)) continue;
      newest.at[recipient] = at;
      newest.words[recipient] = place;
    }
  }
  const { facts, unwanted } = columnsOf(said, recipients.size);
  if (dates.unclear !== null)
    return fail(problem("dates_unclear", { name: opened.meta.name, sample: dates.unclear }));
  return ok({
    ...strange.counted(),
    facts: { ...facts, entries: recipients.texts(), said: words.said },
    unwanted,
    rows: opened.rows,
    outcomes,
    faults,
    without,
    passedOver: passedOver.counts(),
    unreadDates: unreadDates.counts(),
    erased: rowsErased,
  });
}

function grow(newest: Newest, size: number): void {
  const at = new Float64Array(size).fill(-1);
  at.set(newest.at);
  const words = new Uint16Array(size);
  words.set(newest.words);
  newest.at = at;
  newest.words = words;
}

function columnsOf(said: ReadonlyMap<Outcome, Newest>, size: number) {
  const count = [...said.values()].reduce((sum, { at }) => sum + at.filter((one) => one >= 0).length, 0);
  const entry = new Uint32Array(count);
  const outcome = new Uint8Array(count);
  const times = new Float64Array(count);
  const words = new Uint16Array(count);
  const isUnwanted = new Uint8Array(size);
  let to = 0;
  for (const one of OUTCOMES) {
    const newest = said.get(one);
    const { isNeverMailed } = OUTCOME_EFFECTS[one];
    newest?.at.forEach((at, from) => {
      if (at < 0) return;
      entry[to] = from;
      outcome[to] = OUTCOME_CODE[one];
      times[to] = at;
      words[to++] = newest.words[from] ?? 0;
      if (isNeverMailed) isUnwanted[from] = 1;
    });
  }
  return {
    facts: { entry, outcome, at: times, words },
    unwanted: isUnwanted.reduce((sum, one) => sum + one, 0),
  };
}

/** Indexes the recipients: the list's addresses first, then others. */
function createRecipients(opened: OpenList, columns: readonly number[], erased: ErasedPeople | null) {
  const known = foldTexts(opened.addressText, opened.addressEnd);
  const others = new Map<string, number>();
  const names: string[] = [];
  const { addressColumn } = opened.meta;
  const numberOf = (entry: string): number => {
    const number = others.get(entry) ?? known.ends.length + others.size;
    if (number === known.ends.length + others.size) names.push(entry);
    others.set(entry, number);
    return number;
  };
  const entryText = (recipient: number) =>
    recipient < known.ends.length ? foldedAt(known, recipient) : (names[recipient - known.ends.length] ?? "");
  const areErased = new Map<number, boolean>();
  return {
    entryText,
    isErased(recipient: number): boolean {
      if (erased === null) return false;
      const before = areErased.get(recipient);
      if (before !== undefined) return before;
      const is = erased.has(entryText(recipient));
      areErased.set(recipient, is);
      return is;
    },
    get size() {
      return known.ends.length + others.size;
    },
    /** Returns the recipient's index, if there is exactly one; with `takesAll`, all addresses in the cell. */
    inRow(row: number, cells: readonly string[], takesAll: boolean): number[] {
      const column = columns.find((one) => (cells[one] ?? "").trim() !== "");
      if (column === undefined) return [];
      const cell = cells[column] ?? "";
      const own = opened.rowAddress[row] ?? -1;
      const isRead = column === addressColumn && own >= 0 && !opened.mayCorrect;
      if (isRead && cell.indexOf("@") === cell.lastIndexOf("@")) return [own];
      const entries = new Set(entriesIn(cell).entries.filter((one) => !one.startsWith("@")));
      const reading = takesAll ? readCell(cell) : null;
      if (reading?.kind === "fixable") entries.add(foldAddress(reading.address));
      if (entries.size > 1 && !takesAll) return [];
      return [...entries].map((entry) => {
        const listed = opened.find(entry);
        return listed >= 0 ? listed : numberOf(entry);
      });
    },
    texts() {
      if (others.size === 0) return known;
      const { bytes, ends } = textsOf([...others.keys()]);
      const from = known.bytes.length;
      return {
        bytes: Buffer.concat([known.bytes, bytes]),
        ends: Uint32Array.from([...known.ends, ...ends.map((end) => end + from)]),
      };
    },
  };
}
