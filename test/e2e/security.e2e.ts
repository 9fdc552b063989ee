import { readdirSync, readFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { dropFile } from "./browser-host.ts";
import { expect, fillConnect, KEY, test } from "./connected.ts";

/** Asks the host as a program would, with headers that no browser lets a page choose. */
function ask(url: string, headers: Record<string, string>, method = "GET", body = ""): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    asked.on("error", reject);
    asked.end(body);
  });
}

const json = { "content-type": "application/json" };
const call = (origin: string) => `${origin}/bridge/accounts.list`;

/** What the page sends with each request, as its own storage and the browser's have it. */
async function passOf(page: Page): Promise<{ cookie: string; authorization: string; origin: string }> {
  const cookies = await page.context().cookies();
  const bearer = await page.evaluate(() => sessionStorage.getItem("winnow.pass"));
  return {
    cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; "),
    authorization: `Bearer ${bearer}`,
    origin: new URL(page.url()).origin,
  };
}

/** A program at another port of this machine: a page, whatever the browser sends it, and cookies that it sets. */
async function startNeighbour(setCookie: string[]) {
  const heard: string[] = [];
  const server = createServer((asked, answer) => {
    heard.push(JSON.stringify([asked.url, asked.headers]));
    answer.writeHead(200, { "content-type": "text/html", "set-cookie": setCookie });
    answer.end("<title>neighbour</title>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = address !== null && typeof address !== "string" ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/`,
    heard,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

const signedOut = (page: Page) => page.getByRole("heading", { name: "Open Winnow's address once more" });

test("the address opens once; other origins, other names and other sites are refused", async ({
  connected: page,
  host,
  browser,
}) => {
  const { origin, href } = new URL(host.url);
  expect(page.url()).not.toContain("token");
  const stranger = await browser.newContext();
  const second = await stranger.newPage();
  await second.goto(href);
  await expect(signedOut(second)).toBeVisible();
  await second.goto(`${origin}/#/settings`);
  await expect(signedOut(second)).toBeVisible();
  await expect(second.getByRole("link")).toHaveCount(0);
  await stranger.close();

  const cookies = await page.context().cookies();
  expect(cookies).toHaveLength(1);
  expect(cookies[0]).toMatchObject({ httpOnly: true, sameSite: "Strict" });
  const pass = { ...json, ...(await passOf(page)) };
  const { cookie, authorization } = pass;
  expect(await ask(call(origin), pass, "POST", "{}")).toBe(200);
  expect(await ask(call(origin), { ...json, origin, authorization }, "POST", "{}")).toBe(401);
  expect(await ask(call(origin), { ...json, origin, cookie }, "POST", "{}")).toBe(401);
  expect(await ask(call(origin), { ...json, cookie, authorization }, "POST", "{}")).toBe(403);
  expect(await ask(call(origin), { ...pass, origin: "http://evil.example" }, "POST", "{}")).toBe(403);
  expect(await ask(call(origin), { ...pass, host: "evil.example" }, "POST", "{}")).toBe(403);
  expect(await ask(`${origin}/events`, { cookie, authorization, "sec-fetch-site": "cross-site" })).toBe(403);
  expect(await ask(`${origin}/..%2f..%2fpackage.json`, { cookie })).toBe(404);
});

test("what a browser sends to a neighbouring port does not open Winnow; its cookies do not lock the page out", async ({
  page,
  host,
  service,
}) => {
  await page.goto(host.url);
  await fillConnect(page, service.baseUrl, KEY);
  await expect(page.getByRole("button", { name: "Account: Acme" })).toBeVisible();
  const { origin, port } = new URL(host.url);
  const pass = await passOf(page);
  const name = `winnow_${port}`;
  const neighbour = await startNeighbour([`${name}=theirs; Path=/`, `${name}=longer; Path=/bridge`]);
  const other = await page.context().newPage();
  await other.goto(neighbour.url);
  const heard = neighbour.heard.join("\n");
  // The browser did send it the cookie: that is how cookies are.
  expect(heard).toContain(pass.cookie);
  expect(heard).not.toContain(pass.authorization.slice("Bearer ".length));
  expect(await other.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))).toBe(
    "[{},{}]",
  );
  const stolen = { ...json, origin, cookie: pass.cookie };
  expect(await ask(call(origin), stolen, "POST", "{}")).toBe(401);
  expect(await ask(`${origin}/events`, { cookie: pass.cookie })).toBe(401);
  // A page of that port may send what it likes, but for the secret.
  const answer = await other.evaluate(async (url) => {
    const asked = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
      credentials: "include",
      mode: "no-cors",
    }).catch(() => null);
    return asked === null ? "refused" : `${asked.type} ${await asked.text()}`;
  }, call(origin));
  expect(answer).not.toContain("Acme");
  await other.close();
  await neighbour.close();

  // Their cookies were taken; the page gets its own back by itself, which it may have done by now.
  expect((await page.context().cookies()).map(({ value }) => value)).toContain("longer");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Lists" }).click();
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: "Account: Acme" })).toBeVisible();
});

test("a second tab and a reload are let in by the first; a new address lets a signed-out tab in again", async ({
  connected: page,
  host,
}) => {
  const { origin } = new URL(host.url);
  await page.reload();
  await expect(page.getByRole("button", { name: "Account: Acme" })).toBeVisible();
  const second = await page.context().newPage();
  await second.goto(`${origin}/#/lists`);
  await expect(second.getByRole("button", { name: "Account: Acme" })).toBeVisible();
  await second.evaluate(() => sessionStorage.clear());
  await page.close();
  await second.reload();
  await expect(signedOut(second)).toBeVisible();
  const url = await host.newUrl();
  expect(new URL(url).origin).toBe(origin);
  // The same page with another '#': the browser does not load it anew.
  await second.goto(url);
  await expect(second.getByRole("button", { name: "Account: Acme" })).toBeVisible();
  expect(second.url()).not.toContain("token");
});

