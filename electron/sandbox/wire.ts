import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";
import type { Answer } from "./answer.ts";
import type { ActiveFaults } from "./faults.ts";
import type { Page } from "./page-instead.ts";

export function drop(response: ServerResponse): void {
  response.socket?.destroy();
}

export async function sendAnswer(
  response: ServerResponse,
  answer: Answer,
  headers: Readonly<Record<string, string>>,
  faults: ActiveFaults,
): Promise<void> {
  if (answer.kind === "json") {
    const type = { "content-type": "application/json; charset=utf-8" };
    await sendPage(
      response,
      { status: answer.status, headers: { ...type, ...headers }, body: JSON.stringify(answer.body) },
      faults,
    );
    return;
  }
  const type = { "content-type": "text/plain; charset=utf-8", ...headers };
  if (breaksBody(faults)) {
    await sendPage(
      response,
      { status: answer.status, headers: type, body: [...answer.text].join("") },
      faults,
    );
    return;
  }
  response.writeHead(answer.status, type);
  await quietly(pipeline(Readable.from(answer.text), response));
}

export async function sendPage(response: ServerResponse, page: Page, faults: ActiveFaults): Promise<void> {
  const bytes = Buffer.from(page.body);
  const half = bytes.subarray(0, Math.floor(bytes.length / 2));
  if (faults.has("endless-body")) {
    response.writeHead(page.status, page.headers);
    await quietly(pipeline(Readable.from(blanks()), response));
  } else if (faults.has("short-body")) {
    response.writeHead(page.status, { ...page.headers, "content-length": `${half.length}` });
    response.end(half);
  } else if (faults.has("truncated-body") || faults.has("stalled-body")) {
    response.writeHead(page.status, { ...page.headers, "content-length": `${bytes.length}` });
    response.flushHeaders();
    response.write(half, () => {
      if (faults.has("truncated-body")) drop(response);
    });
  } else if (faults.has("slow-body")) {
    response.writeHead(page.status, { ...page.headers, "content-length": `${bytes.length}` });
    await quietly(pipeline(Readable.from(dribble(bytes, faults.get("slow-body") ?? 1000)), response));
  } else {
    response.writeHead(page.status, { ...page.headers, "content-length": `${bytes.length}` });
    response.end(bytes);
  }
}

const BODY_FAULTS = ["endless-body", "short-body", "truncated-body", "stalled-body", "slow-body"] as const;

function breaksBody(faults: ActiveFaults): boolean {
  return BODY_FAULTS.some((name) => faults.has(name));
}

async function quietly(sending: Promise<void>): Promise<void> {
  await sending.catch(() => undefined);
}

function* blanks(): Generator<string> {
  for (;;) yield " ".repeat(64 * 1024);
}

async function* dribble(bytes: Buffer, perSecond: number): AsyncGenerator<Buffer> {
  const piece = Math.max(1, Math.ceil(perSecond / 20));
  for (let i = 0; i < bytes.length; i += piece) {
    yield bytes.subarray(i, i + piece);
    await pause(50);
  }
}
