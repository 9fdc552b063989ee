import { join } from "node:path";
import { createEngine, type Engine, type EngineOptions } from "../../electron/engine/engine.ts";
import { createNodeFetch } from "../../electron/engine/service/index.ts";
import type { Cleaning, CleaningOptions, OutputFile } from "../../shared/bridge/cleanings.ts";
import type { CleaningAction } from "../../shared/bridge/constants.ts";
import type { ReadOptions } from "../../shared/bridge/lists.ts";
import type { CallInput, CallOutput, EngineCallName } from "../../shared/bridge.ts";
import type { Result } from "../../shared/result.ts";
import { createMemoryKeychain } from "../unit/accounts/memory-keychain.ts";
import { workers } from "./built-workers.ts";
import { type FastClock, fastClock } from "./fast-clock.ts";
import { unwrap } from "./unwrap.ts";
import { root } from "./winnow.ts";

export { unwrap };

/** An engine in this process, called as hosts call it. */
export interface InProcess {
  readonly engine: Engine;
  readonly clock: FastClock;
  readonly lines: readonly string[];
  call<N extends EngineCallName>(name: N, input: CallInput<N>): Promise<Result<CallOutput<N>>>;
  /** Resolves with the cleaning once `wanted` holds. */
  until(cleaningId: string, wanted: (cleaning: Cleaning) => boolean): Promise<Cleaning>;
  /** Performs an action at the shown price, or with `agreedCredits`. */
  act(cleaningId: string, action: CleaningAction, agreedCredits?: number): Promise<Result<Cleaning>>;
  close(): Promise<void>;
}

/** Speed of the clock: a backoff of one second takes 25 ms, a timeout of one minute 1.5 s. */
const FACTOR = 40;

/** Opens an engine on `dataDir` with a clock that runs `factor` times as fast. */
export async function openInProcess(
  dataDir: string,
  options: Partial<EngineOptions> = {},
  factor = FACTOR,
  create = createEngine,
): Promise<Result<InProcess>> {
  const clock = fastClock(factor);
  const lines: string[] = [];
  const opened = await create({
    dataDir,
    keychain: createMemoryKeychain(),
    fetch: createNodeFetch().fetch,
    clock,
    launchSandbox: () => Promise.reject(new Error("no sandbox here")),
    sessionAccount: null,
    teamUrl: null,
    host: "command_line",
    version: "0.0.0",
    demo: false,
    samplePath: join(root, "resources/sample.csv"),
    workers,
    log(line) {
      lines.push(line);
      if (process.env.WINNOW_DEBUG === "1") console.log(line);
    },
    ...options,
    // Half a second at the usual factor.
    limits: { startSeconds: 20, ...options.limits },
  });
  if (!opened.ok) return opened;
  const engine = opened.value;

  async function call<N extends EngineCallName>(name: N, input: CallInput<N>) {
    // Safe cast: the handlers are typed by the same table.
    return (await engine.call(name, input)) as Result<CallOutput<N>>;
  }

  return {
    ok: true,
    value: {
      engine,
      clock,
      lines,
      call,
      async act(cleaningId, action, agreedCredits) {
        const shown = await call("cleanings.get", { cleaningId });
        const asks = shown.ok && (action === "start" || action === "upload_again") ? shown.value.asks : null;
        const price = action === "upload_again" ? asks?.upload_again : asks?.start;
        return call("cleanings.act", { cleaningId, action, agreedCredits: agreedCredits ?? price?.credits });
      },
      until: (cleaningId, wanted) =>
        new Promise((resolve, reject) => {
          const stop = engine.on((event) => {
            if (event.event !== "cleaning.changed" && event.event !== "cleaning.finished") return;
            if (event.cleaning.id === cleaningId) look(event.cleaning);
          });
          const look = (cleaning: Cleaning) => {
            if (!wanted(cleaning)) return;
            stop();
            resolve(cleaning);
          };
          call("cleanings.get", { cleaningId }).then((now) => {
            if (now.ok) look(now.value);
            else reject(new Error(now.problem.code));
          }, reject);
        }),
      close: () => engine.close(),
    },
  };
}

export async function readList(at: InProcess, path: string, options: ReadOptions = {}): Promise<string> {
  const { listId } = unwrap(await at.call("lists.open", { source: { kind: "path", path } }));
  unwrap(await at.call("lists.read", { listId, options }));
  return listId;
}

/** Options that pay for every address, without verdicts from the archive. */
export const PAY_FOR_ALL: CleaningOptions = { reuseKnown: false, suppress: true, limit: null };

/** Returns an output at `path` with all rows and verdicts. */
export function fullOutput(path: string): OutputFile {
  return {
    path,
    keep: ["deliverable", "undeliverable", "accept_all", "unknown"],
    withVerdicts: true,
    keepDuplicates: true,
    overwrite: true,
  };
}

/** Returns whether the cleaning has ended and its output file is written. */
export function hasEnded(cleaning: Cleaning): boolean {
  const ended = cleaning.state === "done" || cleaning.state === "failed" || cleaning.state === "cancelled";
  return ended && (cleaning.out === null || cleaning.out.rows !== null || cleaning.state !== "done");
}
