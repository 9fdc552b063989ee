import type { Bridge, Link } from "../../renderer/bridge.ts";
import type { BridgeEvent, CallInput, CallName, CallOutput } from "../../shared/bridge.ts";
import { problem } from "../../shared/problems.ts";
import { fail, type Result } from "../../shared/result.ts";

type Reply<N extends CallName> = Result<CallOutput<N>> | Promise<Result<CallOutput<N>>>;

/** Replies by call name. A call without a reply is refused. */
export type Replies = { [N in CallName]?: (input: CallInput<N>) => Reply<N> };

/** The problem of a call without a reply. */
export const refused = problem("internal");

/** Returns a bridge without an engine. `asked` records calls in order; `emit` sends an event. */
export function fakeBridge(replies: Replies = {}) {
  const asked: [CallName, unknown][] = [];
  let listener = (_event: BridgeEvent): void => {};
  let link: Link = { resumed() {}, gone() {} };
  const bridge: Bridge = {
    async call<N extends CallName>(name: N, input: CallInput<N>): Promise<Result<CallOutput<N>>> {
      asked.push([name, input]);
      const reply: Replies[N] = replies[name];
      return reply?.(input) ?? fail(refused);
    },
    listen(hear, connection) {
      [listener, link] = [hear, connection];
      return () => {};
    },
    receiveFiles: async () => fail(refused),
    downloadUrl: null,
  };
  return { bridge, asked, emit: (event: BridgeEvent) => listener(event), link: () => link };
}

/** Returns a reply that waits in `open` until the test resolves it. */
export function deferredReplies<I, T>() {
  const open: { input: I; answer: (result: Result<T>) => void }[] = [];
  const reply = (input: I) => new Promise<Result<T>>((answer) => open.push({ input, answer }));
  return { open, reply };
}
