import type { ListSource } from "../../shared/bridge/lists.ts";
import type { CallInput, CallName } from "../../shared/bridge.ts";
import { fileGone, signedOut } from "../../shared/problems/page.ts";
import { fail, ok, type Result } from "../../shared/result.ts";
import type { Bridge } from "../bridge.ts";
import { hostGone } from "../words/bridge.ts";
import { followEvents } from "./follow.ts";
import { openPass } from "./pass.ts";

/** Pasted text that is longer travels as a file: the host keeps a call's input in memory, and a file on disk. */
const LONG_TEXT = 256 * 1024;

/**
 * The browser host's wire: `POST /bridge/<call>` with JSON, `GET /events` a line of JSON for each, `POST /files` with the
 * raw file, `POST /tickets` for the address of a download. Every request carries the page's pass.
 */
export function httpBridge(): Bridge {
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

  /** Every answer of the host is a Result. */
  async function post<T>(path: string, body: BodyInit, type: string): Promise<Result<T>> {
    try {
      const answer = await ask(path, { method: "POST", body, headers: { "content-type": type } });
      return answer === null ? fail({ code: "signed_out", ...signedOut }) : await answer.json();
    } catch {
      return fail(hostGone);
    }
  }
  const postJson = <T>(path: string, value: unknown) =>
    post<T>(path, JSON.stringify(value), "application/json");

  async function upload(name: string, body: Blob, written?: number): Promise<Result<ListSource>> {
    const sent = await post<{ uploadId: string }>(
      `/files?name=${encodeURIComponent(name)}${written === undefined ? "" : `&written=${written}`}`,
      body,
      "application/octet-stream",
    );
    return sent.ok ? ok({ kind: "upload", uploadId: sent.value.uploadId }) : sent;
  }

  return {
    async call(name, input) {
      const text = longText(input);
      if (text === null) return await postJson(`/bridge/${encodeURIComponent(name)}`, input);
      const source = await upload(text.name.replaceAll(/[\\/]/g, "-"), new Blob([text.text]));
      if (!source.ok) return source;
      return await postJson(`/bridge/${encodeURIComponent(name)}`, {
        ...input,
        source: { ...source.value, pasted: true },
      });
    },
    listen: (listener, link) => followEvents(openEvents, { listener, ...link }),
    async receiveFiles(files) {
      const sources: ListSource[] = [];
      for (const file of files) {
        // Its upload would fail as if the host had gone.
        if (!(await isReadable(file))) return fail({ code: "file_unreadable", ...fileGone(file.name) });
        const source = await upload(file.name, file, file.lastModified);
        if (!source.ok) return source;
        sources.push(source.value);
      }
      return ok(sources);
    },
    async downloadAddress(downloadId) {
      const given = await postJson<{ address: string }>("/tickets", { downloadId });
      return given.ok ? ok(given.value.address) : given;
    },
  };
}

async function isReadable(file: File): Promise<boolean> {
  // A file that is gone has no size, and no part of it to fail on.
  return (file.size === 0 ? file : file.slice(0, 1)).arrayBuffer().then(
    () => true,
    () => false,
  );
}

/** The pasted text in a call's input, where it is long. */
function longText(input: CallInput<CallName>): Extract<ListSource, { kind: "text" }> | null {
  if (!("source" in input)) return null;
  const { source } = input;
  return source?.kind === "text" && source.text.length >= LONG_TEXT ? source : null;
}
