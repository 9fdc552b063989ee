import { hostCalls } from "../../../shared/bridge/app.ts";
import { type CallName, calls } from "../../../shared/bridge.ts";
import { problem } from "../../../shared/problems.ts";
import { fail, type Result } from "../../../shared/result.ts";
import type { EngineFace } from "./engine-face.ts";

const MEGABYTE = 1024 * 1024;

/** Calls whose input may be long: pasted lists and choices of many rows. */
const LONG: Partial<Record<CallName, number>> = {
  "lists.open": 160 * MEGABYTE,
  "suppression.add": 160 * MEGABYTE,
  "lists.acceptTypos": 48 * MEGABYTE,
  "results.override": 8 * MEGABYTE,
};

/** How many bytes the body of a call may have. */
export function bodyLimitOf(name: string): number {
  return isCallName(name) ? (LONG[name] ?? MEGABYTE) : MEGABYTE;
}

/** Answers a call of the page: the engine's by the engine; the desktop's own are not possible in a browser. */
export async function answerCall(
  engine: EngineFace,
  name: string,
  input: unknown,
  signal: AbortSignal,
): Promise<Result<unknown>> {
  if (Object.hasOwn(hostCalls, name)) return fail(problem("call_unsupported", { call: name }));
  return await engine.call(name, input, { signal });
}

function isCallName(name: string): name is CallName {
  return Object.hasOwn(calls, name);
}
