import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** One client's account at the service. */
export interface Client {
  credits: number;
  /** Its lists, by the service's number: 1, 2, … in each account. */
  readonly lists: Map<string, SentAddresses>;
  /** What was asked with its key, such as `PATCH /v1/bulk 1`. */
  readonly asked: string[];
  /** Lists that were started, in order. */
  readonly started: string[];
  isRevoked: boolean;
}

export interface SentAddresses {
  readonly addresses: readonly string[];
  readonly createdAt: string | null;
  status: "ready" | "completed";
}

/** A service that is right by its contract, and numbers each account's lists on its own. Accounts by their keys. */
export interface NumberedService {
  readonly baseUrl: string;
  account(key: string, credits: number): Client;
  /** Puts a list into an account as if it had been sent there. */
  put(key: string, list: SentAddresses): void;
  /** What is said of when the next lists were made. */
  createdAt: string | null;
  /** Called once a list was started. */
  started: () => void;
  /** The account of that key. */
  lists(key: string): Client;
  /** The lines of a results file, below its header. */
  results: (list: SentAddresses) => string[];
  /** The answer to a single check. */
  verify: (address: string) => Record<string, unknown>;
  close(): void;
}

const HEADER = "Email,Verification Result,Syntax Error,ISP,Role,Disposable,Trap,Verified At";

/** A line of a results file. */
export function resultLine(address: string, verdict = "deliverable", at = new Date().toISOString()): string {
  return `${address},${verdict},N,N,N,N,N,${at}`;
}

export async function numberedService(): Promise<NumberedService> {
  const clients = new Map<string, Client>();
  const service: NumberedService = {
    baseUrl: "",
    account(key, credits) {
      const client = { credits, lists: new Map(), asked: [], started: [], isRevoked: false };
      clients.set(key, client);
      return client;
    },
    put(key, list) {
      const { lists } = clients.get(key) ?? service.account(key, 0);
      lists.set(String(lists.size + 1), list);
    },
    started: () => {},
    lists: (key) => clients.get(key) ?? service.account(key, 0),
    createdAt: "11/21/2026, 9:00:01 AM",
    results: ({ addresses }) => addresses.map((address) => resultLine(address)),
    verify: (email) => ({ result: "deliverable", email, success: true, message: "" }),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const url = new URL(request.url ?? "/", "http://service");
    const client = clients.get(url.searchParams.get("apikey") ?? "");
    if (client === undefined || client.isRevoked) return refuse(response, 401, "Invalid API Key");
    const id = url.searchParams.get("job_id") ?? url.searchParams.get("jobId") ?? "";
    client.asked.push(`${request.method} ${url.pathname} ${id}`.trim());
    const list = client.lists.get(id);
    if (url.pathname === "/v1/info")
      return say(response, { credits_info: { credits_remaining: client.credits } });
    if (url.pathname === "/v1/verify") {
      client.credits--;
      return say(response, service.verify(url.searchParams.get("email") ?? ""));
    }
    if (url.pathname === "/v1/bulk" && request.method === "POST") {
      const text = Buffer.concat(chunks).toString();
      const addresses = [...text.matchAll(/^[^\s@",]+@[^\s@",]+/gm)].map(([address]) => address);
      const number = String(client.lists.size + 1);
      client.lists.set(number, { addresses, createdAt: service.createdAt, status: "ready" });
      return say(response, { job_id: number });
    }
    if (list === undefined) return refuse(response, 400, "Job not found");
    if (url.pathname === "/v1/download") {
      response.writeHead(200, { "content-type": "text/plain" });
      return response.end([HEADER, ...service.results(list), ""].join("\n"));
    }
    switch (request.method) {
      case "PATCH":
        if (list.status !== "ready") return refuse(response, 400, "Verification has already started.");
        if (client.credits < list.addresses.length)
          return refuse(response, 402, "Insufficient verification credits. Please order a plan.");
        client.credits -= list.addresses.length;
        client.started.push(id);
        list.status = "completed";
        service.started();
        return say(response, { job_id: id });
      case "DELETE":
        client.lists.delete(id);
        return say(response, { job_id: id });
      default:
        return say(response, statusOf(id, list));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo;
  return Object.assign(service, { baseUrl: `http://127.0.0.1:${port}` });
}

function statusOf(id: string, { addresses, createdAt, status }: SentAddresses): Record<string, unknown> {
  const total = addresses.length;
  const made = createdAt === null ? {} : { created_at: createdAt };
  const done = { verified: total, pending: 0, results: {} };
  return { job_id: id, status, ...made, total, analysis: {}, ...(status === "ready" ? {} : done) };
}

function say(response: ServerResponse, body: Record<string, unknown>): void {
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ success: true, message: "", ...body }));
}

function refuse(response: ServerResponse, status: number, result: string): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify({ success: false, result }));
}
