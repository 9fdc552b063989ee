import { z } from "zod";
import { problem } from "../../shared/problems.ts";
import { fail, ok } from "../../shared/result.ts";
import { hostGone } from "../words/bridge.ts";
import { followEvents } from "./follow.ts";
import { openPass } from "./pass.ts";
import type { Transport } from "./transport.ts";

/** Pasted text that is longer travels as a file: the host keeps a call's input in memory, and a file on disk. */
const LONG_TEXT = 256 * 1024;

const uploadReply = z.object({ uploadId: z.string(), name: z.string() });
const pastedSchema = z.looseObject({
  source: z.object({ kind: z.literal("text"), name: z.string(), text: z.string().min(LONG_TEXT) }),
});

/**
 * The browser host's wire: `POST /bridge/<call>` with JSON, `GET /events` a line of JSON for each, `POST /files` with the
 * raw file, `POST /tickets` for the address of a download. Every request carries the page's pass. A host that has gone is
 * a problem, never an exception.
 */
export function httpTransport(): Transport {
  const pass = openPass();
  const pageId = crypto.randomUUID();
  const openEvents = (signal: AbortSignal) =>
    ask("/events", { headers: { "x-winnow-page": pageId }, signal });

  /** Null: the host does not let this page in. Rejects where it does not answer. */
  async function ask(path: string, init: RequestInit): Promise<Response | null> {
    const bearer = await pass.bearer();
    if (bearer === null) return null;
    const headers = { ...init.headers, authorization: `Bearer ${bearer}` };
    const answer = await fetch(path, { ...init, headers });
    return answer.status === 401 ? null : answer;
  }

  async function post(path: string, body: BodyInit, type: string): Promise<unknown> {
    try {
      const answer = await ask(path, { method: "POST", body, headers: { "content-type": type } });
      return answer === null ? fail(problem("signed_out")) : await answer.json();
    } catch {
      return fail(hostGone);
    }
  }
  const postJson = (path: string, value: unknown) => post(path, JSON.stringify(value), "application/json");
  const upload = (name: string, body: Blob) =>
    post(`/files?name=${encodeURIComponent(name)}`, body, "application/octet-stream");

  /** `input` with a long pasted text sent ahead; or the problem with that. */
  async function lightened(input: unknown): Promise<{ input: unknown } | { reply: unknown }> {
    const pasted = pastedSchema.safeParse(input);
    if (!pasted.success) return { input };
    const { name, text } = pasted.data.source;
    const reply = await upload(name.replaceAll(/[\\/]/g, "-"), new Blob([text]));
    const sent = uploadReply.safeParse(reply);
    if (!sent.success) return { reply };
    return { input: { ...pasted.data, source: { kind: "upload", uploadId: sent.data.uploadId } } };
  }

  return {
    async call(name, input) {
      const light = await lightened(input);
      return "reply" in light
        ? light.reply
        : await postJson(`/bridge/${encodeURIComponent(name)}`, light.input);
    },
    listen: (listener, link) => followEvents(openEvents, { listener, ...link }),
    async receiveFiles(files) {
      const sources: unknown[] = [];
      for (const file of files) {
        const reply = await upload(file.name, file);
        const sent = uploadReply.safeParse(reply);
        if (!sent.success) return reply;
        sources.push({ kind: "upload", uploadId: sent.data.uploadId });
      }
      return ok({ sources });
    },
    downloadAddress: (downloadId) => postJson("/tickets", { downloadId }),
  };
}
