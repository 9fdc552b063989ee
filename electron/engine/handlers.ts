import {
  type BridgeEvent,
  type CallOutput,
  type CallRequest,
  type EngineCallName,
  engineCalls,
} from "../../shared/bridge.ts";
import { problem } from "../../shared/problems.ts";
import { fail, type Result } from "../../shared/result.ts";

export interface CallContext {
  /** Aborted when the caller has disconnected or cancelled the call. */
  readonly signal: AbortSignal;
}

export type Handler<N extends EngineCallName> = (
  input: CallRequest<N>,
  context: CallContext,
) => Promise<Result<CallOutput<N>>>;

/** The handlers of the calls `N`. Each room creates its own; engine.ts combines them. */
export type Handlers<N extends EngineCallName = EngineCallName> = { [K in N]: Handler<K> };

export type Emit = (event: BridgeEvent) => void;

export function isEngineCall(name: string): name is EngineCallName {
  return Object.hasOwn(engineCalls, name);
}

/**
 * Development builds and tests check outputs too. Vite sets `DEV`; Node running the sources has no `import.meta.env`.
 */
const CHECKS_OUTPUTS = import.meta.env?.DEV === true;

/**
 * Parses `input` and passes it to the handler of `name`. The invalid field is only logged: users cannot act on a
 * schema's message. Fails with `call_invalid`, and with the handler's own problems. In development builds and tests,
 * throws if the output doesn't match its schema; released builds don't spend time on that.
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
