import { resolve } from "node:path";
import type { CallInput, CallOutput, EngineCallName } from "../../../shared/bridge.ts";
import type { Result } from "../../../shared/result.ts";
import type { SessionAccount } from "../../engine/accounts/index.ts";
import type { Engine } from "../../engine/engine.ts";
import { unlessAborted } from "../../engine/handlers.ts";
import { createNodeFetch } from "../../engine/service/index.ts";
import { holderOf } from "../../engine/store/lock.ts";
import type { Thread } from "../../engine/store/threads.ts";
import { wireEngine } from "../wire-engine.ts";
import type { CliIo } from "./cli-io.ts";
import { faultProbe } from "./fault-probe.ts";
import { receivePiped, STANDARD_INPUT } from "./reading/piped-list.ts";

/** The engine as commands use it: typed calls over the same bridge as the page. */
export interface Session {
  readonly engine: Engine;
  /** `signal`: the answer is no longer wanted. */
  call<N extends EngineCallName>(
    name: N,
    input: CallInput<N>,
    signal?: AbortSignal,
  ): Promise<Result<CallOutput<N>>>;
  /** Takes the list in that `file` names, a path or `-`. Unless a cleaning is made of it, it is forgotten with the session, however that ends. */
  openList(file: string): Promise<Result<CallOutput<"lists.open">>>;
  /** Forgets the lists that no cleaning was made of, and closes the engine. */
  close(): Promise<void>;
  /** The account that the environment gives, or null. */
  readonly environment: SessionAccount | null;
  /** Whether another Winnow has the data folder: what is under way goes on there. */
  elsewhere(): boolean;
  readonly dataDir: string;
}

export interface SessionOptions {
  /** The command itself takes a key from the environment. */
  readonly keyAlone?: boolean;
  /** The command only looks: another Winnow may have the data folder meanwhile. */
  readonly look?: boolean;
  /** False: cleanings that are not finished are left as they are meanwhile. */
  readonly goOn?: boolean;
  /** The DNS server (`ip[:port]`) to ask about domains. */
  readonly resolver?: string | undefined;
  /** The thread that the command reads lists in, on its way already. */
  readonly thread?: Thread | undefined;
}

/** Nobody watches the sandbox at work in a terminal: it runs faster than in a window. */
const BRISK = 20;

/**
 * Opens Winnow on the data folder and the account that the environment names. When the command is interrupted, calls
 * answer `cancelled` at once.
 */
export async function openSession(
  { env, files, stdin, clock, interruption: { signal } }: CliIo,
  { keyAlone, look, goOn, resolver, thread }: SessionOptions,
): Promise<Result<Session>> {
  const opened = await wireEngine({
    ...files,
    workers: { ...files.workers, first: thread },
    env,
    ...(clock === undefined ? {} : { clock }),
    keyAlone,
    look,
    goOn,
    resolver,
    host: "command_line",
    fetch: createNodeFetch().fetch,
    usualSpeed: BRISK,
    log: () => {},
    probe: faultProbe(env),
  });
  if (!opened.ok) return opened;
  const { engine, account, dataDir } = opened.value;
  /** Lists that are taken in, or are being. */
  const lists = new Set<Promise<Result<CallOutput<"lists.open">>>>();

  // The engine answers call N with N's own output: its handlers are typed by the same table.
  function ask<N extends EngineCallName>(name: N, input: CallInput<N>, until?: AbortSignal) {
    return engine.call(name, input, { signal: until }) as Promise<Result<CallOutput<N>>>;
  }

  async function takeIn(file: string): Promise<Result<CallOutput<"lists.open">>> {
    if (file !== STANDARD_INPUT)
      return ask("lists.open", { source: { kind: "path", path: resolve(file) } }, signal);
    const received = await receivePiped(stdin, engine.uploadsDir, signal);
    if (!received.ok) return received;
    const { uploadId, path, name, remove } = received.value;
    engine.registerUpload({ uploadId, path, name });
    try {
      return await ask("lists.open", { source: { kind: "upload", uploadId } }, signal);
    } finally {
      engine.forgetUpload(uploadId);
      await remove();
    }
  }

  async function forgetLists(): Promise<void> {
    for (const opened of await Promise.allSettled(lists)) {
      if (opened.status === "rejected" || !opened.value.ok) continue;
      // It refuses where a cleaning is made of the list.
      await ask("lists.discard", { listId: opened.value.value.listId }).catch(() => undefined);
    }
  }

  return {
    ok: true,
    value: {
      engine,
      environment: account,
      dataDir,
      elsewhere() {
        const holder = holderOf(dataDir);
        return holder !== null && holder.pid !== process.pid;
      },
      call(name, input, given) {
        const until = given === undefined ? signal : AbortSignal.any([signal, given]);
        return unlessAborted(until, ask(name, input, until));
      },
      openList(file) {
        const opening = takeIn(file);
        lists.add(opening);
        return unlessAborted(signal, opening);
      },
      async close() {
        await forgetLists();
        await engine.close();
      },
    },
  };
}
