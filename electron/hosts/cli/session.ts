import { readFile } from "node:fs/promises";
import { basename, resolve } from "node:path";
import type { ListSource } from "../../../shared/bridge/lists.ts";
import type { CallInput, CallOutput, EngineCallName } from "../../../shared/bridge.ts";
import { ok, type Result } from "../../../shared/result.ts";
import {
  createNodeFetch,
  type Engine,
  holderOf,
  layoutOf,
  raceAbort,
  type SessionAccount,
  type Thread,
} from "../../engine/index.ts";
import { plainLine } from "../plain-text.ts";
import { wireEngine } from "../wire-engine.ts";
import type { CliProcess } from "./cli-io.ts";
import { receivePiped, STANDARD_INPUT } from "./reading/piped-list.ts";

/**
 * For fault tests only: WINNOW_FAULT_POINT=`name` or `name#n` kills the process at the first or n-th call of that fault
 * point; `*#n` counts all points. A no-op without the variable.
 */
function faultProbe(env: Readonly<Record<string, string | undefined>>): (point: string) => void {
  const wanted = env.WINNOW_FAULT_POINT;
  if (wanted === undefined || wanted === "") return () => {};
  const hash = wanted.lastIndexOf("#");
  const name = hash < 0 ? wanted : wanted.slice(0, hash);
  let left = hash < 0 ? 1 : Number(wanted.slice(hash + 1));
  return (point) => {
    if (name !== "*" && name !== point) return;
    left--;
    if (left === 0) process.kill(process.pid, "SIGKILL");
  };
}

export interface Session {
  readonly engine: Engine;
  call<N extends EngineCallName>(
    name: N,
    input: CallInput<N>,
    signal?: AbortSignal,
  ): Promise<Result<CallOutput<N>>>;
  /** Opens a path or `-`. The list is discarded with the session unless a cleaning was made of it. */
  openList(file: string): Promise<Result<CallOutput<"lists.open">>>;
  /** Runs `use` on a path or on what `-` reads, with its name. */
  withSource<T>(
    file: string,
    use: (source: ListSource, name: string) => Promise<Result<T>>,
  ): Promise<Result<T>>;
  /** Reads the text on standard input to its end. */
  readText(): Promise<Result<string>>;
  /** Discards lists without a cleaning, and closes the engine. */
  close(): Promise<void>;
  readonly environmentAccount: SessionAccount | null;
  /** Returns true if another Winnow has the data folder and continues its cleanings. */
  isLockedElsewhere(): boolean;
  readonly dataDir: string;
  readonly logFile: string;
}

export interface SessionOptions {
  /** A key without a base URL in the environment is for the command itself. */
  readonly keyAlone?: boolean;
  /** The command is read-only, and another Winnow may have the data folder. */
  readonly readOnly?: boolean;
  /** False if unfinished cleanings must not progress during the command. */
  readonly goOn?: boolean;
  readonly resolver?: string | undefined;
  /** Ignore the team that WINNOW_TEAM_URL names. */
  readonly ignoresTeam?: boolean;
  readonly thread?: Thread | undefined;
}

/** Sandbox speed in a terminal, faster than in a window, where users watch it. */
const SANDBOX_SPEED = 20;

/**
 * Opens the data folder and the account of the environment. After an interruption, calls return `cancelled` at once.
 */
export async function openSession(
  { env, files, stdin, stderr, clock, interruption: { signal } }: CliProcess,
  {
    keyAlone: allowKeyWithoutUrl,
    readOnly,
    goOn: resumeCleanings,
    resolver,
    ignoresTeam,
    thread: startedThread,
  }: SessionOptions,
): Promise<Result<Session>> {
  const opened = await wireEngine({
    ...files,
    workers: { ...files.workers, startedThread },
    env,
    ...(clock === undefined ? {} : { clock }),
    allowKeyWithoutUrl,
    readOnly,
    resumeCleanings,
    resolver,
    ignoresTeam,
    host: "command_line",
    fetch: createNodeFetch().fetch,
    defaultSandboxSpeed: SANDBOX_SPEED,
    log: (entry) => {
      if (env.WINNOW_DEBUG) stderr.write(`${entry.split("\n").map(plainLine).join("\n")}\n`);
    },
    probe: faultProbe(env),
  });
  if (!opened.ok) return opened;
  const { engine, account: environmentAccount, dataDir } = opened.value;
  const lists = new Set<Promise<Result<CallOutput<"lists.open">>>>();

  // The engine returns N's output for call N: its handlers are typed by the same table.
  function ask<N extends EngineCallName>(name: N, input: CallInput<N>, until?: AbortSignal) {
    return engine.call(name, input, { signal: until }) as Promise<Result<CallOutput<N>>>;
  }

  async function withSource<T>(
    file: string,
    use: (source: ListSource, name: string) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    if (file !== STANDARD_INPUT) return use({ kind: "path", path: resolve(file) }, basename(file));
    const received = await receivePiped(stdin, engine.uploadsDir, signal);
    if (!received.ok) return received;
    const { uploadId, path, name, remove } = received.value;
    engine.registerUpload({ uploadId, path, name });
    try {
      return await use({ kind: "upload", uploadId }, name);
    } finally {
      engine.forgetUpload(uploadId);
      await remove();
    }
  }
  const openOnce = (file: string) => withSource(file, (source) => ask("lists.open", { source }, signal));

  async function discardLists(): Promise<void> {
    for (const opened of await Promise.allSettled(lists)) {
      if (opened.status === "rejected" || !opened.value.ok) continue;
      // Fails if a cleaning was made of the list, which is expected.
      await ask("lists.discard", { listId: opened.value.value.listId }).catch(() => undefined);
    }
  }

  return {
    ok: true,
    value: {
      engine,
      environmentAccount,
      dataDir,
      logFile: layoutOf(dataDir).log,
      isLockedElsewhere() {
        const holder = holderOf(dataDir);
        return holder !== null && holder.pid !== process.pid;
      },
      call(name, input, given) {
        const until = given === undefined ? signal : AbortSignal.any([signal, given]);
        return raceAbort(until, ask(name, input, until));
      },
      withSource,
      async readText() {
        const received = await receivePiped(stdin, engine.uploadsDir, signal);
        if (!received.ok) return received;
        const { path, remove } = received.value;
        try {
          return ok(await readFile(path, "utf8"));
        } finally {
          await remove();
        }
      },
      openList(file) {
        const opening = openOnce(file);
        lists.add(opening);
        return raceAbort(signal, opening);
      },
      async close() {
        await discardLists();
        await engine.close();
      },
    },
  };
}
