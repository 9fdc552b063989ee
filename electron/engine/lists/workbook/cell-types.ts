import { z } from "zod";
import { assertNever } from "../../../../shared/result.ts";
import { formatNumbered, numberText, serialOf } from "./number-formats.ts";

/** Type of a workbook cell. `other` cannot be restored from the cell's text. */
export const cellTypeSchema = z.object({
  kind: z.enum(["text", "number", "boolean", "other"]),
  /** Format of a number or date: the number of a built-in format, or a format code. */
  format: z.union([z.int(), z.string()]).optional(),
  /** The cell had a formula; only its value is kept. */
  formula: z.literal(true).optional(),
});
export type CellType = z.infer<typeof cellTypeSchema>;

/** Types are stored in one byte; 0 is text or no cell. */
const MAX_TYPES = 254;
/** Memory limit: one byte per cell of each column that has anything but text. */
const MAX_TYPE_BYTES = 256 * 1024 * 1024;

/** Cell types by column. Each byte is an index into `types`, counted from 1. */
export interface CellTypes {
  readonly types: readonly CellType[];
  readonly columns: ReadonlyMap<number, Uint8Array>;
}

export class CellTypeKeeper {
  readonly #types: CellType[] = [];
  readonly #known = new WeakMap<CellType, number>();
  readonly #columns = new Map<number, Uint8Array>();
  #rows = 0;
  #room = 1024;
  #isFull = false;

  add(types: readonly (CellType | undefined)[]): void {
    const row = this.#rows++;
    if (this.#isFull) return;
    if (row === this.#room) this.#grow();
    types.forEach((type, column) => {
      if (type === undefined || this.#isFull) return;
      let codes = this.#columns.get(column);
      if (codes === undefined) {
        codes = new Uint8Array(this.#room);
        this.#columns.set(column, codes);
        this.#isFull = this.#room * this.#columns.size > MAX_TYPE_BYTES;
      }
      codes[row] = this.#codeOf(type);
    });
  }

  /** Returns the collected types; `null` if there were too many types or cells. */
  result(): (CellTypes & { readonly rows: number }) | null {
    return this.#isFull ? null : { types: this.#types, columns: this.#columns, rows: this.#rows };
  }

  #grow(): void {
    this.#room *= 2;
    this.#isFull = this.#room * this.#columns.size > MAX_TYPE_BYTES;
    if (this.#isFull) {
      this.#columns.clear();
      return;
    }
    for (const [column, codes] of this.#columns) {
      const larger = new Uint8Array(this.#room);
      larger.set(codes);
      this.#columns.set(column, larger);
    }
  }

  #codeOf(type: CellType): number {
    const known = this.#known.get(type);
    if (known !== undefined) return known;
    const same = this.#types.findIndex(
      (one) => one.kind === type.kind && one.format === type.format && one.formula === type.formula,
    );
    const code = same >= 0 ? same + 1 : this.#types.push(type);
    this.#isFull ||= code > MAX_TYPES;
    this.#known.set(type, code);
    return code;
  }
}

/** Returns a function that converts a text to the XML value of a cell of `type`, or to `null` if it can't be one. */
export function valueReader(type: CellType): (text: string) => string | null {
  switch (type.kind) {
    case "boolean":
      return (text) => (text === "TRUE" ? "1" : text === "FALSE" ? "0" : null);
    case "number": {
      const { format = 0 } = type;
      const shown =
        typeof format === "number" ? formatNumbered(format, undefined) : formatNumbered(-1, format);
      return (text) => {
        const date = shown.kind === "date" ? serialOf(text) : null;
        const value = date === null ? plainOf(text) : String(date);
        return value !== null && numberText(value, shown, false) === text ? value : null;
      };
    }
    case "text":
    case "other":
      return () => null;
    default:
      return assertNever(type.kind);
  }
}

function plainOf(text: string): string | null {
  if (/^0\d+$/.test(text)) return text.replace(/^0+(?=\d)/, "");
  return /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) && Number.isFinite(Number(text)) ? text : null;
}
