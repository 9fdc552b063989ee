import { constants, crc32, deflateRawSync } from "node:zlib";
import { Zip, type ZipInputFile } from "fflate";

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
      const file: ZipInputFile = { filename, size: 0, crc: 0, compression: 8, mtime };
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
