const BLANKS = /^[ \n\v\f\u00a0\u2000-\u200b\u202f\u205f\u3000\ufeff]+/;
const RUNS = /^[=@\t\r\uff1d\uff20]/;
const SIGNED = /^[+\-\uff0b\uff0d]/;
/** A number or a telephone number after its sign: digits with the marks that people put between them. */
const NUMBER =
  /^[ \u00a0]*\(?[.,]?\d[\d \u00a0().,'/\u2013-]*(e[+-]?\d+)?[ \u00a0]*(%|\p{Sc}|(ext\.?|x)[ \u00a0]*\d+)?$/iu;

/**
 * Whether a spreadsheet would run the cell instead of showing it: `=`, `@`, tab or CR at the start, after blanks
 * and in full-width form too; `+` and `-` only when neither a number nor a telephone number follows.
 */
export function runsInSpreadsheet(cell: string): boolean {
  const text = cell.replace(BLANKS, "");
  if (RUNS.test(text)) return true;
  if (!SIGNED.test(text)) return false;
  const rest = text.slice(1);
  // A sign alone is a dash that stands for nothing.
  return rest.trim() !== "" && !NUMBER.test(rest);
}
