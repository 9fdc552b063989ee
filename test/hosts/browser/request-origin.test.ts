import { beforeEach, describe, expect, it } from "vitest";
import {
  isOwnRequest,
  mayOpenPage,
  type RequestHeaders,
} from "../../../electron/hosts/browser/request-origin.ts";
import { type PassHeaders, SECRET, type ServedHost, serveHost } from "./served-host.ts";

describe("a request", () => {
  const origin = "http://127.0.0.1:4000";
  const own: RequestHeaders = {
    method: "POST",
    host: "127.0.0.1:4000",
    origin,
    fetchSite: "same-origin",
    fetchMode: undefined,
    fetchDest: undefined,
  };

  it("is accepted from the page itself", () => {
    expect(isOwnRequest(own, origin)).toBe(true);
    expect(isOwnRequest({ ...own, method: "GET", origin: undefined, fetchSite: "none" }, origin)).toBe(true);
    expect(isOwnRequest({ ...own, method: "GET", origin: undefined, fetchSite: undefined }, origin)).toBe(
      true,
    );
  });

  it.each([
    ["a rebound host name", { host: "evil.example:4000" }],
    ["another name of this machine", { host: "localhost:4000" }],
    ["another port", { host: "127.0.0.1:4001" }],
    ["no port", { host: "127.0.0.1" }],
    ["no host", { host: undefined }],
    ["a longer host", { host: "127.0.0.1:4000.evil.example" }],
    ["another origin", { origin: "http://evil.example" }],
    ["a longer origin", { origin: "http://127.0.0.1:40001" }],
    ["another scheme", { origin: "https://127.0.0.1:4000" }],
    ["an opaque origin", { origin: "null" }],
    ["no origin on a POST", { origin: undefined }],
    ["another site", { fetchSite: "cross-site" }],
    ["another port of this machine", { fetchSite: "same-site" }],
    ["another origin on a GET", { method: "GET", origin: "http://evil.example" }],
    ["another site on a GET", { method: "GET", origin: undefined, fetchSite: "cross-site" }],
    ["no origin on a DELETE", { method: "DELETE", origin: undefined }],
  ])("is refused if it has %s", (_name, changed) => {
    expect(isOwnRequest({ ...own, ...changed }, origin)).toBe(false);
  });

  const visit: RequestHeaders = {
    ...own,
    method: "GET",
    origin: undefined,
    fetchSite: "cross-site",
    fetchMode: "navigate",
    fetchDest: "document",
  };

  it("may open the page if the user follows a link to it", () => {
    expect(mayOpenPage(visit, origin)).toBe(true);
    expect(mayOpenPage({ ...visit, fetchSite: "none" }, origin)).toBe(true);
    expect(
      mayOpenPage({ ...visit, fetchSite: "same-origin", fetchMode: "no-cors", fetchDest: "script" }, origin),
    ).toBe(true);
  });

  it.each([
    ["a rebound host name", { host: "evil.example:4000" }],
    ["a navigation in a frame", { fetchDest: "iframe" }],
    [
      "a script from a page on another port",
      { fetchSite: "same-site", fetchMode: "no-cors", fetchDest: "script" },
    ],
    [
      "a fetch by another site's page",
      { fetchMode: "cors", fetchDest: "empty", origin: "http://evil.example" },
    ],
    ["a form of another site", { method: "POST", origin: "http://evil.example" }],
    ["a POST by the page itself", { ...own }],
  ])("may not open the page: %s", (_name, changed) => {
    expect(mayOpenPage({ ...visit, ...changed }, origin)).toBe(false);
  });
});

