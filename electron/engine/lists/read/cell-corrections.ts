const KEPT = 10_000;
const CELL_SHOWN = 300;

/** A cell as it stands, and the address that would be written in its place. */
export interface CellCorrection {
  readonly cell: string;
  readonly address: string;
  /** `fixable`: without the correction there is no address. `untidy`: the address is certain, the cell is not clean. */
  readonly kind: "fixable" | "untidy";
  rows: number;
  readonly accepted: boolean;
}

/** The corrections that are proposed for whole cells, by their keys: so many different ones are kept, all are counted. */
export class CellCorrections {
  readonly found = new Map<string, CellCorrection>();
  /** Rows whose correction was not accepted. */
  fixable = 0;
  untidy = 0;
  /** Rows whose correction was. */
  fixed = 0;
  readonly #accepted: ReadonlyMap<string, string>;
  readonly #all: boolean;

  /** `all`: the user accepted every one. */
  constructor(accepted: ReadonlyMap<string, string>, all: boolean) {
    this.#accepted = accepted;
    this.#all = all;
  }

  /** Counts a cell for which `address` is proposed; whether the user accepted that. */
  accepts(key: string, cell: string, address: string, kind: CellCorrection["kind"]): boolean {
    const accepted = this.#all || this.#accepted.get(key) === address;
    const known = this.found.get(key);
    if (known !== undefined) known.rows++;
    // Where all were accepted at once, nobody looks them up one by one.
    else if (this.found.size < KEPT || (accepted && !this.#all))
      this.found.set(key, { cell: cell.slice(0, CELL_SHOWN), address, kind, rows: 1, accepted });
    if (accepted) this.fixed++;
    else this[kind]++;
    return accepted;
  }
}
