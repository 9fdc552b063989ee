import { hostCalls } from "../../../shared/bridge/app.ts";
import { namedFiles } from "../../../shared/bridge/named-files.ts";
import { type CallName, calls } from "../../../shared/bridge.ts";
import { problem } from "../../../shared/problems.ts";
import { fail, type Result } from "../../../shared/result.ts";
import type { HostedEngine, Uploads } from "./uploads.ts";

const MEGABYTE = 1024 * 1024;

/** Limits for calls with long inputs, such as selections of many rows. Lists, even pasted ones, are sent as files. */
const LONG: Partial<Record<CallName, number>> = {
  "lists.acceptTypos": 48 * MEGABYTE,
  "results.mark": 8 * MEGABYTE,
  "exports.count": 8 * MEGABYTE,
  "exports.write": 8 * MEGABYTE,
};

/** Returns the maximum body size of a call, in bytes. */
export function bodyLimitOf(name: string): number {
  return isCallName(name) ? (LONG[name] ?? MEGABYTE) : MEGABYTE;
}

/** Passes a call to the engine. Host calls and paths of this machine are refused in the browser. */
export async function answerCall(
  { engine, uploads }: { engine: HostedEngine; uploads: Uploads },
  name: string,
  input: unknown,
  signal: AbortSignal,
): Promise<Result<unknown>> {
  if (Object.hasOwn(hostCalls, name)) return fail(problem("call_unsupported", { call: name }));
  if (namedFiles(input).length > 0) return fail(problem("path_in_browser"));
  const release = uploads.use(uploadsIn(input));
  let copied = false;
  try {
    const answered = await engine.call(name, input, { signal });
    copied = answered.ok;
    return answered;
  } finally {
    await release(copied);
  }
}

function uploadsIn(input: unknown): string[] {
  const found: string[] = [];
  const waiting: unknown[] = [input];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== "object" || next === null) continue;
    for (const [key, inner] of Object.entries(next)) {
      if (key === "uploadId" && typeof inner === "string") found.push(inner);
      else waiting.push(inner);
    }
  }
  return found;
}

function isCallName(name: string): name is CallName {
  return Object.hasOwn(calls, name);
}
