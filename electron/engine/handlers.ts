import type { BridgeEvent, CallOutput, CallRequest, EngineCallName } from "../../shared/bridge.ts";
import type { Result } from "../../shared/result.ts";

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
