import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Result } from "../../shared/result.ts";
import type { FromEngine, ToEngine } from "./messages.ts";

export interface FaceOptions {
  readonly dataDir: string;
  /** File in which the fake keychain stores its keys. */
  readonly keysFile: string;
  /** File that limits the disk's free space while it exists; see full-disk.ts. */
  readonly fullDisk: string;
  /** Folder of Node's compile cache, which halves the start-up time of the next process. */
  readonly compileCache: string;
  readonly request: (url: string, headers: string) => void;
  readonly log: (line: string) => void;
}

/** The engine in a separate process, as a host uses it. */
export interface EngineProcess {
  /** Calls the engine. `null` if the process ended before the result. */
  call(name: string, input: unknown): Promise<Result<unknown> | null>;
  /** Calls the engine and aborts the call at once. */
  callAndAbort(name: string, input: unknown): Promise<Result<unknown> | null>;
  wait(milliseconds: number): Promise<void>;
  /** Kills the process at the fault point `point` (`*` for any) after passing it `after` times. `null` cancels. */
  killAt(point: string | null, after: number): void;
  /** Limits the disk to `room` bytes from the fault point on. `null` cancels. */
  fillAt(point: string, after: number, room: number | null): void;
  kill(): Promise<void>;
  close(): Promise<void>;
  readonly isOver: () => boolean;
}

const PROGRAM = join(import.meta.dirname, "engine-child.ts");

export async function openFace({
  dataDir,
  keysFile,
  fullDisk,
  compileCache,
  request,
  log,
}: FaceOptions): Promise<Result<EngineProcess>> {
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
      callAndAbort(name, input) {
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

/** Fills Node's compile cache, which is only written when a process exits normally. Returns its folder. */
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
