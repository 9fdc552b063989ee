import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { systemClock } from "../../../electron/engine/clock.ts";
import {
  createNodeFetch,
  createServiceClient,
  type ServiceClient,
  type ServiceClientOptions,
} from "../../../electron/engine/service/index.ts";
import { listen, stop } from "../../support/processes.ts";

export interface ReceivedRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Scripted answer. A function handles the connection itself. */
export type Scripted =
  | { status?: number; body?: string | object; headers?: Record<string, string> }
  | ((response: ServerResponse) => void);

export interface ScriptedService {
  readonly baseUrl: string;
  readonly asked: ReceivedRequest[];
  /** Sets the answer to all later requests, or a function that returns the answer to each. */
  answer(
    scripted: Exclude<Scripted, (response: ServerResponse) => void> | ((asked: ReceivedRequest) => Scripted),
  ): void;
  close(): Promise<void>;
}

export async function startScriptedService(): Promise<ScriptedService> {
  const asked: ReceivedRequest[] = [];
  let script: (asked: ReceivedRequest) => Scripted = () => ({ status: 500 });
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("error", () => {});
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      const one: ReceivedRequest = {
        method: request.method ?? "",
        url: new URL(request.url ?? "", "http://service"),
        headers: request.headers,
        body: Buffer.concat(pieces).toString("utf8"),
      };
      asked.push(one);
      const scripted = script(one);
      if (typeof scripted === "function") return scripted(response);
      const { status = 200, body = "", headers = {} } = scripted;
      response.writeHead(status, headers);
      response.end(typeof body === "string" ? body : JSON.stringify(body));
    });
  });
  const port = await listen(server);
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    asked,
    answer(scripted) {
      script = typeof scripted === "function" ? scripted : () => scripted;
    },
    close: () => stop(server),
  };
}

export function rawResponse(act: (response: ServerResponse) => void): (asked: ReceivedRequest) => Scripted {
  return () => act;
}

export const KEY = "canary-KEY+7f3a/9==&x";

export function clientOf(baseUrl: string, options: Partial<ServiceClientOptions> = {}): ServiceClient {
  const made = createServiceClient({
    baseUrl,
    apiKey: KEY,
    fetch: createNodeFetch().fetch,
    clock: systemClock,
    account: "Acme",
    ...options,
  });
  if (!made.ok) throw new Error(made.problem.code);
  return made.value;
}

/** Creates a client that has learned the service's job form, so that a start is one request. */
export async function clientWithJobForm(
  service: ScriptedService,
  options: Partial<ServiceClientOptions> = {},
): Promise<ServiceClient> {
  const client = clientOf(service.baseUrl, options);
  service.answer({ body: { status: "ready" } });
  await client.status("job");
  return client;
}
