import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  createRequestSlots,
  createServiceClient,
  type Fetch,
} from "../../../electron/engine/service/index.ts";
import { uploadText } from "../../support/upload-text.ts";
import { flushPromises, manualClock } from "./manual-clock.ts";
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
  const system = (code: string, syscall?: string) => Object.assign(new Error("x"), { code, syscall });
  const chromium = (name: string) => new Error(`net::ERR_${name}`);
  /** The error of a fetch, the effect of a request that fails by it before any response, and its problem. */
  const FAILURES: readonly (readonly [what: string, error: Error, effect: string, code: string])[] = [
    ["DNS", system("ENOTFOUND", "getaddrinfo"), "no", "service_unreachable"],
    ["refused", system("ECONNREFUSED", "connect"), "no", "service_unreachable"],
    ["no network when connecting", system("ENETUNREACH", "connect"), "no", "service_unreachable"],
    ["no network when reading", system("ENETUNREACH", "read"), "unknown", "service_unreachable"],
    ["network down when reading", system("ENETDOWN", "read"), "unknown", "service_unreachable"],
    ["timeout of connecting", system("UND_ERR_CONNECT_TIMEOUT"), "no", "service_unreachable"],
    ["timeout of reading", system("ETIMEDOUT", "read"), "unknown", "service_unreachable"],
    ["reset", system("ECONNRESET", "read"), "unknown", "service_unreachable"],
    ["certificate", system("CERT_HAS_EXPIRED"), "no", "service_untrusted"],
    ["handshake", system("ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE"), "no", "service_untrusted"],
    ["record", system("ERR_SSL_SSLV3_ALERT_BAD_RECORD_MAC"), "unknown", "service_unreachable"],
    ["Chromium: DNS", chromium("NAME_NOT_RESOLVED"), "no", "service_unreachable"],
    ["Chromium: refused", chromium("CONNECTION_REFUSED"), "no", "service_unreachable"],
    ["Chromium: timeout of connecting", chromium("CONNECTION_TIMED_OUT"), "no", "service_unreachable"],
    ["Chromium: proxy", chromium("PROXY_CONNECTION_FAILED"), "no", "service_unreachable"],
    ["Chromium: tunnel", chromium("TUNNEL_CONNECTION_FAILED"), "no", "service_unreachable"],
    ["Chromium: certificate", chromium("CERT_AUTHORITY_INVALID"), "no", "service_untrusted"],
    ["Chromium: handshake", chromium("SSL_VERSION_OR_CIPHER_MISMATCH"), "no", "service_untrusted"],
    ["Chromium: TLS", chromium("SSL_PROTOCOL_ERROR"), "unknown", "service_untrusted"],
    ["Chromium: record", chromium("SSL_BAD_RECORD_MAC_ALERT"), "unknown", "service_untrusted"],
    ["Chromium: offline", chromium("INTERNET_DISCONNECTED"), "unknown", "service_unreachable"],
    ["Chromium: no route", chromium("ADDRESS_UNREACHABLE"), "unknown", "service_unreachable"],
    ["Chromium: network changed", chromium("NETWORK_CHANGED"), "unknown", "service_unreachable"],
    ["Chromium: timeout of reading", chromium("TIMED_OUT"), "unknown", "service_unreachable"],
    ["something new", new Error("what?"), "unknown", "service_unreachable"],
  ];

  test.each(FAILURES)("had no effect only if it never connected: %s", async (_what, cause, effect, code) => {
    const fetch: Fetch = () => Promise.reject(new TypeError("fetch failed", { cause }));
    const client = clientOf("https://api.example.com", { fetch });
    for (const answer of [await client.start("j"), await client.verify("ann@example.com")])
      expect(answer).toMatchObject({ ok: false, error: { problem: { code }, effect } });
  });

  test.each(FAILURES)("may have had an effect once the response began: %s", async (_what, cause) => {
    const breaking = () =>
      new ReadableStream({
        pull(controller) {
          controller.error(new TypeError("terminated", { cause }));
        },
      });
    const fetch: Fetch = () => Promise.resolve(new Response(breaking(), { status: 200 }));
    const client = clientOf("https://api.example.com", { fetch });
    expect(await client.verify("ann@example.com")).toMatchObject({ ok: false, error: { effect: "unknown" } });
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

describe("many slow checks", () => {
  /** A network like Chromium's: six connections per host, and requests beyond them wait unsent. */
  function sixConnections() {
    const sent: { readonly what: string; readonly answer: () => void }[] = [];
    const waiting: (() => void)[] = [];
    let open = 0;
    const fetch: Fetch = (input, init) =>
      new Promise((resolve, reject) => {
        const email = new URL(input).searchParams.get("email");
        init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
        const send = () => {
          open++;
          const answer = () => {
            open--;
            waiting.shift()?.();
            resolve(
              Response.json({ success: true, message: "m", status: "ready", result: "deliverable", email }),
            );
          };
          sent.push({ what: email ?? init?.method ?? "", answer });
        };
        if (open < 6) send();
        else waiting.push(send);
      });
    return { fetch, sent };
  }

  test("are each timed and charged from when they leave, and a start leaves at once", async () => {
    const clock = manualClock();
    const { fetch, sent } = sixConnections();
    const shared = createRequestSlots();
    const own = { fetch, clock, slots: () => shared };
    const client = clientOf("https://api.example.com", own);
    const otherKey = clientOf("https://api.example.com", own);
    const claimed: string[] = [];
    const checks = Array.from({ length: 30 }, (_, n) => {
      const email = `ann${n}@example.com`;
      const sending = async () => {
        claimed.push(email);
        return null;
      };
      return (n % 2 === 0 ? client : otherKey).verify(email, { timeout: 30_000, sending });
    });
    await clock.advance(0);
    expect(sent.map(({ what }) => what)).toEqual(claimed);
    expect(claimed).toHaveLength(4);
    const started = client.start("j");
    await clock.advance(0);
    sent.at(-1)?.answer();
    await clock.advance(0);
    sent.at(-1)?.answer();
    expect(await started).toMatchObject({ ok: true });
    expect(sent.map(({ what }) => what).slice(4)).toEqual(["GET", "PATCH"]);
    for (let answered = 0; answered < 30; answered += 4) {
      await clock.advance(30_000);
      for (const { answer } of sent.filter(({ what }) => what.includes("@")).slice(answered, answered + 4))
        answer();
    }
    for (const check of checks) expect(await check).toMatchObject({ ok: true });
    expect(claimed).toHaveLength(30);
  });

  test("can be cancelled while they wait, and are then unsent", async () => {
    const { fetch, sent } = sixConnections();
    const client = clientOf("https://api.example.com", { fetch });
    for (let n = 0; n < 6; n++) void client.balance();
    const control = new AbortController();
    const waiting = client.start("j", { signal: control.signal });
    control.abort();
    expect(await waiting).toMatchObject({
      ok: false,
      error: { problem: { code: "cancelled" }, effect: "no" },
    });
    expect(sent).toHaveLength(6);
    for (const { answer } of sent) answer();
    const next = client.balance();
    await flushPromises();
    sent.at(-1)?.answer();
    await next;
    expect(sent).toHaveLength(7);
  });
});

test.each([
  ["https://api.example.com", true],
  ["http://127.0.0.1:9", false],
])("requests that may cost must be online to leave: %s %s", async (baseUrl, expected) => {
  const needs: unknown[] = [];
  const fetch: Fetch = (_, init) => {
    needs.push(init?.mustBeOnline);
    return Promise.reject(new Error("unexpected"));
  };
  const client = clientOf(baseUrl, { fetch });
  await client.verify("ann@example.com");
  await client.balance();
  expect(needs).toEqual([expected, false]);
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
