import { constants, crc32, deflateRawSync } from "node:zlib";
import { Zip, type ZipInputFile } from "fflate";
import { type ByteSink, createByteSink } from "../files/byte-sink.ts";

export interface ZipEntry {
  push(bytes: Uint8Array, last: boolean): void;
}

/** Maximum 32-bit size; the last value is reserved for ZIP64. */
const MAX_ZIP_BYTES = 0xffff_fffe;

/** "Made by" Unix: Info-ZIP's `unzip` decodes names of FAT entries as code page 437. */
const UNIX = 3;
/** A regular file of mode 0644, in the upper half of the external attributes. */
const REGULAR_FILE = 0o100644 * 2 ** 16;

export class ZipTooLarge extends Error {}

/** Range of times in a ZIP, with a day to spare for time zones. */
const FIRST_TIME = Date.UTC(1980, 0, 2);
const LAST_TIME = Date.UTC(2099, 11, 30);

/** Creates a ZIP writer over `write`. Its methods throw what `write` throws, and {@link ZipTooLarge}. */
export function createZip(write: (bytes: Uint8Array) => void, most = MAX_ZIP_BYTES) {
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
    /** Adds a file, deflated by Node's fast zlib, which flushes each piece: push large ones. */
    add(filename: string, level: number, at: number): ZipEntry {
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

const PIECE = 1024 * 1024;

/** Creates a ZIP at `path`, written one file at a time. `now` is the time of its files, in Unix ms. */
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
        yieldToEvents: () => sink.yieldToEvents(),
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