test("no text becomes markup or script, and nothing goes to another host", async ({ page, host }) => {
  await page.goto(host.url);
  await expect(page.getByRole("main")).toBeVisible();
  const tried = await page.evaluate(async () => {
    // What Playwright itself evaluates may use eval: what comes after it is the page's own again.
    await new Promise((resolve) => setTimeout(resolve));
    const thrown: string[] = [];
    const attempt = (name: string, act: () => void) => {
      try {
        act();
      } catch {
        thrown.push(name);
      }
    };
    const text = "<img src=x onerror='window.__ran=1'>";
    attempt("innerHTML", () => {
      document.createElement("div").innerHTML = text;
    });
    attempt("insertAdjacentHTML", () => document.body.insertAdjacentHTML("beforeend", text));
    attempt("document.write", () => document.write(text));
    attempt("srcdoc", () => {
      document.createElement("iframe").srcdoc = text;
    });
    attempt("script.src", () => {
      document.createElement("script").src = "https://evil.example/x.js";
    });
    attempt("script.text", () => {
      document.createElement("script").text = "window.__ran=1";
    });
    attempt("eval", () => {
      // biome-ignore lint/security/noGlobalEval: that it is refused is what is tested
      eval("window.__ran=1");
    });
    attempt("new Function", () => {
      new Function("window.__ran=1")();
    });
    attempt("another policy", () => {
      const factory: unknown = Reflect.get(window, "trustedTypes");
      if (typeof factory === "object" && factory !== null)
        Reflect.get(factory, "createPolicy").call(factory, "theirs", { createHTML: (html: string) => html });
    });
    return thrown;
  });
  expect(tried).toEqual([
    "innerHTML",
    "insertAdjacentHTML",
    "document.write",
    "srcdoc",
    "script.src",
    "script.text",
    "eval",
    "new Function",
    "another policy",
  ]);
  expect(await page.evaluate(() => Reflect.get(window, "__ran"))).toBeUndefined();
  const left = await page.evaluate(async () => {
    const asked = await fetch("http://127.0.0.1:1/").catch(() => "refused");
    const beacon = await new Promise((resolve) => {
      const image = new Image();
      image.onerror = () => resolve("refused");
      image.onload = () => resolve("loaded");
      image.src = "http://127.0.0.1:1/x.png";
    });
    return [asked, beacon];
  });
  expect(left).toEqual(["refused", "refused"]);
});

test("a page of another site can neither read nor frame Winnow", async ({
  connected: page,
  host,
  browser,
  service,
}) => {
  const origin = new URL(host.url).origin;
  const other = await browser.newPage();
  // Another port of this machine: a site like any other, as far as the browser is concerned.
  await other.goto(`${service.baseUrl}/`);
  const read = await other.evaluate(async (url) => {
    const answer = await fetch(`${url}/bridge/accounts.list`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
      credentials: "include",
    }).catch(() => null);
    return answer === null ? "refused" : await answer.text();
  }, origin);
  expect(read).toBe("refused");
  await other.close();
  await expect(page.getByRole("main")).toBeVisible();
});

test("the key is on no page, in no answer, in no storage and in no file", async ({
  connected: page,
  host,
}) => {
  const answers: Promise<string>[] = [];
  page.on("response", (response) => {
    if (response.url().includes("/bridge/")) answers.push(response.text().catch(() => ""));
  });
  const violations = await page.evaluateHandle(() => {
    const seen: string[] = [];
    document.addEventListener("securitypolicyviolation", (event) => seen.push(event.violatedDirective));
    return seen;
  });
  for (const place of ["Lists", "Check", "Settings", "Clean"]) {
    await page
      .getByRole("navigation", { name: "Main" })
      .getByRole("link", { name: place, exact: true })
      .click();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await page.content(), place).not.toContain(KEY);
  }
  expect(
    await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href])),
  ).not.toContain(KEY);
  expect((await Promise.all(answers)).join("\n")).not.toContain(KEY);
  expect(await violations.jsonValue()).toEqual([]);
  for (const file of readdirSync(host.dataDir, { recursive: true, withFileTypes: true }))
    if (file.isFile())
      expect(readFileSync(join(file.parentPath, file.name)).includes(KEY), file.name).toBe(false);
});

test("what stands in a list stays text", async ({ connected: page }) => {
  const evil = '<img src=x onerror="window.__ran=1"><script>window.__ran=1</script>';
  const name = "<b>bold<b>.csv";
  const cells = `"${evil.replaceAll('"', '""')}"`;
  await dropFile(
    page,
    page.locator("body"),
    name,
    Buffer.from(`${cells},email\n${cells},ann@acme.example\n`),
  );
  const list = page.getByRole("region", { name, exact: true });
  await expect(list.getByRole("region", { name: "First rows" })).toContainText("onerror");
  await list.getByRole("button", { name: "Clean list" }).click();
  await page.getByRole("button", { name: "Review results" }).click();
  await expect(page.getByRole("grid")).toContainText("onerror");
  expect(await page.evaluate(() => Reflect.get(window, "__ran"))).toBeUndefined();
});
