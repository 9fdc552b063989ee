import { closeSync, createReadStream, fstatSync, openSync, readSync } from "node:fs";
import Papa from "papaparse";
import { z } from "zod";
import { createScanner, type FoundRecord } from "../../../electron/engine/text/csv/scan.ts";
import { asProcess, timed } from "./as-process.ts";

/** Finds all records of a CSV file and the text of their first cell, with one of two readers. */
const inputSchema = z.object({
  path: z.string(),
  reader: z.enum(["winnow", "papaparse"]),
});

const CHUNK = 4 * 1024 * 1024;

const readers = { winnow, papaparse };

await asProcess(inputSchema, async ({ path, reader }) => {
  const { measured, value } = await timed(() => readers[reader](path));
  return { ...measured, found: value };
});

interface Tally {
  records: number;
  /** Keeps the addresses from being optimized away. */
  letters: number;
}

/** Uses the scanner of the import, and additionally decodes each record and address. */
async function winnow(path: string): Promise<Tally> {
  const tally: Tally = { records: 0, letters: 0 };
  const scanner = createScanner({ delimiter: ",", spacedQuotes: false, flow: false }, 0);
  const file = openSync(path, "r");
  const size = fstatSync(file).size;
  const buffer = Buffer.allocUnsafeSlow(CHUNK + 2);
  const sink = {
    blank: () => undefined,
    record({ start, end, cellStart, cellEnd }: FoundRecord) {
      const raw = buffer.toString("utf8", start, end);
      if (raw.length === 0) throw new Error("an empty record");
      tally.records++;
      tally.letters += buffer.toString("utf8", cellStart, cellEnd).length;
    },
  };
  for (let position = 0, held = 0, last = false; !last; ) {
    const read = readSync(file, buffer, held, CHUNK - held, position);
    position += read;
    held += read;
    last = position >= size;
    const done = scanner.scan(buffer, held, last, sink);
    buffer.copyWithin(0, done, held);
    held -= done;
  }
  closeSync(file);
  return tally;
}

function papaparse(path: string): Promise<Tally> {
  const tally: Tally = { records: 0, letters: 0 };
  return new Promise((resolve, reject) => {
    Papa.parse<string[]>(createReadStream(path, { encoding: "utf8", highWaterMark: CHUNK }), {
      chunk({ data }) {
        for (const row of data) count(tally, row);
      },
      complete: () => resolve(tally),
      error: reject,
    });
  });
}

function count(tally: Tally, row: readonly string[]): void {
  tally.records++;
  tally.letters += row[0]?.length ?? 0;
}
