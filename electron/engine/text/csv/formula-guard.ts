// biome-ignore lint/suspicious/noControlCharactersInRegex: LibreOffice drops U+0000 from a CSV
const BLANKS = /^[\u0000 \n\v\f\u00a0\u2000-\u200b\u202f\u205f\u3000\ufeff]+/;
const RUNS = /^[=@\t\r\uff1d\uff20]/;
const SIGNED = /^[+\-\uff0b\uff0d]/;
/** A number or a telephone number after its sign: digits with the marks that people put between them. */
const NUMBER =
  /^[ \u00a0]*\(?[.,]?\d[\d \u00a0().,'/\u2013-]*(e[+-]?\d+[ \u00a0]*)?(%|\p{Sc}|(ext\.?|x)[ \u00a0]*\d+)?$/iu;

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

const SEPARATORS = [",", ";", "\t", "|"];
const GAP = '[\\u0000 "\\u00a0\\u2000-\\u200b\\u202f\\u205f\\u3000\\ufeff]*';
const START = "[=@\\uff1d\\uff20+\\-\\uff0b\\uff0d]";
/** What can do harm behind a sign. */
const HARMFUL = /[(|!]/;
const LINE_END = /[\r\n]/;

/** What is dangerous in a cell of a file whose columns are parted by one delimiter. */
export interface FormulaGuard {
  /** Whether some spreadsheet would run the cell, or a piece of it: where columns are parted by another sign, it is cut there. */
  isDangerous(cell: string): boolean;
  /** The cell with an apostrophe before whatever would run. */
  disarmed(cell: string): string;
}

export function createFormulaGuard(delimiter: string): FormulaGuard {
  const others = SEPARATORS.filter((separator) => separator !== delimiter).join("");
  const start = new RegExp(`[${others}\\r\\n]${GAP}(?=${START})`, "g");

  /** Where what could run begins within the cell, from the last place to the first. */
  function startsIn(cell: string): number[] {
    let line = cell.length;
    let isHarmful = false;
    return Array.from(cell.matchAll(start), (found) => found.index + found[0].length)
      .reverse()
      .filter((place) => {
        for (; line > place; line--) {
          const behind = cell[line - 1] ?? "";
          if (LINE_END.test(behind)) isHarmful = false;
          else if (HARMFUL.test(behind)) isHarmful = true;
        }
        // A dash within text is an item of a list more often than not: it counts only before what can do harm.
        return isHarmful || !SIGNED.test(cell[place] ?? "");
      });
  }

  return {
    isDangerous: (cell) => runsInSpreadsheet(cell) || startsIn(cell).length > 0,
    disarmed(cell) {
      const pieces: string[] = [];
      let end = cell.length;
      for (const place of startsIn(cell)) {
        pieces.push(cell.slice(place, end));
        end = place;
      }
      const inner = [cell.slice(0, end), ...pieces.reverse()].join("'");
      return runsInSpreadsheet(cell) ? `'${inner}` : inner;
    },
  };
}
