import { close, constants, createReadStream, fstatSync, open, statSync, write } from "node:fs";
import { Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { isatty } from "node:tty";
import { promisify } from "node:util";
import { codeOf } from "../../../../shared/errors.ts";
import type { PathKind } from "./place.ts";

export type StreamPlace = Extract<PathKind, { kind: "stream" }>;

interface Writer {
  write(piece: Buffer): Promise<void>;
  close(): Promise<void>;
}

const POLL_INTERVAL_MS = 50;
const CLOSED: ReadonlySet<string> = new Set(["EPIPE", "ECONNRESET", "ERR_STREAM_DESTROYED"]);

/** Writes a file to a stream, waiting for a reader. Returns `left` if the reader stopped early. */
export async function pipeFile(path: string, to: StreamPlace, signal: AbortSignal): Promise<"sent" | "left"> {
  const outlet = await openOutlet(to, signal);
  let stop = () => {};
  const stopped = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
  });
  stopped.catch(() => undefined);
  try {
    for await (const piece of createReadStream(path)) {
      signal.throwIfAborted();
      await Promise.race([outlet.write(Buffer.from(piece)), stopped]);
    }
    return "sent";
  } catch (error) {
    if (!CLOSED.has(codeOf(error))) throw error;
    return "left";
  } finally {
    signal.removeEventListener("abort", stop);
    await outlet.close();
  }
}

async function openOutlet({ path, descriptor }: StreamPlace, signal: AbortSignal): Promise<Writer> {
  if (descriptor === null) return openPath(path, signal);
  const stats = fstatSync(descriptor);
  if (stats.isFIFO() && process.platform === "linux") {
    // Reopened, the pipe can be written without blocking.
    return openPath(`/proc/self/fd/${descriptor}`, signal);
  }
  // Bypass process.stdout, whose errors are reported as those of printed output.
  if (stats.isFile() || (stats.isCharacterDevice() && !isatty(descriptor)))
    return fileOutlet(descriptor, false);
  if (descriptor === 1) return streamOutlet(process.stdout);
  if (descriptor === 2) return streamOutlet(process.stderr);
  return fileOutlet(descriptor, false);
}

async function openPath(path: string, signal: AbortSignal): Promise<Writer> {
  // No O_CREAT or O_TRUNC: only write to an existing stream.
  const flags = constants.O_WRONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);
  for (;;) {
    signal.throwIfAborted();
    try {
      const file = await promisify(open)(path, flags);
      const stats = fstatSync(file);
      if (stats.isFIFO()) return socketOutlet(file);
      if (stats.isCharacterDevice()) return fileOutlet(file, true);
      await promisify(close)(file);
      throw Object.assign(new Error(`${path} is no stream any more`), { code: "ENXIO" });
    } catch (error) {
      if (codeOf(error) !== "ENXIO" || !isPipe(path)) throw error;
      await wait(POLL_INTERVAL_MS, undefined, { signal });
    }
  }
}

function isPipe(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFIFO() === true;
}

/** Writes to a pipe without blocking a thread. */
function socketOutlet(file: number): Writer {
  const socket = new Socket({ fd: file, readable: false, writable: true });
  const outlet = streamOutlet(socket);
  return {
    write: outlet.write,
    close: () =>
      new Promise((resolve) => {
        socket.once("close", () => resolve());
        socket.destroy();
      }),
  };
}

function streamOutlet(stream: NodeJS.WritableStream): Writer {
  // Errors are reported by the write callback.
  const unheard = () => undefined;
  stream.on("error", unheard);
  return {
    write: (piece) =>
      new Promise((resolve, reject) => {
        stream.write(piece, (error) => (error ? reject(error) : resolve()));
      }),
    async close() {
      stream.off("error", unheard);
    },
  };
}

function fileOutlet(file: number, isOurs: boolean): Writer {
  return {
    async write(piece) {
      for (let at = 0; at < piece.length; ) {
        const { bytesWritten } = await promisify(write)(file, piece, at, piece.length - at, null);
        at += bytesWritten;
      }
    },
    async close() {
      if (isOurs) await promisify(close)(file);
    },
  };
}
