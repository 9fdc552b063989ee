import { hostCalls } from "../../../shared/bridge/app.ts";
import { namedFiles } from "../../../shared/bridge/named-files.ts";
import { type CallName, calls } from "../../../shared/bridge.ts";
import { problem } from "../../../shared/problems.ts";
import { fail, type Result } from "../../../shared/result.ts";
import type { EngineFace, Uploads } from "./uploads.ts";

const MEGABYTE = 1024 * 1024;

/** Calls whose input may be long: choices of many rows. Lists, also pasted ones, come as files. */
const LONG: Partial<Record<CallName, number>> = {
  "lists.acceptTypos": 48 * MEGABYTE,
  "results.mark": 8 * MEGABYTE,
  "exports.count": 8 * MEGABYTE,
  "exports.write": 8 * MEGABYTE,
};

/** How many bytes the body of a call may have. */
export function bodyLimitOf(name: string): number {
  return isCallName(name) ? (LONG[name] ?? MEGABYTE) : MEGABYTE;
}

/**
 * Answers a call of the page: the engine's by the engine; the desktop's own are not possible in a browser. A page names no
 * file of this machine, whatever it asks for: it sends files, and fetches them.
 */
export async function answerCall(
  { engine, uploads }: { engine: EngineFace; uploads: Uploads },
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

/** The uploads that an input names: whatever is called `uploadId`, at any depth of JSON. */
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
