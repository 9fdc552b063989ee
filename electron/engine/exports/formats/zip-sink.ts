import { type ByteSink, createByteSink } from "../../files/index.ts";
import { createZip } from "./zip.ts";

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
