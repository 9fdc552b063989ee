import { once } from "node:events";
import { request as httpRequest, type OutgoingHttpHeaders } from "node:http";
import { beforeEach, expect, test } from "vitest";
import type { Sandbox } from "../../../electron/sandbox/index.ts";
import { KEY, testSandbox } from "./service.ts";

// The sandbox's keys are public, so web pages must not be able to use them.

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await testSandbox();
});

const port = () => new URL(sandbox.baseUrl).port;

async function ask(headers: OutgoingHttpHeaders, method = "GET", path = "info"): Promise<number> {
  const url = new URL(`${sandbox.baseUrl}/v1/${path}?apikey=${KEY}&email=a@b.example`);
  const asked = httpRequest(url, { method, headers });
  asked.end(method === "POST" ? "x".repeat(100_000) : undefined);
  const [response] = await once(asked, "response");
  response.resume();
  return response.statusCode;
}

test.each([
  ["a rebound host name", { host: "rebound.example:PORT" }],
  ["this machine at another port", { host: "127.0.0.1:1" }],
  ["a page elsewhere", { origin: "https://page.example" }],
  ["a page whose origin is hidden", { origin: "null" }],
  ["an image in a page elsewhere", { "sec-fetch-site": "cross-site" }],
])("a request for or from %s is refused without any effect", async (_, headers) => {
  const sent = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value.replace("PORT", port())]),
  );
  expect(await ask(sent)).toBe(403);
  expect(await ask(sent, "GET", "verify")).toBe(403);
  expect(await ask(sent, "POST", "bulk")).toBe(403);
  expect(await ask(sent, "OPTIONS", "bulk")).toBe(403);
  expect(sandbox.snapshot().jobs).toEqual([]);
  expect(sandbox.account("tester").credits).toBe(1000);
});

test.each([
  ["a program", {}],
  ["a program that uses the other name", { host: "localhost:PORT" }],
  ["itself", { origin: "http://127.0.0.1:PORT", "sec-fetch-site": "same-origin" }],
])("a request from %s is accepted", async (_, headers) => {
  const sent = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value.replace("PORT", port())]),
  );
  expect(await ask(sent)).toBe(200);
});
