import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Result } from "../../shared/result.ts";
import type { FromEngine, ToEngine } from "./messages.ts";

export interface FaceOptions {
  readonly dataDir: string;
  /** Where the keychain's double keeps its keys. */
  readonly keysFile: string;
  /** While there, says how many bytes the disk has room for, see full-disk.ts. */
  readonly fullDisk: string;
  /** Where what Node makes of the sources is kept: the next process starts in half the time. */
  readonly compileCache: string;
  readonly request: (url: string, headers: string) => void;
  readonly log: (line: string) => void;
}

/** An engine in a process of its own, as a host sees it. */
export interface Face {
  /** Null: the process ended before it answered. */
  call(name: string, input: unknown): Promise<Result<unknown> | null>;
  /** The same, by somebody who no longer waits for it as soon as it is asked. */
  callAndLeave(name: string, input: unknown): Promise<Result<unknown> | null>;
  /** Lets `milliseconds` of the engine's time pass. */
  wait(milliseconds: number): Promise<void>;
  /** Ends the process as `kill -9` does when it comes to `point` (any: `*`) once more than `after` times; null: no more. */
  killAt(point: string | null, after: number): void;
  /** The disk has room for `room` bytes from such a moment on; null: none such is to come any more. */
  fillAt(point: string, after: number, room: number | null): void;
  kill(): Promise<void>;
  close(): Promise<void>;
  readonly isOver: () => boolean;
}

const PROGRAM = join(import.meta.dirname, "engine-child.ts");

/** Opens Winnow on the folder. */
export async function openFace({
  dataDir,
  keysFile,
  fullDisk,
  compileCache,
  request,
  log,
}: FaceOptions): Promise<Result<Face>> {
  const child = fork(PROGRAM, [dataDir, keysFile], {
    serialization: "advanced",
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache, WINNOW_FULL_DISK: fullDisk },
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  let said = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  const ended = once(child, "exit");
  let over = false;
  let last = 0;
  const asked = new Map<number, (result: Result<unknown> | null) => void>();
  const opened = Promise.withResolvers<Result<null>>();
  void ended.then(() => {
    over = true;
    for (const answer of asked.values()) answer(null);
    opened.reject(new Error(`the engine's process ended as it began: ${said}`));
  });
  child.on("message", (message: FromEngine) => {
    switch (message.kind) {
      case "opened":
        opened.resolve(message.result);
        return;
      case "answer":
        asked.get(message.id)?.(message.result);
        asked.delete(message.id);
        return;
      case "request":
        request(message.url, message.headers);
        return;
      case "log":
        log(message.line);
        return;
      case "closed":
    }
  });
  const result = await opened.promise;
  if (!result.ok) {
    await ended;
    return result;
  }
  const send = (message: ToEngine) => {
    if (!over && child.connected) child.send(message, () => {});
  };
  const ask = (message: (id: number) => ToEngine) => {
    if (over) return Promise.resolve(null);
    const id = ++last;
    return new Promise<Result<unknown> | null>((resolve) => {
      asked.set(id, resolve);
      send(message(id));
    });
  };
  return {
    ok: true,
    value: {
      call: (name, input) => ask((id) => ({ kind: "call", id, name, input })),
      callAndLeave(name, input) {
        const answer = ask((id) => ({ kind: "call", id, name, input }));
        send({ kind: "abort", id: last });
        return answer;
      },
      async wait(milliseconds) {
        await ask((id) => ({ kind: "wait", id, milliseconds }));
      },
      killAt: (point, after) => send({ kind: "kill_at", point, after }),
      fillAt: (point, after, room) => send({ kind: "fill_at", point, after, room }),
      async kill() {
        if (!over) child.kill("SIGKILL");
        await ended;
      },
      async close() {
        send({ kind: "close" });
        await ended;
      },
      isOver: () => over,
    },
  };
}

/** Has Node keep what it makes of the sources, which it does as a process ends by itself; answers where. */
export async function warmUp(): Promise<string> {
  const compileCache = mkdtempSync(join(tmpdir(), "winnow-compiled-"));
  const keysFile = join(compileCache, "keys.json");
  writeFileSync(keysFile, "{}");
  const dataDir = join(compileCache, "data");
  const fullDisk = join(compileCache, "full");
  const opened = await openFace({ dataDir, keysFile, fullDisk, compileCache, request() {}, log() {} });
  if (opened.ok) await opened.value.close();
  return compileCache;
}
