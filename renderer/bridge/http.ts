import { z } from "zod";
import { fail, ok } from "../../shared/result.ts";
import { hostGone } from "../words/bridge.ts";
import type { Transport } from "./transport.ts";

const uploadReply = z.union([
  z.object({ uploadId: z.string(), name: z.string() }),
  z.object({ ok: z.literal(true), value: z.object({ uploadId: z.string(), name: z.string() }) }),
]);

async function send(path: string, body: BodyInit, type: string): Promise<unknown> {
  try {
    const answer = await fetch(path, { method: "POST", body, headers: { "content-type": type } });
    return await answer.json();
  } catch {
    return fail(hostGone);
  }
}

async function upload(file: File): Promise<unknown> {
  return send(`/files?name=${encodeURIComponent(file.name)}`, file, "application/octet-stream");
}

/**
 * The browser host's wire: `POST /bridge/<call>` with JSON, `GET /events` as server-sent events, `POST /files` with
 * the raw file, `GET /download/<id>`. A host that has gone is a problem, never an exception.
 */
export function httpTransport(): Transport {
  return {
    call: (name, input) =>
      send(`/bridge/${encodeURIComponent(name)}`, JSON.stringify(input), "application/json"),
    listen(listener, resumed) {
      const source = new EventSource("/events");
      let broken = false;
      source.onerror = () => {
        broken = true;
      };
      source.onopen = () => {
        if (broken) resumed();
        broken = false;
      };
      source.onmessage = (message: MessageEvent<string>) => {
        try {
          listener(JSON.parse(message.data));
        } catch {
          // A line that is no JSON is a keep-alive or the host's end; the next event is read as usual.
        }
      };
      return () => source.close();
    },
    async receiveFiles(files) {
      const sources: unknown[] = [];
      for (const file of files) {
        const reply = await upload(file);
        const parsed = uploadReply.safeParse(reply);
        if (!parsed.success) return reply;
        const given = "value" in parsed.data ? parsed.data.value : parsed.data;
        sources.push({ kind: "upload", uploadId: given.uploadId });
      }
      return ok({ sources });
    },
    downloadAddress: (id) => `/download/${encodeURIComponent(id)}`,
  };
}
