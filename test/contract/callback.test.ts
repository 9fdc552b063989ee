import { createServer, type IncomingMessage, type Server } from "node:http";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createSandbox, type Sandbox } from "../../electron/sandbox/index.ts";
import { LIST, LIST_RESULTS, LIST_TOTAL } from "./list.ts";
import { PREPARATION, START, startJob, uploadList } from "./world.ts";

/** service-spec, 'Events'. */

const KEY = "sandbox-called-key";

let receiver: Server;
let received: { method: string | undefined; url: string | undefined; body: string }[];
let address: string;
let sandbox: Sandbox;

async function bodyOf(message: IncomingMessage): Promise<string> {
  const pieces: string[] = [];
  for await (const piece of message.setEncoding("utf8")) pieces.push(String(piece));
  return pieces.join("");
}

beforeEach(async () => {
  received = [];
  receiver = createServer((message, response) => {
    void bodyOf(message).then((body) => {
      received.push({ method: message.method, url: message.url, body });
      response.end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const bound = receiver.address();
  if (bound === null || typeof bound === "string") throw new Error("no port");
  address = `http://127.0.0.1:${bound.port}/done`;
});

afterEach(async () => {
  await sandbox.close();
  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
});

async function completeAList(callbackUrl: string | null, usual: string | null = null): Promise<string> {
  sandbox = await createSandbox({
    speed: 0.01,
    accounts: [{ label: "called", key: KEY, credits: 100, callbackUrl }],
    callbackUrl: usual,
  });
  await sandbox.setClock(START);
  const id = await uploadList(sandbox, KEY, LIST);
  await sandbox.advance(PREPARATION);
  await startJob(sandbox, KEY, id);
  await sandbox.advance(1999);
  expect(received).toEqual([]);
  await sandbox.advance(1);
  return id;
}

test("a finished list is announced once, with counts and links, without the key", async () => {
  const id = await completeAList(address);
  await sandbox.advance(60_000);
  expect(received).toHaveLength(1);
  const [message] = received;
  expect(message).toMatchObject({ method: "POST", url: "/done" });
  expect(JSON.parse(message?.body ?? "")).toEqual({
    event: "completed",
    job_id: id,
    status: "completed",
    total: LIST_TOTAL,
    verified: LIST_TOTAL,
    results: LIST_RESULTS,
    download_links: { all: `${sandbox.baseUrl}/v1/download?jobId=${id}` },
  });
  expect(message?.body).not.toContain(KEY);
});

test("an account that names no place has the usual one", async () => {
  await completeAList(null, address);
  expect(received).toHaveLength(1);
});

test("nothing is announced over plain HTTP to another machine", async () => {
  const asked: string[] = [];
  sandbox = await createSandbox({
    speed: Number.POSITIVE_INFINITY,
    accounts: [{ label: "called", key: KEY, credits: 100, callbackUrl: "http://hooks.example/done" }],
    fetch: async (input) => {
      asked.push(String(input));
      return new Response();
    },
  });
  const id = await uploadList(sandbox, KEY, LIST, true);
  await sandbox.advance(1);
  expect(sandbox.snapshot().jobs).toMatchObject([{ id, state: "completed" }]);
  expect(asked).toEqual([]);
});
