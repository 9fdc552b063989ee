import { z } from "zod";
import { type ListSource, listSourceSchema } from "../shared/bridge/lists.ts";
import {
  type BridgeEvent,
  type CallInput,
  type CallName,
  type CallOutput,
  calls,
  eventSchema,
} from "../shared/bridge.ts";
import { problemSchema } from "../shared/problems.ts";
import { fail, ok, type Result } from "../shared/result.ts";
import { httpTransport } from "./bridge/http.ts";
import type { Link, Transport } from "./bridge/transport.ts";
import { preloadTransport } from "./bridge/transport.ts";
import { answerNotUnderstood, hostGone } from "./words/bridge.ts";

/** The page's side of the bridge: every answer is parsed, and a problem is a value. */
export interface Bridge {
  call<N extends CallName>(name: N, input: CallInput<N>): Promise<Result<CallOutput<N>>>;
  listen(listener: (event: BridgeEvent) => void, link: Link): () => void;
  receiveFiles(files: File[]): Promise<Result<ListSource[]>>;
  /** An address at which a finished file can be fetched, once and soon; null where the host writes files itself. */
  readonly downloadAddress: ((downloadId: string) => Promise<Result<string>>) | null;
}

const replySchema = z.union([
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), problem: problemSchema }),
]);

const receivedSchema = z.union([
  z.array(listSourceSchema),
  z.object({ sources: z.array(listSourceSchema) }).transform((given) => given.sources),
]);

const addressSchema = z
  .object({ address: z.string().regex(/^\/download\/[\w-]+$/) })
  .transform((given) => given.address);

async function answered(ask: () => Promise<unknown>): Promise<unknown> {
  try {
    return await ask();
  } catch {
    return fail(hostGone);
  }
}

function parsed<T>(name: string, reply: unknown, schema: z.ZodType<T>): Result<T> {
  const outer = replySchema.safeParse(reply);
  if (!outer.success) return fail(answerNotUnderstood(name));
  if (!outer.data.ok) return fail(outer.data.problem);
  const value = schema.safeParse(outer.data.value);
  return value.success ? ok(value.data) : fail(answerNotUnderstood(name));
}

/** The typed client over `transport`. Neither `call` nor `receiveFiles` ever rejects. */
export function createBridge(transport: Transport): Bridge {
  const { downloadAddress } = transport;
  return {
    async call<N extends CallName>(name: N, input: CallInput<N>): Promise<Result<CallOutput<N>>> {
      const output: z.ZodType<CallOutput<N>> = calls[name].output as unknown as z.ZodType<CallOutput<N>>;
      return parsed(name, await answered(() => transport.call(name, input)), output);
    },
    listen: (listener, link) =>
      transport.listen((event) => {
        const known = eventSchema.safeParse(event);
        if (known.success) listener(known.data);
      }, link),
    async receiveFiles(files) {
      const reply = await answered(() => transport.receiveFiles(files));
      const bare = receivedSchema.safeParse(reply);
      return bare.success ? ok(bare.data) : parsed("files", reply, receivedSchema);
    },
    downloadAddress:
      downloadAddress === null
        ? null
        : async (id) => parsed("downloads", await answered(() => downloadAddress(id)), addressSchema),
  };
}

/** The wire that this page was given: the desktop's preload when there is one, else the browser host's. */
export function pageTransport(): Transport {
  return window.winnow ? preloadTransport(window.winnow) : httpTransport();
}
