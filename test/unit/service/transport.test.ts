import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createServiceClient, type Fetch } from "../../../electron/engine/service/index.ts";
import { uploadText } from "../../support/upload-text.ts";
import { manualClock } from "./manual-clock.ts";
import {
  clientOf,
  clientWithJobForm,
  KEY,
  rawResponse,
  type ScriptedService,
  startScriptedService,
} from "./scripted-service.ts";

let service: ScriptedService;
beforeEach(async () => {
  service = await startScriptedService();
});
afterEach(() => service.close());

const balance = { success: true, credits_info: { credits_remaining: 5 } };

describe("a request", () => {
  const odd = "a/b?c=d&e#f %41+ü";

  test("has encoded ids, the parameter job_id except in a download, and the key in the query", async () => {
    service.answer({ body: { status: "ready" } });
    const client = clientOf(`${service.baseUrl}/base/`);
    await client.status(odd);
    service.answer({ status: 500 });
    await client.start(odd);
    await client.remove(odd);
    await client.download(odd, "/nowhere/at/all", { verdicts: ["deliverable", "accept_all"] });
    await client.verify("o'neil+x@exämple.com", { timeout: 1 });
    await client.balance();
    const made = service.asked.map(({ method, url, body }) => {
      const { apikey, ...params } = Object.fromEntries(url.searchParams);
      expect(apikey).toBe(KEY);
      return [method, url.pathname, params, body];
    });
    expect(made).toEqual([
      ["GET", "/base/v1/bulk", { job_id: odd }, ""],
      ["PATCH", "/base/v1/bulk", { job_id: odd }, '{"action":"start"}'],
      ["DELETE", "/base/v1/bulk", { job_id: odd }, ""],
      ["POST", "/base/v1/download", { jobId: odd }, '{"filterResult":["deliverable","accept_all"]}'],
      ["GET", "/base/v1/verify", { email: "o'neil+x@exämple.com", timeout: "30000" }, ""],
      ["GET", "/base/v1/info", {}, ""],
    ]);
    expect(service.asked[3]?.headers.accept).toBe("text/plain");
    for (const { headers } of service.asked) {
      expect(headers).not.toHaveProperty("referer");
      expect(headers).not.toHaveProperty("cookie");
    }
  });

  test("is not sent to a host without HTTPS, nor after it was cancelled", async () => {
    let sent = 0;
    const fetch: Fetch = () => {
      sent++;
      return Promise.reject(new Error("unexpected"));
    };
    const refused = createServiceClient({
      baseUrl: "http://api.example.com",
      apiKey: KEY,
      fetch,
      clock: manualClock(),
    });
    expect(refused).toMatchObject({ ok: false, problem: { code: "base_url_insecure" } });
    const signal = AbortSignal.abort();
    const client = clientOf("https://api.example.com", { fetch });
    for (const answer of [await client.balance({ signal }), await client.verify("a@b.c", { signal })]) {
      expect(answer).toMatchObject({ ok: false, error: { problem: { code: "cancelled" }, effect: "no" } });
    }
    expect(sent).toBe(0);
  });
});

