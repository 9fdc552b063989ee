import type { ChildProcess } from "node:child_process";
import { EventEmitter } from "node:events";
import type { Readable, Writable } from "node:stream";
import { z } from "zod";
import type { Protocol } from "../../node_modules/playwright-core/types/protocol.d.ts";

export type { Protocol };

type Commands = keyof Protocol.CommandParameters;
type Params<C extends Commands> = Protocol.CommandParameters[C];
type Answer<C extends Commands> = Protocol.CommandReturnValues[C];

/** Returns whether the page or Chromium has gone, which is no failure. */
export function isGone(error: unknown): boolean {
  const gone =
    /Chromium has ended|Session with given id not found|Invalid InterceptionId|Target (?:closed|crashed)|No target|navigated or closed/;
  return error instanceof Error && gone.test(error.message);
}

const messageSchema = z.object({
  id: z.int().optional(),
  sessionId: z.string().optional(),
  method: z.string().optional(),
  params: z.unknown().optional(),
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
});

/** A DevTools connection to the browser or to one page. */
export interface Conversation {
  send<C extends Commands>(command: C, params?: Params<C>): Promise<Answer<C>>;
  on<E extends keyof Protocol.Events>(event: E, listener: (payload: Protocol.Events[E]) => void): void;
}

export interface DevTools extends Conversation {
  page(sessionId: string): Conversation;
}

/**
 * Speaks the DevTools protocol over Chromium's pipe (file descriptors 3 and 4), so that Chromium exits with this
 * process. Not through Playwright, whose pages do not offer isolated worlds, bindings for one world, or document
 * requests that are held until the application decides. The tests also connect their own Playwright to the same
 * browser.
 */
export function speakDevTools(chromium: ChildProcess): DevTools {
  const [, , , toChromium, fromChromium] = chromium.stdio as [unknown, unknown, unknown, Writable, Readable];
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  const conversations = new Map<string, EventEmitter>();
  let last = 0;
  let ended = false;

  const emitterOf = (sessionId: string) => {
    const known = conversations.get(sessionId) ?? new EventEmitter();
    conversations.set(sessionId, known);
    return known;
  };
  const take = (text: string) => {
    const { id, sessionId = "", method, params, result, error } = messageSchema.parse(JSON.parse(text));
    if (id === undefined) {
      if (method !== undefined) emitterOf(sessionId).emit(method, params);
      return;
    }
    const waiter = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) waiter?.resolve(result);
    else waiter?.reject(new Error(error.message));
  };
  const pieces: Buffer[] = [];
  fromChromium.on("data", (data: Buffer) => {
    let from = 0;
    for (let end = data.indexOf(0); end >= 0; end = data.indexOf(0, from)) {
      pieces.push(data.subarray(from, end));
      from = end + 1;
      take(Buffer.concat(pieces.splice(0)).toString("utf8"));
    }
    if (from < data.length) pieces.push(data.subarray(from));
  });
  const end = () => {
    ended = true;
    for (const { reject } of waiting.values()) reject(new Error("Chromium has ended"));
    waiting.clear();
  };
  fromChromium.on("close", end);
  toChromium.on("error", end);

  const conversation = (sessionId: string): Conversation => ({
    send: (method, params) =>
      new Promise((resolve, reject) => {
        if (ended) {
          reject(new Error("Chromium has ended"));
          return;
        }
        last += 1;
        waiting.set(last, {
          // The protocol's declarations define the result of each command.
          resolve: (value) => resolve(value as Answer<typeof method>),
          reject: (error) => reject(new Error(`${method}: ${error.message}`)),
        });
        const session = sessionId === "" ? {} : { sessionId };
        toChromium.write(`${JSON.stringify({ id: last, method, params, ...session })}\0`);
      }),
    on: (event, listener) => void emitterOf(sessionId).on(event, listener),
  });
  return { ...conversation(""), page: conversation };
}
