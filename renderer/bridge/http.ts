import type { ListSource } from "../../shared/bridge/lists.ts";
import type { BridgeEvent, CallInput, CallName } from "../../shared/bridge.ts";
import { fileGone, signedOut } from "../../shared/problems/page.ts";
import type { Problem } from "../../shared/problems.ts";
import { fail, ok, type Result } from "../../shared/result.ts";
import type { Bridge } from "../bridge.ts";
import { hostGone } from "../words/common.ts";
import { openSession } from "./session-token.ts";

/** Calls `take` for every non-empty line of `body`. Resolves at its end; rejects if the connection breaks. */
async function readLines(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  take: (line: string) => void,
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const lines = (rest + next.value).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line !== "") take(line);
  }
}

const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 10_000;

/** Opens the event stream. Returns `null` if the host denies access; rejects if the host is unreachable. */
export type OpenStream = (signal: AbortSignal) => Promise<Response | null>;

export interface Following {
  readonly listener: (event: BridgeEvent) => void;
  /** Called when the stream is back, or once when access is denied: displayed data should be reloaded. */
  readonly resumed: () => void;
  /** Called when the host is unreachable, until `resumed`. `heardUntil`: time at which the stream broke, in Unix ms. */
  readonly gone: (heardUntil: number) => void;
}

/** Follows the host's events and reconnects with backoff. Returns an unsubscribe function. */
function subscribeToEvents(open: OpenStream, { listener, resumed, gone }: Following): () => void {
  const ending = new AbortController();
  const take = (line: string) => {
    try {
      listener(JSON.parse(line));
    } catch {
      // A line truncated when the host ended. The next stream starts fresh.
    }
  };
  const follow = async () => {
    let broken = false;
    let turnedAway = false;
    let isGone = false;
    let heardUntil = Date.now();
    let wait = FIRST_WAIT_MS;
    // A slow host leaves the request pending; only a host that has ended refuses it.
    const opened = async (): Promise<Response | null | "refused"> =>
      await open(ending.signal).catch(() => "refused" as const);
    while (!ending.signal.aborted) {
      const answer = await opened();
      if (answer === "refused") {
        if (!isGone && !ending.signal.aborted) gone(heardUntil);
        isGone = true;
        turnedAway = false;
      } else {
        const flows = answer?.ok === true && answer.body !== null;
        if (isGone || (answer === null && !turnedAway) || (flows && broken)) resumed();
        isGone = false;
        turnedAway = answer === null;
        if (flows) {
          wait = FIRST_WAIT_MS;
          // The stream ends with the host or the page.
          await readLines(answer.body, take).catch(() => undefined);
          heardUntil = Date.now();
        }
      }
      broken = true;
      await new Promise((resolve) => window.setTimeout(resolve, wait));
      wait = Math.min(wait * 2, MAX_WAIT_MS);
    }
  };
  void follow();
  return () => ending.abort();
}

/** Text of at least this length is uploaded as a file: the host keeps call inputs in memory, but files on disk. */
const LONG_TEXT = 256 * 1024;

/**
 * Creates the bridge to the browser host: `POST /bridge/<call>` with JSON, `GET /events` for JSON lines, `POST /files`
 * with the raw file, `POST /tickets` for download URLs. Every request is authorised by the page's bearer token.
 */
export function httpBridge(): Bridge {
  const pass = openSession();
  const pageId = crypto.randomUUID();
  const openEvents = (signal: AbortSignal) =>
    ask("/events", { headers: { "x-winnow-page": pageId }, signal });

  /** Returns `null` if the host denies access; rejects if it is unreachable. */
  async function ask(path: string, init: RequestInit): Promise<Response | null> {
    const bearer = await pass.bearer();
    if (bearer === null) return null;
    const headers = { ...init.headers, authorization: `Bearer ${bearer}` };
    const answer = await fetch(path, { ...init, headers });
    return answer.status === 401 ? null : answer;
  }

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
    listen: (listener, link) => subscribeToEvents(openEvents, { listener, ...link }),
    async receiveFiles(files) {
      const sources: ListSource[] = [];
      for (const file of files) {
        // Uploading an unreadable file would look as if the host were unreachable.
        if (!(await isReadable(file))) return fail({ code: "file_unreadable", ...fileGone(file.name) });
        const source = await upload(file.name, file, file.lastModified);
        if (!source.ok) return source;
        sources.push(source.value);
      }
      return ok(sources);
    },
    async downloadUrl(downloadId) {
      const given = await postJson<{ address: string }>("/tickets", { downloadId });
      return given.ok ? ok(given.value.address) : given;
    },
  };
}

async function isReadable(file: File): Promise<boolean> {
  // A deleted file reports size 0, so reading a slice would not fail.
  return (file.size === 0 ? file : file.slice(0, 1)).arrayBuffer().then(
    () => true,
    () => false,
  );
}

/** Returns the pasted text of a call's input if it is too long to send inline. */
function longText(input: CallInput<CallName>): Extract<ListSource, { kind: "text" }> | null {
  if (!("source" in input)) return null;
  const { source } = input;
  return source?.kind === "text" && source.text.length >= LONG_TEXT ? source : null;
}

/** Downloads a finished file if the host serves it to the page; no-op if the file is already in place. */
export async function download(
  bridge: Bridge,
  downloadId: string | null,
  name: string,
): Promise<Problem | null> {
  if (downloadId === null || bridge.downloadUrl === null) return null;
  const address = await bridge.downloadUrl(downloadId);
  if (!address.ok) return address.problem;
  const link = document.createElement("a");
  link.href = address.value;
  link.download = name;
  link.click();
  return null;
}