describe("a redirect", () => {
  test("is refused when it leads to another origin, which receives no request", async () => {
    const other = await startScriptedService();
    other.answer({ body: balance });
    service.answer({ status: 302, headers: { location: `${other.baseUrl}/v1/info` } });
    expect(await clientOf(service.baseUrl).balance()).toMatchObject({
      ok: false,
      error: { problem: { code: "service_redirect" }, consequence: "user", effect: "refused" },
    });
    expect(other.asked).toHaveLength(0);
    await other.close();
  });

  test.each(["http://127.0.0.1:1/", "//elsewhere.example/", "http://["])(
    "is refused when it leads to %j",
    async (location) => {
      service.answer({ status: 307, headers: { location } });
      expect(await clientOf(service.baseUrl).balance()).toMatchObject({
        ok: false,
        error: { problem: { code: "service_redirect" } },
      });
    },
  );

  test("is followed within the origin for free requests only, and a limited number of times", async () => {
    const client = await clientWithJobForm(service);
    service.answer(({ url }) =>
      url.pathname === "/v1/info"
        ? { status: 301, headers: { location: "/v1/info/?apikey=1" } }
        : { body: balance },
    );
    expect(await client.balance()).toEqual({ ok: true, value: { credits: 5 } });
    service.answer({ status: 308, headers: { location: "/v1/bulk/" } });
    const before = service.asked.length;
    expect(await client.start("j")).toMatchObject({
      ok: false,
      error: { problem: { code: "service_redirect" } },
    });
    expect(service.asked.length).toBe(before + 1);
    expect(await client.balance()).toMatchObject({
      ok: false,
      error: { problem: { code: "service_redirect" } },
    });
    expect(service.asked.length).toBe(before + 5);
  });

  test.each(["/v1/verify?again=1", "https://elsewhere.example/v1/verify"])(
    "is not followed for a paid request, whose effect is then unknown: to %s",
    async (location) => {
      const client = await clientWithJobForm(service);
      service.answer({ status: 307, headers: { location } });
      for (const ask of [() => client.verify("a@b.c"), () => client.start("j"), () => uploadText(client)]) {
        const before = service.asked.length;
        const answer = await ask();
        expect(answer).toMatchObject({ ok: false, error: { consequence: "user", effect: "unknown" } });
        expect(service.asked.length).toBe(before + 1);
        expect(answer.ok || answer.error.problem.detail).not.toMatch(/charged/);
      }
    },
  );
});

describe("a failed request", () => {
  test.each([
    ["DNS", Object.assign(new Error("x"), { code: "ENOTFOUND", syscall: "getaddrinfo" })],
    ["offline, by Electron", new Error("net::ERR_INTERNET_DISCONNECTED")],
  ])("had no effect: %s", async (_what, cause) => {
    const fetch: Fetch = () => Promise.reject(new TypeError("fetch failed", { cause }));
    expect(await clientOf("https://api.example.com", { fetch }).start("j")).toMatchObject({
      ok: false,
      error: { problem: { code: "service_unreachable" }, effect: "no" },
    });
  });

  test.each([
    ["reset", Object.assign(new Error("x"), { code: "ECONNRESET", syscall: "read" })],
    ["something new", new Error("what?")],
  ])("may have had an effect: %s", async (_what, cause) => {
    const fetch: Fetch = () => Promise.reject(new TypeError("fetch failed", { cause }));
    expect(await clientOf("https://api.example.com", { fetch }).start("j")).toMatchObject({
      ok: false,
      error: { problem: { code: "service_unreachable" }, consequence: "retry", effect: "unknown" },
    });
  });

  test.each<[string, Parameters<typeof rawResponse>[0]]>([
    ["before the response", (response) => response.socket?.destroy()],
    [
      "in the middle of the response",
      (response) => {
        response.writeHead(200, { "content-length": "1000" });
        response.write('{"success":true', () => response.socket?.destroy());
      },
    ],
  ])("may have had an effect when the connection breaks %s", async (_when, act) => {
    service.answer(rawResponse(act));
    expect(await clientOf(service.baseUrl).start("j")).toMatchObject({
      ok: false,
      error: { problem: { code: "service_unreachable" }, effect: "unknown" },
    });
  });
});

describe("a request under way", () => {
  test("times out if no response begins", async () => {
    const clock = manualClock();
    const client = await clientWithJobForm(service, { clock, limits: { answer: 5_000 } });
    const heard = new Promise<void>((resolve) => service.answer(rawResponse(() => resolve())));
    const answer = client.start("j");
    await heard;
    await clock.advance(4_999);
    await clock.advance(1);
    expect(await answer).toMatchObject({
      ok: false,
      error: { problem: { code: "service_timeout" }, consequence: "retry", effect: "unknown" },
    });
  });
});
