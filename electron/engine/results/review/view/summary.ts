import type { Answer } from "../../../../../shared/bridge/answer.ts";
import { ROW_CLASSES, type RowClass } from "../../../../../shared/bridge/constants.ts";
import type { Summary } from "../../../../../shared/bridge/results.ts";
import type { Reason } from "../../../../../shared/segments.ts";
import {
  emptyVerdictCounts,
  FLAG_BIT,
  FLAGS,
  type Flag,
  SOURCE_CODE,
  VERDICT_CODE,
  VERDICT_CODE_COUNT,
  VERDICTS,
} from "../../../../../shared/verdicts.ts";
import { isConverted } from "../../../lists/index.ts";
import { FATE } from "../../format.ts";
import { CLASS_CODE, type OpenCleaning } from "../opened.ts";
import { reasonOf } from "../query/traits.ts";
import { MARK } from "./marks.ts";
import { segmentsOf } from "./segments.ts";

const SHOWN_DOMAINS = 50;
const FLAG_BYTES = 256;

/** Returns the figures at the top of the results screen, in one pass over rows and one over addresses. */
export function summaryOf(cleaningId: string, cleaning: OpenCleaning): Summary {
  const { list, classes, marks: made } = cleaning;
  const { rowAddress, addressDomain } = list;
  const { verdict: verdicts, source, flags } = cleaning.results;
  const marks = made.byRow;
  // Indexed by verdict, then flags.
  const rowsBy = new Uint32Array(VERDICT_CODE_COUNT * FLAG_BYTES);
  const classRows = new Uint32Array(ROW_CLASSES.length);
  const domainRows = new Uint32Array(list.domains * VERDICT_CODE_COUNT);
  const markRows = new Uint32Array(4);
  const suppressedNow = cleaning.facts?.rows ?? null;
  const reasons = new Set<Reason>();
  let noneRows = 0;
  let suppressedRows = 0;
  for (let row = 0; row < list.rows; row++) {
    const address = rowAddress[row] ?? -1;
    if (reasons.size < 2) reasons.add(reasonOf(cleaning, address));
    add(classRows, classes[row] ?? 0);
    add(markRows, marks[row] ?? 0);
    if (suppressedNow !== null && suppressedNow[row] === 1) suppressedRows++;
    if (address < 0) {
      noneRows++;
      continue;
    }
    const verdict = verdicts[address] ?? 0;
    add(rowsBy, verdict * FLAG_BYTES + (flags[address] ?? 0));
    add(domainRows, (addressDomain[address] ?? 0) * VERDICT_CODE_COUNT + verdict);
  }
  const ofCode = new Uint32Array(256);
  let missing = 0;
  for (let address = 0; address < verdicts.length; address++) {
    add(ofCode, verdicts[address] ?? 0);
    if (source[address] === SOURCE_CODE.missing) missing++;
  }
  const addresses = emptyVerdictCounts();
  for (const verdict of VERDICTS) addresses[verdict] = ofCode[VERDICT_CODE[verdict]] ?? 0;
  const ofClass = (name: RowClass) => classRows[ROW_CLASSES.indexOf(name)] ?? 0;
  const ofVerdict = (code: number) =>
    rowsBy.subarray(code * FLAG_BYTES, (code + 1) * FLAG_BYTES).reduce((sum, rows) => sum + rows, 0);
  return {
    cleaningId,
    columns: [...list.meta.columns],
    addressColumn: list.meta.addressColumn ?? 0,
    rows: list.rows,
    corrections: list.corrections.size,
    verdictRows: {
      deliverable: ofVerdict(VERDICT_CODE.deliverable),
      accept_all: ofVerdict(VERDICT_CODE.accept_all),
      unknown: ofVerdict(VERDICT_CODE.unknown),
      undeliverable: ofVerdict(VERDICT_CODE.undeliverable),
    },
    noneRows: noneRows + ofVerdict(0),
    verdictAddresses: addresses,
    flagRows: countFlags(rowsBy),
    classRows: {
      first: ofClass("first"),
      repeated: ofClass("repeated"),
      malformed: ofClass("malformed"),
      empty: ofClass("empty"),
      suppressed: ofClass("suppressed"),
      beyond_limit: ofClass("beyond_limit"),
    },
    domains: worstDomains(domainRows, (id) => list.domain(id)),
    saved: savedOf(cleaning),
    missing,
    suppressedRows,
    marks: { keep: markRows[MARK.keep] ?? 0, drop: markRows[MARK.drop] ?? 0 },
    steps: made.steps(),
    ...(cleaning.mailHosts.some((host) => host > 0) ? { mailHosts: true } : {}),
    ...(reasons.size === 1 ? { oneReason: true } : {}),
    ...(isConverted(list.meta) ? { converted: true } : {}),
  };
}

