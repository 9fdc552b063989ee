import type { Unwanted } from "../../../../../shared/bridge/answer.ts";
import { DOORS } from "../../../../../shared/doors.ts";
import { FLAG_BIT } from "../../../../../shared/verdicts.ts";
import { cellText, scanRecords } from "../../../csv/index.ts";
import type { Layout } from "../../../store/index.ts";
import { createWordCounter } from "../../../vocabularies/index.ts";
import { SOURCE_WORDS_CELL } from "../../ingest/translated.ts";
import type { OpenedCleaning } from "../opened.ts";
import { doorsOf } from "./doors.ts";
import { serviceLines } from "./service-line.ts";
import { isSuppressed } from "./suppressed.ts";

const COMMA = ",".charCodeAt(0);
const DO_NOT_SEND = DOORS.indexOf("do_not_send");

/**
 * The addresses behind `do_not_send` of which another service says that they are not to be mailed, by its own words; null:
 * there are none. Of verdicts that were known from an earlier list the words are not here.
 */
export function unwantedOf(
  cleaning: OpenedCleaning,
  { layout, cleaningId, suppresses }: { layout: Layout; cleaningId: string; suppresses: boolean },
): Unwanted | null {
  const key = suppresses ? "suppresses" : "";
  const known = cleaning.cache.unwanted.get(key);
  if (known !== undefined) return known;
  const { list, results } = cleaning;
  const { ofRow } = doorsOf(cleaning, suppresses);
  const words = createWordCounter();
  let suppressed = 0;
  const lines = serviceLines(layout, cleaningId, cleaning);
  try {
    for (let address = 0; address < list.addresses; address++) {
      if (((results.flags[address] ?? 0) & FLAG_BIT.unwanted) === 0) continue;
      const first = list.addressFirst[address] ?? 0;
      if (ofRow[first] !== DO_NOT_SEND) continue;
      if (isSuppressed(cleaning, first)) suppressed++;
      words.add(wordsIn(lines.of(address)));
    }
  } finally {
    lines.close();
  }
  return cleaning.cache.unwanted.set(key, words.rows === 0 ? null : unwanted(words, suppressed));
}

function wordsIn(line: Buffer | null): string {
  let words = "";
  if (line !== null)
    scanRecords(line, 0, COMMA, (record) => {
      if (SOURCE_WORDS_CELL < record.cells) words = cellText(line, record, SOURCE_WORDS_CELL);
      return false;
    });
  return words;
}

function unwanted(counter: ReturnType<typeof createWordCounter>, suppressed: number): Unwanted {
  const words = counter.counted().unrecognised.filter(({ word }) => word !== "");
  return {
    addresses: counter.rows,
    suppressed,
    words: words.map(({ word, rows }) => ({ word, addresses: rows })),
  };
}
