import { constants, crc32, deflateRawSync } from "node:zlib";
import { Zip, type ZipInputFile } from "fflate";
import { type ByteSink, createByteSink } from "../files/byte-sink.ts";

/** One file inside a ZIP that is written piece by piece. */
export interface ZipEntry {
  push(bytes: Uint8Array, last: boolean): void;
}

/** A ZIP that is written piece by piece, its files one after the other. */
export interface ZipWriter {
  /**
   * Adds a file, deflated by Node's own zlib: several times as fast as in JavaScript. Each piece is ended on a byte, so
   * give it large ones. `at`: the time that the ZIP gives for it, in Unix milliseconds.
   */
  add(filename: string, level: number, at: number): ZipEntry;
  end(): void;
}

/** Lengths and places in a ZIP are numbers of 32 bits, of which the last one means something else. */
const MOST_ZIP_BYTES = 0xffff_fffe;

/** "Made by" Unix: of entries made on FAT, Info-ZIP's `unzip` reads the names in code page 437. */
const UNIX = 3;
/** A regular file of mode 0644, as Unix has it in the upper half of the external attributes. */
const REGULAR_FILE = 0o100644 * 2 ** 16;

/** A file in the ZIP, or the ZIP itself, would be longer than a ZIP can say. */
export class ZipTooLarge extends Error {}

/** The times that a ZIP can tell, with a day to spare for time zones. */
const FIRST_TIME = Date.UTC(1980, 0, 2);
const LAST_TIME = Date.UTC(2099, 11, 30);

/** Writes a ZIP by way of `write`. Its functions throw what `write` throws, and {@link ZipTooLarge}. */
export function createZip(write: (bytes: Uint8Array) => void, most = MOST_ZIP_BYTES): ZipWriter {
  let failure: Error | null = null;
  let written = 0;
  const zip = new Zip((error, data) => {
    if (error !== null) {
      failure ??= error;
      return;
    }
    written += data.length;
    if (written > most) throw new ZipTooLarge();
    write(data);
  });
  const check = () => {
    if (failure !== null) throw failure;
  };
  return {
    add(filename, level, at) {
      const mtime = Math.min(Math.max(at, FIRST_TIME), LAST_TIME);
      const file: ZipInputFile = {
        filename,
        size: 0,
        crc: 0,
        compression: 8,
        mtime,
        os: UNIX,
        attrs: REGULAR_FILE,
      };
      zip.add(file);
      return {
        push(bytes, last) {
          file.size += bytes.length;
          if (file.size > most) throw new ZipTooLarge();
          file.crc = crc32(bytes, file.crc);
          const finishFlush = last ? constants.Z_FINISH : constants.Z_SYNC_FLUSH;
          file.ondata?.(null, deflateRawSync(bytes, { level, finishFlush }), last);
          check();
        },
      };
    },
    end() {
      zip.end();
      check();
    },
  };
}

/** Bytes that are deflated at a time. */
const PIECE = 1024 * 1024;

/** A new ZIP at `path`, its files written one after the other; `now` is their time, in Unix milliseconds. */
export function createZipSink(path: string, mode: number, now: number) {
  const sink = createByteSink(path, mode);
  const zip = createZip((bytes) => sink.write(bytes));
  return {
    path: sink.path,
    descriptor: sink.descriptor,
    open(name: string): ByteSink {
      const entry = zip.add(name, 6, now);
      const piece = Buffer.allocUnsafe(PIECE);
      let held = 0;
      let total = 0;
      const push = (last: boolean) => {
        entry.push(piece.subarray(0, held), last);
        held = 0;
      };
      const add = (bytes: Uint8Array, start: number, end: number) => {
        for (let at = start; at < end; ) {
          const length = Math.min(end - at, PIECE - held);
          piece.set(bytes.subarray(at, at + length), held);
          held += length;
          at += length;
          if (held === PIECE) push(false);
        }
        total += end - start;
      };
      return {
        write: (bytes) => add(bytes, 0, bytes.length),
        add,
        turn: () => sink.turn(),
        async finish() {
          push(true);
          return total;
        },
        async abandon() {},
      };
    },
    async finish() {
      zip.end();
      return sink.finish();
    },
    abandon: () => sink.abandon(),
  };
}
