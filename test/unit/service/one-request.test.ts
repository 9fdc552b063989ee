import { writeFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import type { ServiceAnswer, ServiceClient } from "../../../electron/engine/service/index.ts";
import { suiteFolder } from "../../support/folders.ts";
import { listen, stop } from "../../support/processes.ts";
import { clientOf } from "./scripted-service.ts";

// Requests go to a counting server, over a connection kept alive by an earlier balance request.
const dir = suiteFolder();
const list = join(dir, "list.csv");
writeFileSync(list, "email\na@example.com\n");

let arrived: { what: string; socket: Socket; ended: boolean }[];
let answer: (response: ServerResponse) => void;
let client: ServiceClient;

const balance = (response: ServerResponse) =>
  response.end(JSON.stringify({ success: true, credits_info: { credits_remaining: 5 } }));

beforeEach(async () => {
  arrived = [];
  answer = balance;
  const server = createServer((request, response) => {
    const one = { what: `${request.method} ${request.url}`, socket: request.socket, ended: false };
    arrived.push(one);
    request.on("error", () => {});
    request.resume().on("end", () => {
      one.ended = true;
      answer(response);
    });
  });
  server.keepAliveTimeout = 60_000;
  client = clientOf(`http://127.0.0.1:${await listen(server)}`);
  onTestFinished(() => stop(server));
  await client.balance();
  answer = (response) => response.end(JSON.stringify({ status: "ready" }));
  await client.status("job");
  answer = balance;
  arrived = [];
});

const operations: Record<string, () => Promise<ServiceAnswer<unknown>>> = {
  upload: () => client.uploadFile(list),
  status: () => client.status("job"),
  start: () => client.start("job"),
  download: () => client.download("job", join(dir, "results.txt")),
  delete: () => client.remove("job"),
  balance: () => client.balance(),
  verify: () => client.verify("a@example.com"),
};

const endings: Record<string, (response: ServerResponse) => void> = {
  "with a 421": (response) => response.writeHead(421).end("{}"),
  "with a 408": (response) => response.writeHead(408, { connection: "close" }).end(),
  "by closing the connection": (response) => response.socket?.end(),
  "by resetting the connection": (response) => response.socket?.resetAndDestroy(),
  "by closing the connection within the headers": (response) =>
    response.socket?.end("HTTP/1.1 200 OK\r\nContent-Ty"),
};

describe.each(Object.keys(operations))("the operation %s", (name) => {
  test.each(Object.entries(endings))("sends one request when the server responds %s", async (_, end) => {
    answer = end;
    const answered = await operations[name]?.();
    expect(answered?.ok).toBe(false);
    // A repeated request would have arrived before this one.
    answer = balance;
    await client.balance();
    expect(arrived.slice(0, -1)).toMatchObject([{ ended: true }]);
  });
});

test("the effect of a start with the response 421 is unknown", async () => {
  answer = (response) => response.writeHead(421).end("{}");
  expect(await operations.start?.()).toMatchObject({
    error: {
      problem: { code: "service_broken", values: { status: 421 } },
      consequence: "retry",
      effect: "unknown",
    },
  });
});
