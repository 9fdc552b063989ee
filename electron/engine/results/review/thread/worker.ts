import { setImmediate } from "node:timers/promises";
import { type Problem, problem } from "../../../../../shared/problems.ts";
import { fail, type Result } from "../../../../../shared/result.ts";
import { type Layout, layoutOf, type SerializedError, serializeError } from "../../../store/index.ts";
import { missingResultsProblem } from "../../results-store.ts";
import { type OpenCleaning, openCleaning } from "../opened.ts";
import { ColumnTooVaried } from "../query/cells.ts";
import { loadFacts } from "../view/present-facts.ts";
import { type Queries, type Question, queryHandlers, type ReaderContext, type Target } from "./operations.ts";
import type { CooperativeTask } from "./steps.ts";

/** Messages to the reader thread. `input` is untyped here; reader.ts checked its type when the query was made. */
export type ReaderMessage =
  | { kind: "ask"; id: number; question: Question; input: unknown; sources: string | null }
  | { kind: "forget"; id: number }
  | { kind: "end" };

export type ReaderReply =
  | { kind: "answer"; id: number; result: Result<unknown> }
  | ({ kind: "bug"; id: number } & SerializedError);

export interface ReaderPort {
  on(event: "message", listener: (message: ReaderMessage) => void): unknown;
  postMessage(reply: ReaderReply): void;
  close(): void;
}

/** Number of cleanings kept open, most recently used first. */
const MAX_OPEN_CLEANINGS = 3;
/** Time slice in ms before pending messages are handled. */
const TIME_SLICE_MS = 8;

/** Runs queries one at a time, in order, and drops those that were cancelled. */
export function serveReader(port: ReaderPort, dataDir: string): void {
  const queue: (ReaderMessage & { kind: "ask" })[] = [];
  const forgotten = new Set<number>();
  const context = createContext(layoutOf(dataDir));
  let busy = false;
  let isEnded = false;

  port.on("message", (message) => {
    if (message.kind === "forget") {
      forgotten.add(message.id);
      return;
    }
    if (message.kind === "end") {
      for (const left of queue.splice(0)) forgotten.add(left.id);
      isEnded = true;
      port.close();
      return;
    }
    queue.push(message);
    if (!busy) void work();
  });

  async function work(): Promise<void> {
    busy = true;
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      // A message received in the same batch may cancel this query.
      if (queue.length > 0) await setImmediate();
      await answer(next);
      forgotten.delete(next.id);
    }
    busy = false;
  }

  async function answer({ id, question, input, sources }: ReaderMessage & { kind: "ask" }): Promise<void> {
    context.sources = sources;
    try {
      const result = await runSteps(start(context, question, input), () => isEnded || forgotten.has(id));
      port.postMessage({ kind: "answer", id, result });
    } catch (error) {
      if (error instanceof ResultsMissing || error instanceof ColumnTooVaried)
        port.postMessage({ kind: "answer", id, result: fail(error.problem) });
      else port.postMessage({ kind: "bug", id, ...serializeError(error) });
    }
  }
}

function start<Q extends Question>(
  context: ReaderContext,
  question: Q,
  input: unknown,
): CooperativeTask<Result<unknown>> {
  // The type was checked in reader.ts; see ReaderMessage.
  return queryHandlers[question](context, input as Queries[Q]["input"]);
}

async function runSteps(
  steps: CooperativeTask<Result<unknown>>,
  isForgotten: () => boolean,
): Promise<Result<unknown>> {
  let since = performance.now();
  for (;;) {
    if (isForgotten()) {
      steps.return(fail(problem("cancelled")));
      return fail(problem("cancelled"));
    }
    const step = steps.next();
    if (step.done === true) return step.value;
    if (performance.now() - since < TIME_SLICE_MS) continue;
    await setImmediate();
    since = performance.now();
  }
}

class ResultsMissing extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.code);
    this.problem = problem;
  }
}

function createContext(layout: Layout): ReaderContext {
  const open = new Map<string, OpenCleaning>();
  const keyOf = (target: Target) => `${target.cleaningId} ${target.listId}`;
  const drop = (key: string) => {
    open.get(key)?.close();
    open.delete(key);
  };
  const context: ReaderContext = {
    layout,
    sources: null,
    open(target) {
      const missing = missingResultsProblem(layout.cleaning(target.cleaningId).results);
      if (missing !== null) throw new ResultsMissing(missing);
      const key = keyOf(target);
      const cleaning =
        open.get(key) ??
        openCleaning(layout.list(target.listId), layout.cleaning(target.cleaningId).results, {
          readonly: false,
          journal: layout.journal,
        });
      open.delete(key);
      open.set(key, cleaning);
      for (const oldest of open.keys()) {
        if (open.size <= MAX_OPEN_CLEANINGS) break;
        drop(oldest);
      }
      cleaning.refresh();
      cleaning.sources = context.sources;
      loadFacts(cleaning, layout);
      return cleaning;
    },
    release: (target) => drop(keyOf(target)),
  };
  return context;
}
