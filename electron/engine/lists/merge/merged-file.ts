import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
import { PRIVATE_FILE } from "../../data-folder/index.ts";
import { MergedRows } from "./merged-rows.ts";

const BATCH_BYTES = 4 * 1024 * 1024;

/** The new file that lists are merged into, and what its rows have to be when it is read. */
export class MergedFile {
  /** What was put into it. */
  bytes = 0;
  readonly rows: MergedRows;
  readonly #file: number;
  readonly #written: () => void;
  #batch: Uint8Array[] = [];
  #held = 0;

  /** `rows`: how many there will be; `written` is called now and then. */
  constructor(path: string, rows: number, written: () => void) {
    this.#file = openSync(path, "wx", PRIVATE_FILE);
    this.rows = new MergedRows(rows);
    this.#written = written;
  }

  /** Puts bytes that are no row. */
  put(piece: Uint8Array): void {
    this.#batch.push(piece);
    this.bytes += piece.length;
    this.#held += piece.length;
    if (this.#held >= BATCH_BYTES) this.#write();
  }

  /** Puts a row; `address`: what `addressMarks` says of it. */
  putRow(record: Uint8Array, address: number): void {
    this.rows.add(this.bytes, address);
    this.put(record);
  }

  sync(): void {
    this.#write();
    fsyncSync(this.#file);
  }

  close(): void {
    closeSync(this.#file);
  }

  #write(): void {
    const bytes = Buffer.concat(this.#batch);
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#file, bytes, at);
    this.#batch = [];
    this.#held = 0;
    this.#written();
  }
}
