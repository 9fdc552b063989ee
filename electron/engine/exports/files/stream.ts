import { close, constants, createReadStream, createWriteStream, fstatSync, open, statSync } from "node:fs";
import { Socket } from "node:net";
import { pipeline } from "node:stream/promises";
import { setTimeout as wait } from "node:timers/promises";
import { isatty } from "node:tty";
import { promisify } from "node:util";
import { codeOf } from "../../../../shared/errors.ts";
import type { PathKind } from "./place.ts";

export type StreamPlace = Extract<PathKind, { kind: "stream" }>;

const POLL_INTERVAL_MS = 50;
const CLOSED: ReadonlySet<string> = new Set([
  "EPIPE",
  "ECONNRESET",
  "ERR_STREAM_DESTROYED",
  "ERR_STREAM_PREMATURE_CLOSE",
]);

/** Writes a file to a stream, waiting for a reader. Returns `left` if the reader stopped early. */
export async function pipeFile(path: string, to: StreamPlace, signal: AbortSignal): Promise<"sent" | "left"> {
  const outlet = to.isStandardOutput ? await openStandardOutput(signal) : await openPath(to.path, signal);
  try {
    await pipeline(createReadStream(path), outlet, { signal, end: outlet !== process.stdout });
    return "sent";
  } catch (error) {
    if (signal.aborted || !CLOSED.has(codeOf(error))) throw error;
    return "left";
  }
}

async function openStandardOutput(signal: AbortSignal): Promise<NodeJS.WritableStream> {
  const stats = fstatSync(1);
  // Reopened, the pipe can be written without blocking.
  if (stats.isFIFO() && process.platform === "linux") return openPath("/proc/self/fd/1", signal);
  // Bypass process.stdout, whose errors are reported as those of printed output.
  if (stats.isFile() || (stats.isCharacterDevice() && !isatty(1)))
    return createWriteStream("", { fd: 1, autoClose: false });
  return process.stdout;
}

async function openPath(path: string, signal: AbortSignal): Promise<NodeJS.WritableStream> {
  // No O_CREAT or O_TRUNC: only write to an existing stream.
  const flags = constants.O_WRONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);
  for (;;) {
    signal.throwIfAborted();
    try {
      const fd = await promisify(open)(path, flags);
      const stats = fstatSync(fd);
      // A socket writes to a pipe without blocking a thread.
      if (stats.isFIFO()) return new Socket({ fd, readable: false, writable: true });
      if (stats.isCharacterDevice()) return createWriteStream("", { fd });
      await promisify(close)(fd);
      throw Object.assign(new Error(`${path} is no longer a stream`), { code: "ENXIO" });
    } catch (error) {
      const hasNoReader = codeOf(error) === "ENXIO" && statSync(path, { throwIfNoEntry: false })?.isFIFO();
      if (hasNoReader !== true) throw error;
      await wait(POLL_INTERVAL_MS, undefined, { signal });
    }
  }
}
