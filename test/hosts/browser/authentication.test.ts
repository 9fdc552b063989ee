import { beforeEach, describe, expect, it } from "vitest";
import { createAuthentication } from "../../../electron/hosts/browser/authentication.ts";
import { ManualClock } from "../../support/hand-clock.ts";
import { type ServedHost, serveHost } from "./served-host.ts";

let served: ServedHost;
let clock: ManualClock;
beforeEach(async () => {
  clock = new ManualClock();
  served = await serveHost({ clock });
});

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const call = (headers: Record<string, string | undefined>) =>
  served.send("/bridge/cleanings.list", {
    method: "POST",
    body: "{}",
    headers: { origin: served.host.origin, "content-type": "application/json", ...headers },
  });

describe("signing in with the printed URL", () => {
  it("puts the token after the '#', where no server or log receives it", () => {
    const url = new URL(served.host.createUrl());
    expect(url.hash).toMatch(/^#token=[\w-]{43}$/);
    expect(url.search).toBe("");
    expect(url.pathname).toBe("/");
  });

  it("exchanges the token for a secret that only the page holds, and sets no cookie", async () => {
    const token = served.token();
    const answer = await served.redeemToken(token);
    expect(answer.status).toBe(200);
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(answer.headers["set-cookie"]).toBeUndefined();
    expect(JSON.parse(answer.text).value.bearer).not.toBe(token);
  });

  it("refuses a call if any part of the authorization header is missing", async () => {
    const { authorization } = await served.signIn();
    expect((await call({ authorization })).status).toBe(200);
    const asked = served.engine.asked.length;
    for (const headers of [
      {},
      { authorization: authorization.replace("Bearer ", "Basic ") },
      { authorization: authorization.slice(0, -1) },
      { cookie: `winnow=${authorization.slice(7)}` },
    ]) {
      const answer = await call(headers);
      expect([headers, answer.status]).toEqual([headers, 401]);
      expect(JSON.parse(answer.text)).toMatchObject({ ok: false, problem: { code: "signed_out" } });
    }
    expect(served.engine.asked).toHaveLength(asked);
  });

  it("accepts a token once, and lets a second browser sign in with its own token", async () => {
    const token = served.token();
    expect((await served.redeemToken(token)).status).toBe(200);
    const again = await served.redeemToken(token);
    expect(again.status).toBe(401);
    expect(again.text).not.toContain("bearer");
    const first = await served.signIn();
    const second = await served.signIn();
    expect((await call(first)).status).toBe(200);
    expect((await call(second)).status).toBe(200);
  });

  it("accepts only the token of the newest URL, and only for 10 minutes", async () => {
    const older = served.token();
    const newer = served.token();
    expect((await served.redeemToken(older)).status).toBe(401);
    expect((await served.redeemToken(newer)).status).toBe(200);
    const late = served.token();
    clock.advance(10 * MINUTE + 1);
    expect((await served.redeemToken(late)).status).toBe(401);
    expect((await served.redeemToken(served.token())).status).toBe(200);
  });

  it.each([
    ["wrong", "AAAA"],
    ["empty", ""],
    ["cut", "cut"],
    ["not a string", 5],
    ["much too long", "x".repeat(5_000)],
  ])("refuses a token that is %s, and leaves the right one valid", async (_name, offered) => {
    const token = served.token();
    const tried = offered === "cut" ? token.slice(0, -1) : offered;
    const body = JSON.stringify({ token: tried });
    const headers = { origin: served.host.origin, "content-type": "application/json" };
    const answer = await served.send("/enter", { method: "POST", body, headers });
    expect(answer.status).toBe(401);
    expect((await served.redeemToken(token)).status).toBe(200);
  });

  it("accepts the token only in a request from the page, not in a URL, a form or from another origin", async () => {
    const token = served.token();
    for (const path of [`/?token=${token}`, `/enter?token=${token}`])
      expect((await served.send(path)).text).not.toContain("bearer");
    for (const headers of [
      { origin: "http://127.0.0.1:1" },
      { origin: undefined },
      { "sec-fetch-site": "same-site" },
      { host: `localhost:${served.port}` },
      { "content-type": "text/plain" },
    ])
      expect((await served.redeemToken(token, headers)).status).toBeGreaterThanOrEqual(400);
    expect((await served.redeemToken(token)).status).toBe(200);
  });
});

describe("a signed-in page", () => {
  it("is signed out after 12 hours without use and needs a new URL", async () => {
    const pass = await served.signIn();
    clock.advance(11 * HOUR);
    expect((await call(pass)).status).toBe(200);
    clock.advance(11 * HOUR);
    expect((await call(pass)).status).toBe(200);
    clock.advance(12 * HOUR + 1);
    expect((await call(pass)).status).toBe(401);
    const next = await served.signIn();
    expect(next.authorization).not.toBe(pass.authorization);
    expect((await call(next)).status).toBe(200);
    expect((await call(pass)).status).toBe(401);
  });

  it("stays signed in while its event stream is open, and is signed out an hour after the stream closes", () => {
    const authentication = createAuthentication(clock, { tokenMs: MINUTE, idleMs: HOUR });
    const bearer = authentication.exchangeToken(authentication.newToken()) ?? undefined;
    expect(bearer).toBeDefined();
    const admitted = () => authentication.isValid(bearer);
    const close = authentication.keepAlive();
    clock.advance(100 * HOUR);
    expect(admitted()).toBe(true);
    clock.advance(100 * HOUR);
    close();
    close();
    clock.advance(HOUR);
    expect(admitted()).toBe(true);
    clock.advance(HOUR + 1);
    expect(admitted()).toBe(false);
  });
});

describe("an unauthenticated request", () => {
  it.each([
    ["GET", "/events"],
    ["POST", "/bridge/app.info"],
    ["POST", "/files?name=a.csv"],
    ["POST", "/tickets"],
  ])("%s %s is refused", async (method, path) => {
    const headers = { origin: served.host.origin, "content-type": "application/json" };
    for (const wrong of [{}, { authorization: "Bearer wrong" }]) {
      const answer = await served.send(path, {
        method,
        headers: method === "GET" ? wrong : { ...headers, ...wrong },
        body: method === "GET" ? undefined : "{}",
      });
      expect(answer.status).toBe(401);
      expect(JSON.parse(answer.text)).toMatchObject({ ok: false, problem: { code: "signed_out" } });
    }
    expect(served.engine.asked).toEqual([]);
    expect(served.engine.uploads).toEqual([]);
  });

  it.each(["/", "/lists", "/assets/page.js"])(
    "gets the built page, which holds no secrets: %s",
    async (path) => {
      const answer = await served.send(path);
      expect(answer.status).toBe(200);
      expect(answer.text).toMatch(/^<title>the page<\/title>$|^the script$/);
    },
  );
});
