import type { CallOutput } from "../../shared/bridge.ts";
import { type CallRequest, type EngineCallName, engineCalls } from "../../shared/bridge.ts";
import { problem } from "../../shared/problems.ts";
import { fail, type Result } from "../../shared/result.ts";
import type { CallContext, Handlers } from "./handlers.ts";

export function isCall(name: string): name is EngineCallName {
  return Object.hasOwn(engineCalls, name);
}

/** Parses `input` and hands it to the handler of `name`. Problem: `call_invalid`, and the handler's own. */
export async function dispatch<N extends EngineCallName>(
  handlers: Handlers<N>,
  name: N,
  input: unknown,
  context: CallContext,
): Promise<Result<CallOutput<N>>> {
  const parsed = engineCalls[name].input.safeParse(input);
  if (!parsed.success) {
    const said = parsed.error.issues.map((issue) => `${issue.path.join(".") || "input"}: ${issue.message}`);
    return fail(problem("call_invalid", { call: name, said: said.slice(0, 3).join("; ") }));
  }
  // The schema just parsed is the one that CallRequest<N> is inferred from.
  return handlers[name](parsed.data as CallRequest<N>, context);
}
