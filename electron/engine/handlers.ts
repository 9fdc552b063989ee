import {
  type BridgeEvent,
  type CallOutput,
  type CallRequest,
  type EngineCallName,
  engineCalls,
} from "../../shared/bridge.ts";
import { problem } from "../../shared/problems.ts";
import { fail, type Result } from "../../shared/result.ts";

/** What a handler gets beside its parsed input. */
export interface CallContext {
  /** Aborted when whoever asked has gone or no longer wants the answer. */
  readonly signal: AbortSignal;
}

export type Handler<N extends EngineCallName> = (
  input: CallRequest<N>,
  context: CallContext,
) => Promise<Result<CallOutput<N>>>;

/** The handlers of the calls `N`. Each room makes those of its own calls; engine.ts puts them together. */
export type Handlers<N extends EngineCallName = EngineCallName> = { [K in N]: Handler<K> };

/** Tells every host of the engine what happened. */
export type Emit = (event: BridgeEvent) => void;

/** Time, as an argument. */
export interface Clock {
  /** Unix milliseconds, by the machine's clock: it may jump. */
  now(): number;
  /** Milliseconds that only ever go forward, for measuring how long something took or is due. */
  monotonic(): number;
  /** Calls `act` once, `milliseconds` from now; answers the way to forget it. */
  after(milliseconds: number, act: () => void): () => void;
}

/** The longest that a timer of JavaScript's waits; one for longer is due at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(milliseconds, act) {
    let timer: NodeJS.Timeout;
    const wait = (left: number) => {
      timer =
        left > LONGEST_TIMER
          ? setTimeout(() => wait(left - LONGEST_TIMER), LONGEST_TIMER)
          : setTimeout(act, left);
    };
    wait(milliseconds);
    return () => clearTimeout(timer);
  },
};

/**
 * What `work` comes to, or `cancelled` as soon as `signal` is aborted: what cannot be stopped is not waited for. What ends
 * by itself with the signal has its own say: it may know more of how far it came.
 */
export async function unlessAborted<T>(signal: AbortSignal, work: Promise<Result<T>>): Promise<Result<T>> {
  let abort = () => {};
  const aborted = new Promise<Result<T>>((resolve) => {
    abort = () => setImmediate(() => resolve(fail(problem("cancelled"))));
  });
  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) abort();
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

export function isCall(name: string): name is EngineCallName {
  return Object.hasOwn(engineCalls, name);
}

/** Development builds and tests check outputs too. Vite sets `DEV`; Node running the sources has no `import.meta.env`. */
const CHECKS_OUTPUTS = import.meta.env?.DEV === true;

/**
 * Parses `input` and passes it to the handler of `name`. Which field was wrong is only logged: users cannot act on a
 * schema's message. Fails with `call_invalid`, and with the handler's own problems. In development builds and tests, throws
 * if the output doesn't match its schema; released builds don't spend time on that.
 */
export async function dispatch<N extends EngineCallName>(
  handlers: Handlers<N>,
  name: N,
  input: unknown,
  context: CallContext,
  log: (line: string) => void,
): Promise<Result<CallOutput<N>>> {
  const parsed = engineCalls[name].input.safeParse(input);
  if (!parsed.success) {
    const said = parsed.error.issues.map((issue) => `${issue.path.join(".") || "input"}: ${issue.message}`);
    log(`invalid input of ${name}: ${said.slice(0, 3).join("; ")}`);
    return fail(problem("call_invalid", { call: name }));
  }
  // The schema just parsed is the one that CallRequest<N> is inferred from.
  const answer = await handlers[name](parsed.data as CallRequest<N>, context);
  if (CHECKS_OUTPUTS && answer.ok) engineCalls[name].output.parse(answer.value);
  return answer;
}

/** Runs what changes one thing (an account, a list) one after the other: none works with what another is changing. */
export interface Turns {
  take<T>(id: string, work: () => Promise<T>): Promise<T>;
}

export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return {
    take(id, work) {
      const before = last.get(id) ?? Promise.resolve();
      const turn = before.then(work, work);
      last.set(id, turn);
      const leave = () => {
        if (last.get(id) === turn) last.delete(id);
      };
      turn.then(leave, leave);
      return turn;
    },
  };
}
