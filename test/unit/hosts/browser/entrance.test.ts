import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ServedHost, serveHost } from "./served-host.ts";

let served: ServedHost;
beforeEach(async () => {
  served = await serveHost();
});
afterEach(() => served.close());

const html = { accept: "text/html" };
const tokenPath = () => new URL(served.host.url).pathname + new URL(served.host.url).search;

describe("coming in with the printed address", () => {
  it("exchanges the token for a cookie that scripts and other sites cannot use, and leads to a clean address", async () => {
    const answer = await served.send(tokenPath());
    expect(answer.status).toBe(303);
    expect(answer.headers.location).toBe("/");
    const [cookie = ""] = answer.headers["set-cookie"] ?? [];
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Strict/);
    expect(cookie).toMatch(/; Path=\//);
    expect(cookie).not.toContain(new URL(served.host.url).searchParams.get("token"));
  });

  it("opens the page in as many tabs as the cookie reaches", async () => {
    const cookie = await served.enter();
    for (const path of ["/", "/lists", "/cleanings/a1/results?verdict=unknown"]) {
      const answer = await served.send(path, { headers: { ...html, cookie } });
      expect(answer.status).toBe(200);
      expect(answer.text).toContain("the page");
    }
  });

  it("lets the token work once: the next browser gets a plain page that says what to do", async () => {
    await served.enter();
    const answer = await served.send(tokenPath(), { headers: html });
    expect(answer.status).toBe(403);
    expect(answer.headers["set-cookie"]).toBeUndefined();
    expect(answer.text).toContain("start Winnow again");
  });

  it("leads the browser that is already in back to the page when the address is opened again", async () => {
    const cookie = await served.enter();
    const answer = await served.send(tokenPath(), { headers: { ...html, cookie } });
    expect([answer.status, answer.headers.location]).toEqual([303, "/"]);
  });

  it("lands on the page, not in a redirect without the cookie, when another site's link led here", async () => {
    const answer = await served.send(tokenPath(), { headers: { ...html, "sec-fetch-site": "cross-site" } });
    expect(answer.status).toBe(200);
    expect(answer.headers["set-cookie"]).toHaveLength(1);
    expect(answer.text).toContain('content="0;url=/"');
  });

  it.each([
    ["wrong", "/?token=AAAA"],
    ["empty", "/?token="],
    ["cut", "cut"],
    ["at another address", "at another address"],
  ])("refuses a token that is %s", async (_name, path) => {
    const token = new URL(served.host.url).searchParams.get("token") ?? "";
    const tried =
      path === "cut"
        ? `/?token=${token.slice(0, -1)}`
        : path.startsWith("at")
          ? `/lists?token=${token}`
          : path;
    const answer = await served.send(tried, { headers: html });
    expect(answer.status).toBe(403);
    expect(answer.headers["set-cookie"]).toBeUndefined();
    expect(answer.text).not.toContain("the page");
  });

  it("gives every start another token", async () => {
    const other = await serveHost();
    expect(new URL(other.host.url).search).not.toBe(new URL(served.host.url).search);
    await other.close();
  });

  it("does not take a token by POST", async () => {
    const origin = served.host.origin;
    const answer = await served.send(tokenPath(), { method: "POST", headers: { origin } });
    expect(answer.status).toBe(403);
    expect(await served.enter()).not.toBe("");
  });
});

describe("without a pass", () => {
  it.each([
    ["GET", "/"],
    ["GET", "/lists"],
    ["GET", "/assets/page.js"],
    ["GET", "/events"],
    ["GET", "/download/x"],
    ["POST", "/bridge/app.info"],
    ["POST", "/files?name=a.csv"],
  ])("%s %s is refused", async (method, path) => {
    const headers = { origin: served.host.origin, "content-type": "application/json" };
    for (const cookie of ["", `winnow_${served.port}=wrong`]) {
      const answer = await served.send(path, {
        method,
        headers: method === "GET" ? { cookie } : { ...headers, cookie },
        body: method === "GET" ? undefined : "{}",
      });
      expect(answer.status).toBe(403);
      expect(JSON.parse(answer.text)).toMatchObject({ ok: false, problem: { code: "forbidden" } });
    }
    expect(served.engine.asked).toEqual([]);
    expect(served.engine.uploads).toEqual([]);
  });
});
