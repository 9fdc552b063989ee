import { setTimeout as pause } from "node:timers/promises";
import type { Reply } from "../../../electron/sandbox/messages.ts";
import type { ActiveFaults } from "./faults.ts";

/** Returns the reply with its body broken off, slowed down or extended by `faults`. */
export function breakBody(reply: Reply, faults: ActiveFaults): Reply {
  const { body } = reply;
  if (faults.has("endless-body")) return { ...reply, body: blanks() };
  const speed = faults.get("slow-body");
  const cuts = (["short-body", "truncated-body", "stalled-body"] as const).filter((name) => faults.has(name));
  if (speed === undefined && cuts.length === 0) return reply;
  if (typeof body !== "string" && Symbol.asyncIterator in body)
    throw new TypeError("The body is broken already.");
  const bytes = Buffer.from(typeof body === "string" ? body : [...body].join(""));
  const headers = { ...reply.headers, "content-length": `${bytes.length}` };
  const half = bytes.subarray(0, Math.floor(bytes.length / 2));
  switch (cuts[0]) {
    case "short-body":
      return { ...reply, headers: { ...headers, "content-length": `${half.length}` }, body: pieces(half) };
    case "truncated-body":
      // The server closes the connection before the announced length is reached.
      return { ...reply, headers: { ...headers, connection: "close" }, body: pieces(half) };
    case "stalled-body":
      return { ...reply, headers, body: stalled(half) };
    default:
      return { ...reply, headers, body: slowly(bytes, speed ?? 1000) };
  }
}

async function* pieces(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

async function* stalled(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
  await new Promise(() => undefined);
}

function* blanks(): Generator<string> {
  for (;;) yield " ".repeat(64 * 1024);
}

async function* slowly(bytes: Buffer, perSecond: number): AsyncGenerator<Buffer> {
  const piece = Math.max(1, Math.ceil(perSecond / 20));
  for (let i = 0; i < bytes.length; i += piece) {
    yield bytes.subarray(i, i + piece);
    await pause(50);
  }
}
