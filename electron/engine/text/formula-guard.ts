// biome-ignore lint/suspicious/noControlCharactersInRegex: LibreOffice drops U+0000 from a CSV
const BLANKS = /^[\u0000 \n\v\f\u00a0\u2000-\u200b\u202f\u205f\u3000\ufeff]+/;
/** Most cells have none of these. */
const MAY_RUN = /[=@\t\r+\-\uff1d\uff20\uff0b\uff0d]/;
const RUNS = /^[=@\t\r\uff1d\uff20]/;
const SIGNED = /^[+\-\uff0b\uff0d]/;
/** A number or phone number after its sign, with common separators. */
const NUMBER =
  /^[ \u00a0]*\(?[.,]?\d[\d \u00a0().,'/\u2013-]*(e[+-]?\d+[ \u00a0]*)?(%|\p{Sc}|(ext\.?|x)[ \u00a0]*\d+)?$/iu;

/** Spreadsheets keep it as text, and an apostrophe would make it another address. */
const ADDRESS = /^[+-][\p{L}\p{N}_.+-]+@[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)+$/u;

/**
 * Returns whether a spreadsheet would evaluate the cell as a formula. `+` and `-` before numbers and
 * addresses are harmless.
 */
export function runsInSpreadsheet(cell: string): boolean {
  const text = cell.replace(BLANKS, "");
  if (ADDRESS.test(text)) return false;
  if (RUNS.test(text)) return true;
  if (!SIGNED.test(text)) return false;
  const rest = text.slice(1);
  // A lone sign is a dash used as a placeholder.
  return rest.trim() !== "" && !NUMBER.test(rest);
}

/** Only these make a formula harmful. */
const HARM = /[=\uff1d(|!]/;

/** Returns whether a cell that spreadsheets evaluate could do harm: handles (`@ann`) and notes (`- vip`) can't. */
export const mayHarm = (cell: string): boolean => HARM.test(cell);

const SEPARATORS = [",", ";", "\t", "|"];
const GAP = '[\\u0000 "\\u00a0\\u2000-\\u200b\\u202f\\u205f\\u3000\\ufeff]*';
const START = "[=@\\uff1d\\uff20+\\-\\uff0b\\uff0d]";
const HARMFUL = /[(|!]/;
const LINE_END = /[\r\n]/;

export function createFormulaGuard(delimiter: string) {
  const others = SEPARATORS.filter((separator) => separator !== delimiter).join("");
  const start = new RegExp(`[${others}\\r\\n]${GAP}(?=${START})`, "g");

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
        // A dash within text is usually a list item, so it only counts before dangerous characters.
        return isHarmful || !SIGNED.test(cell[place] ?? "");
      });
  }

  return {
    /** Returns whether a spreadsheet would evaluate the cell, or a piece of it if split at another delimiter. */
    isDangerous: (cell: string) =>
      MAY_RUN.test(cell) && (runsInSpreadsheet(cell) || startsIn(cell).length > 0),
    /** Returns the cell with an apostrophe before everything that would be evaluated. */
    disarmed(cell: string): string {
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
