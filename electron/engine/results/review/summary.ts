import { ROW_CLASSES, type RowClass, type Summary } from "../../../../shared/bridge/results.ts";
import {
  FLAG_BIT,
  FLAGS,
  type Flag,
  noVerdicts,
  SOURCE_CODE,
  VERDICT_CODE,
  verdictOf,
} from "../../../../shared/verdicts.ts";
import { FATE } from "../format.ts";
import type { OpenedCleaning } from "./opened.ts";
import { MARK } from "./overrides.ts";

const SHOWN_DOMAINS = 50;

/** What the top of the results screen shows, in one pass over the rows and one over the addresses. */
export function summaryOf(cleaningId: string, cleaning: OpenedCleaning): Summary {
  const { list, results, classes, overrides } = cleaning;
  const verdictRows = new Uint32Array(8);
  const flagRows = new Uint32Array(32);
  const classRows = new Uint32Array(ROW_CLASSES.length);
  const domains = new DomainTally(list.domains);
  let keep = 0;
  let drop = 0;
  for (let row = 0; row < list.rows; row++) {
    const address = list.rowAddress[row] ?? -1;
    const verdict = address < 0 ? 0 : (results.verdict[address] ?? 0);
    add(verdictRows, verdict);
    add(classRows, classes[row] ?? 0);
    if (overrides.marks[row] === MARK.keep) keep++;
    else if (overrides.marks[row] === MARK.drop) drop++;
    if (address < 0) continue;
    add(flagRows, results.flags[address] ?? 0);
    domains.add(list.addressDomain[address] ?? 0, verdict);
  }
  const addresses = noVerdicts();
  let missing = 0;
  let known = 0;
  for (let address = 0; address < list.addresses; address++) {
    const verdict = verdictOf(results.verdict[address] ?? 0);
    if (verdict !== null) addresses[verdict]++;
    if (results.source[address] === SOURCE_CODE.missing) missing++;
    if (results.fate[address] === FATE.known) known++;
  }
  const ofClass = (name: RowClass) => classRows[ROW_CLASSES.indexOf(name)] ?? 0;
  const ofVerdict = (code: number) => verdictRows[code] ?? 0;
  return {
    cleaningId,
    columns: [...list.meta.columns],
    addressColumn: list.meta.addressColumn ?? 0,
    rows: list.rows,
    verdictRows: {
      deliverable: ofVerdict(VERDICT_CODE.deliverable),
      accept_all: ofVerdict(VERDICT_CODE.accept_all),
      unknown: ofVerdict(VERDICT_CODE.unknown),
      undeliverable: ofVerdict(VERDICT_CODE.undeliverable),
    },
    noneRows: ofVerdict(0),
    verdictAddresses: addresses,
    flagRows: countFlags(flagRows),
    classRows: {
      first: ofClass("first"),
      repeated: ofClass("repeated"),
      malformed: ofClass("malformed"),
      empty: ofClass("empty"),
      suppressed: ofClass("suppressed"),
      beyond_limit: ofClass("beyond_limit"),
    },
    domains: domains.worst(SHOWN_DOMAINS, (id) => list.domain(id)),
    saved: ofClass("repeated") + ofClass("malformed") + ofClass("empty") + ofClass("suppressed") + known,
    missing,
    overrides: { keep, drop },
  };
}

function add(counts: Uint32Array, at: number): void {
  counts[at] = (counts[at] ?? 0) + 1;
}

function countFlags(rowsByBits: Uint32Array): Record<Flag, number> {
  const counts: Record<Flag, number> = { syntax_error: 0, free: 0, role: 0, disposable: 0, trap: 0 };
  for (const [bits, rows] of rowsByBits.entries()) {
    for (const flag of FLAGS) if ((bits & FLAG_BIT[flag]) !== 0) counts[flag] += rows;
  }
  return counts;
}

class DomainTally {
  readonly #rows: Uint32Array;
  readonly #undeliverable: Uint32Array;
  readonly #risky: Uint32Array;

  constructor(domains: number) {
    this.#rows = new Uint32Array(domains);
    this.#undeliverable = new Uint32Array(domains);
    this.#risky = new Uint32Array(domains);
  }

  add(domain: number, verdict: number): void {
    add(this.#rows, domain);
    if (verdict === VERDICT_CODE.undeliverable) add(this.#undeliverable, domain);
    else if (verdict === VERDICT_CODE.accept_all || verdict === VERDICT_CODE.unknown)
      add(this.#risky, domain);
  }

  /** Domains with the most undeliverable rows first, then risky, then all. */
  worst(limit: number, name: (id: number) => string): Summary["domains"] {
    const [rows, undeliverable, risky] = [this.#rows, this.#undeliverable, this.#risky];
    const by = (counts: Uint32Array, a: number, b: number) => (counts[b] ?? 0) - (counts[a] ?? 0);
    return Array.from(rows.keys())
      .sort((a, b) => by(undeliverable, a, b) || by(risky, a, b) || by(rows, a, b) || a - b)
      .slice(0, limit)
      .map((id) => ({
        domain: name(id),
        rows: rows[id] ?? 0,
        undeliverable: undeliverable[id] ?? 0,
        risky: risky[id] ?? 0,
      }));
  }
}
