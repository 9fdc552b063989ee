import { mkdir, writeFile } from "node:fs/promises";
import { type IncomingHttpHeaders, request } from "node:http";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { z } from "zod";
import {
  type BrowserHost,
  type BrowserHostOptions,
  createBrowserHost,
} from "../../../electron/hosts/browser/host.ts";
import type { HostedEngine } from "../../../electron/hosts/browser/uploads.ts";
import type { BridgeEvent } from "../../../shared/bridge.ts";
import { problem } from "../../../shared/problems.ts";
import { fail, ok } from "../../../shared/result.ts";
import { testFolder } from "../../support/folders.ts";
import { unwrap } from "../../support/unwrap.ts";

/** An engine that returns each call's name and input, and records it. */
export interface RecordingEngine extends HostedEngine {
  readonly asked: { name: string; input: unknown; signal: AbortSignal | undefined }[];
  readonly uploads: { uploadId: string; path: string; name: string }[];
  readonly forgotten: string[];
  readonly listeners: Set<(event: BridgeEvent) => void>;
  readonly downloads: Map<string, { path: string; name: string }>;
  /** If set, calls return only once it resolves. */
  hold: Promise<void> | null;
  refuse: boolean;
  emit(event: BridgeEvent): void;
}

export function recordingEngine(): RecordingEngine {
  const engine: RecordingEngine = {
    asked: [],
    uploads: [],
    forgotten: [],
    listeners: new Set(),
    downloads: new Map(),
    hold: null,
    refuse: false,
    async call(name, input, context) {
      engine.asked.push({ name, input, signal: context?.signal });
      await engine.hold;
      return engine.refuse ? fail(problem("disk_full", { path: "x" })) : ok({ name, input });
    },
    on(listener) {
      engine.listeners.add(listener);
      return () => void engine.listeners.delete(listener);
    },
    emit(event) {
      for (const listener of engine.listeners) listener(event);
    },
    downloadFile: (id) => engine.downloads.get(id) ?? null,
    registerUpload: (upload) => void engine.uploads.push(upload),
    forgetUpload: (uploadId) => void engine.forgotten.push(uploadId),
  };
  return engine;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** The headers that a signed-in page sends with each request. */
export interface PassHeaders extends Record<string, string> {
  readonly authorization: string;
}

/**
 * A browser host with a minimal page in a temporary folder, closed when the test ends, and a client for raw requests.
 */
export interface ServedHost {
  readonly host: BrowserHost;
  readonly engine: RecordingEngine;
  readonly dir: string;
  readonly uploadsDir: string;
  readonly port: number;
  token(): string;
  redeemToken(token: string, headers?: Record<string, string | undefined>): Promise<Answer>;
  signIn(): Promise<PassHeaders>;
  /** Sends a request. `path` is not normalized, so it may contain `..`. */
  send(
    path: string,
    options?: { method?: string; headers?: Record<string, string | undefined>; body?: string },
  ): Promise<Answer>;
}

const enteredSchema = z.object({ value: z.object({ bearer: z.string() }) });

export const SECRET = "what lies outside the page's folder";

export async function serveHost(options: Partial<BrowserHostOptions> = {}): Promise<ServedHost> {
  const dir = testFolder();
  const pageDir = join(dir, "page");
  await mkdir(join(pageDir, "assets"), { recursive: true });
  await writeFile(join(pageDir, "index.html"), "<title>the page</title>");
  await writeFile(join(pageDir, "assets", "page.js"), "the script");
  await writeFile(join(dir, "secret.txt"), SECRET);
  const engine = recordingEngine();
  const uploadsDir = join(dir, "uploads");
  const host = unwrap(await createBrowserHost({ engine, pageDir, uploadsDir, port: 0, ...options }));
  const { origin } = host;
  const port = Number(new URL(origin).port);

  const send: ServedHost["send"] = (path, { method = "GET", headers = {}, body } = {}) =>
    new Promise((resolve, reject) => {
      const present = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
      const sent = request(
        { host: "127.0.0.1", port, path, method, headers: present, agent: false },
        (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.on("end", () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text: Buffer.concat(chunks).toString("utf8"),
            }),
          );
          response.on("error", reject);
        },
      );
      sent.on("error", reject);
      sent.end(body);
    });

  const served: ServedHost = {
    host,
    engine,
    dir,
    uploadsDir,
    port,
    send,
    token: () => new URL(host.createUrl()).hash.replace("#token=", ""),
    redeemToken(token, headers = {}) {
      const body = JSON.stringify({ token });
      return send("/enter", {
        method: "POST",
        body,
        headers: { origin, "content-type": "application/json", ...headers },
      });
    },
    async signIn() {
      const answer = await served.redeemToken(served.token());
      const { bearer } = enteredSchema.parse(JSON.parse(answer.text)).value;
      return { authorization: `Bearer ${bearer}` };
    },
  };
  onTestFinished(() => host.close());
  return served;
}