function add(counts: Uint32Array, at: number): void {
  counts[at] = (counts[at] ?? 0) + 1;
}

function countFlags(rowsBy: Uint32Array): Record<Flag, number> {
  const counts: Record<Flag, number> = {
    syntax_error: 0,
    free: 0,
    role: 0,
    disposable: 0,
    trap: 0,
    unwanted: 0,
  };
  for (const [at, rows] of rowsBy.entries()) {
    for (const flag of FLAGS) if (((at % FLAG_BYTES) & FLAG_BIT[flag]) !== 0) counts[flag] += rows;
  }
  return counts;
}

interface DomainCount {
  readonly id: number;
  readonly verified: number;
  readonly undeliverable: number;
  readonly risky: number;
}

function worstDomains(counts: Uint32Array, name: (id: number) => string): Summary["domains"] {
  const worst: DomainCount[] = [];
  for (let id = 0; id * VERDICT_CODE_COUNT < counts.length; id++) {
    const own = domainCount(counts, id);
    const last = worst[SHOWN_DOMAINS - 1];
    if (last !== undefined && compareWorstFirst(last, own) <= 0) continue;
    const place = worst.findIndex((other) => compareWorstFirst(own, other) < 0);
    worst.splice(place < 0 ? worst.length : place, 0, own);
    worst.length = Math.min(worst.length, SHOWN_DOMAINS);
  }
  return worst.map(({ id, ...own }) => ({ domain: name(id), ...own }));
}

function domainCount(counts: Uint32Array, id: number): DomainCount {
  const of = (code: number) => counts[id * VERDICT_CODE_COUNT + code] ?? 0;
  const undeliverable = of(VERDICT_CODE.undeliverable);
  const risky = of(VERDICT_CODE.accept_all) + of(VERDICT_CODE.unknown);
  return { id, verified: of(VERDICT_CODE.deliverable) + undeliverable + risky, undeliverable, risky };
}

function compareWorstFirst(a: DomainCount, b: DomainCount): number {
  return b.undeliverable - a.undeliverable || b.risky - a.risky || b.verified - a.verified || a.id - b.id;
}

/** Totals of the answer panel, without the price line, which comes from the journal. */
export type AnswerTotals = Omit<Answer, "price" | "cleaningId"> & { readonly saved: number };

/** Returns the totals per segment. `suppresses` puts addresses that are suppressed now in `do_not_send`. */
export function answerOf(cleaning: OpenCleaning, suppresses: boolean): AnswerTotals {
  const { counts, acceptAll } = segmentsOf(cleaning, suppresses);
  const { safe, risky, do_not_send, not_verified } = counts;
  let empty = 0;
  let invalid = 0;
  const { classes } = cleaning;
  for (let row = 0; row < classes.length; row++) {
    if (classes[row] === CLASS_CODE.empty) empty++;
    else if (classes[row] === CLASS_CODE.malformed) invalid++;
  }
  return {
    rows: cleaning.rows,
    addresses: cleaning.list.addresses,
    segments: { safe, risky, do_not_send },
    acceptAll,
    notVerified: not_verified.rows === 0 ? null : not_verified,
    empty,
    invalid,
    leavesOutSuppressed: suppresses,
    saved: savedOf(cleaning),
  };
}

function savedOf({ results }: OpenCleaning): number {
  const { fate } = results;
  let saved = 0;
  for (let address = 0; address < fate.length; address++)
    if (fate[address] === FATE.known || fate[address] === FATE.suppressed) saved++;
  return saved;
}
