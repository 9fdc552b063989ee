import { closeSync, openSync, readSync } from "node:fs";
import type { Unwanted } from "../../../../../shared/bridge/answer.ts";
import { foldAddress } from "../../../../../shared/fold-addresses.ts";
import { SEGMENTS } from "../../../../../shared/segments.ts";
import { FLAG_BIT } from "../../../../../shared/verdicts.ts";
import type { Layout } from "../../../store/index.ts";
import { cellText, scanRecords } from "../../../text/index.ts";
import { createWordCounter } from "../../../vocabularies/index.ts";
import { MAX_PART } from "../../format.ts";
import { SOURCE_WORDS_CELL } from "../../ingest/file-verdicts.ts";
import type { LineRanges } from "../../results-store.ts";
import type { OpenCleaning } from "../opened.ts";
import { foldedAddress } from "../query/filter.ts";
import { isSuppressed } from "./present-facts.ts";
import { segmentsOf } from "./segments.ts";

const DELIMITERS = [",", ";", "\t", "|"].map((one) => one.charCodeAt(0));

/** Returns a reader that opens each part file on first use. */
export function serviceLines(layout: Layout, cleaningId: string, cleaning: OpenCleaning) {
  const files = new Map<number, number>();
  const { fate } = cleaning.results;
  let places: LineRanges | null = null;
  const fileOf = (part: number) => {
    const known = files.get(part);
    if (known !== undefined) return known;
    const file = openSync(layout.cleaning(cleaningId).download(part), "r");
    files.set(part, file);
    return file;
  };
  return {
    of(address: number): Buffer | null {
      const part = fate[address] ?? 0;
      if (part === 0 || part > MAX_PART) return null;
      places ??= cleaning.linePlaces();
      const length = places.rawLength[address] ?? 0;
      if (length === 0) return null;
      try {
        const line = Buffer.alloc(length);
        const got = readSync(fileOf(part), line, 0, length, places.rawStart[address] ?? 0);
        // The file may have been replaced since, so check that the line is the address's own.
        return got === length && hasCell(line, foldedAddress(cleaning, address)) ? line : null;
      } catch {
        // The file may have been removed since; the verdict itself is stored.
        return null;
      }
    },
    close() {
      for (const file of files.values()) closeSync(file);
      files.clear();
    },
  };
}

function hasCell(line: Buffer, folded: string): boolean {
  return DELIMITERS.some((delimiter) => {
    let found = false;
    scanRecords(line, 0, delimiter, (record) => {
      for (let cell = 0; cell < record.cells && !found; cell++)
        found = foldAddress(cellText(line, record, cell).trim()) === folded;
      return !found;
    });
    return found;
  });
}

const COMMA = ",".charCodeAt(0);
const DO_NOT_SEND = SEGMENTS.indexOf("do_not_send");

/** Counts the addresses in `do_not_send` that another service calls unwanted, by its words; `null` if none. */
export function countUnwanted(
  cleaning: OpenCleaning,
  { layout, cleaningId, suppresses }: { layout: Layout; cleaningId: string; suppresses: boolean },
): Unwanted | null {
  const key = suppresses ? "suppresses" : "";
  const known = cleaning.cache.unwanted.get(key);
  if (known !== undefined) return known;
  const { list, results } = cleaning;
  const { ofRow } = segmentsOf(cleaning, suppresses);
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
