import { closeSync, openSync, readSync } from "node:fs";
import { foldAddress } from "../../../../../shared/addresses.ts";
import { cellText, scanRecords } from "../../../csv/index.ts";
import type { Layout } from "../../../store/index.ts";
import { MAX_PART } from "../../format.ts";
import type { OpenedCleaning } from "../opened.ts";
import { foldedAddress } from "../query/filter.ts";

const DELIMITERS = [",", ";", "\t", "|"].map((one) => one.charCodeAt(0));

/** Reads the service's own lines, from the files of their parts, while those are kept. */
export interface ServiceLines {
  /** The line of an address; null: it is not there. */
  of(address: number): Buffer | null;
  close(): void;
}

/** Opens what there is of a cleaning's files, each when it is first needed. */
export function serviceLines(layout: Layout, cleaningId: string, cleaning: OpenedCleaning): ServiceLines {
  const files = new Map<number, number>();
  const { fate, rawStart, rawLength } = cleaning.results;
  const fileOf = (part: number) => {
    const known = files.get(part);
    if (known !== undefined) return known;
    const file = openSync(layout.cleaning(cleaningId).download(part), "r");
    files.set(part, file);
    return file;
  };
  return {
    of(address) {
      const part = fate[address] ?? 0;
      const length = rawLength[address] ?? 0;
      if (length === 0 || part === 0 || part > MAX_PART) return null;
      try {
        const line = Buffer.alloc(length);
        const got = readSync(fileOf(part), line, 0, length, rawStart[address] ?? 0);
        // Another file than the one that it was read from may stand there: then this is somebody else's line.
        return got === length && hasCell(line, foldedAddress(cleaning, address)) ? line : null;
      } catch {
        // The file may have been cleared away since; the verdict itself is safe.
        return null;
      }
    },
    close() {
      for (const file of files.values()) closeSync(file);
      files.clear();
    },
  };
}

/** Whether one of the cells of `line`, whatever divides them, holds the address `folded`. */
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
