import { BYTE, type Dialect } from "./dialect.ts";
import { type Encoding, masked } from "./encodings.ts";
import { type FieldBounds, fieldsOf } from "./fields.ts";

/**
 * Closes quotes that open in a record and not close in it. They are none, but only because of a later record (see scan.ts):
 * where that is left out, another one could close them. Answers the record with each such cell in quotes, every other
 * byte as it was; null where there is none.
 */
export function createQuoteCloser(
  encoding: Encoding,
  dialect: Dialect,
): (record: Uint8Array) => Buffer | null {
  const { unit } = encoding;
  const quote = Buffer.alloc(unit);
  quote[encoding.name === "UTF-16BE" ? 1 : 0] = BYTE.quote;

  return (record) => {
    if (!record.includes(BYTE.quote)) return null;
    const units = Math.floor(record.length / unit);
    const view = masked(record, record.length, encoding, new Uint8Array(units + 1));
    const open = fieldsOf(view, 0, units, dialect).filter((field) => !field.quoted && opens(view, field));
    if (open.length === 0) return null;
    const pieces: Uint8Array[] = [];
    let done = 0;
    for (const { start, end } of open) {
      pieces.push(record.subarray(done, start * unit), quote);
      done = start * unit;
      for (let at = start; at < end; at++) {
        if (view[at] !== BYTE.quote) continue;
        pieces.push(record.subarray(done, (at + 1) * unit), quote);
        done = (at + 1) * unit;
      }
      pieces.push(record.subarray(done, end * unit), quote);
      done = end * unit;
    }
    return Buffer.concat([...pieces, record.subarray(done)]);
  };

  function opens(view: Uint8Array, { start, end }: FieldBounds): boolean {
    let at = start;
    const isBlank = () => view[at] === BYTE.space || view[at] === BYTE.tab;
    while (dialect.spacedQuotes && at < end && isBlank()) at++;
    return at < end && view[at] === BYTE.quote;
  }
}