describe("the browser host", () => {
  let served: ServedHost;
  let pass: PassHeaders;
  beforeEach(async () => {
    served = await serveHost();
    pass = await served.signIn();
  });

  it("refuses a foreign host, origin or site, even with a valid bearer token", async () => {
    const own = { ...pass, "content-type": "application/json", origin: served.host.origin };
    for (const wrong of [
      { host: `evil.example:${served.port}` },
      { origin: "http://evil.example" },
      { "sec-fetch-site": "cross-site" },
    ]) {
      const answer = await served.send("/bridge/cleanings.list", {
        method: "POST",
        headers: { ...own, ...wrong },
        body: "{}",
      });
      expect([wrong, answer.status]).toEqual([wrong, 403]);
    }
    expect(served.engine.asked).toEqual([]);
  });

  it.each([
    ["another name", { host: "winnow-0123.localhost" }, "/", 403],
    ["another port", { host: "127.0.0.1:1" }, "/cleanings/a1", 403],
    ["an endpoint that requires a bearer token, without one", {}, "/events", 401],
  ])(
    "refuses a navigation to %s with an HTML page, and a call with JSON",
    async (_name, wrong, path, status) => {
      const visit = { "sec-fetch-mode": "navigate", "sec-fetch-dest": "document", "sec-fetch-site": "none" };
      for (const asks of [visit, { accept: "text/html,*/*;q=0.8" }]) {
        const answer = await served.send(path, { headers: { ...asks, ...wrong } });
        expect(answer.status).toBe(status);
        expect(answer.headers["content-type"]).toContain("text/html");
        expect(answer.text).toContain("press Enter there, and open the link that it prints");
        expect(answer.text).not.toMatch(/[{]"|<script|<a /);
        for (const secret of [served.host.origin, served.dir, ...Object.values(pass)])
          expect(answer.text).not.toContain(secret);
        expect(String(answer.headers["content-security-policy"])).toContain("default-src 'none'");
      }
      for (const asks of [{ accept: "*/*" }, { "sec-fetch-mode": "cors", accept: "text/html" }]) {
        const answer = await served.send(path, { headers: { ...asks, ...wrong } });
        expect(answer.status).toBe(status);
        expect(JSON.parse(answer.text)).toMatchObject({ ok: false });
      }
    },
  );

  it.each(["/", "/assets/page.js", "/nope.js", "/download/none", "/events-not"])(
    "sends the content security policy with every response: %s",
    async (path) => {
      for (const headers of [pass, {}]) {
        const answer = await served.send(path, { headers });
        const policy = String(answer.headers["content-security-policy"]);
        expect(policy).toContain("default-src 'none'");
        expect(policy).toContain("script-src 'self';");
        expect(policy).toContain("connect-src 'self'");
        expect(policy).toContain("frame-ancestors 'none'");
        expect(policy).toContain("require-trusted-types-for 'script'");
        expect(policy).not.toContain("unsafe-eval");
        expect(answer.headers["x-content-type-options"]).toBe("nosniff");
        expect(answer.headers["referrer-policy"]).toBe("no-referrer");
        expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
      }
    },
  );

  it.each([
    "/../secret.txt",
    "/assets/../../secret.txt",
    "/%2e%2e/secret.txt",
    "/assets/%2e%2e/%2e%2e/secret.txt",
    "/..%2fsecret.txt",
    "/assets/..%5c..%5csecret.txt",
    "/assets/%252e%252e/secret.txt",
    "//secret.txt",
    "/assets//../../secret.txt",
    "/%00/../secret.txt",
  ])("never serves a file outside the page's folder: %s", async (path) => {
    const answer = await served.send(path, { headers: pass });
    expect(answer.text).not.toContain(SECRET);
    expect(answer.status).not.toBe(500);
  });

  it("serves the page for the page's own URLs, and responds with 404 to missing files", async () => {
    const get = async (path: string) => served.send(path, { headers: pass });
    expect((await get("/assets/page.js")).text).toBe("the script");
    expect((await get("/cleanings/a1")).text).toContain("the page");
    expect((await get("/assets/gone.js")).status).toBe(404);
    expect((await get("/gone.css")).status).toBe(404);
    expect((await get("/assets/page.js")).headers["cache-control"]).toContain("immutable");
    expect((await get("/")).headers["cache-control"]).toBe("no-cache");
  });
});
