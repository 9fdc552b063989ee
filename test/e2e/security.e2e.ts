import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { startHost } from "./browser-host.ts";
import { expect, KEY, test } from "./connected.ts";
import { review, to } from "./prepared.ts";

const signedOut = (page: Page) => page.getByRole("heading", { name: "Winnow needs a new address" });

test("a second tab and a reload are signed in by the first; a new address signs a signed-out tab in again", async ({
  connected: page,
  host,
}) => {
  const { origin } = new URL(host.url);
  expect(page.url()).not.toContain("token");
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

test("no text becomes markup or script, and no request goes to another host", async ({ page, host }) => {
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
  for (const place of ["Lists", "Check", "Settings", "Clean"] as const) {
    await to(page, place);
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

test("text in a list is shown as text", async ({ connected: page }) => {
  const evil = '<img src=x onerror="window.__ran=1"><script>window.__ran=1</script>';
  const cell = `"${evil.replaceAll('"', '""')}"`;
  await review(page, "<b>bold<b>.csv", `${cell},email\n${cell},ann@acme.example\n`);
  await expect(page.getByRole("heading", { name: "<b>bold<b>.csv" })).toBeVisible();
  await expect(page.getByRole("gridcell", { name: /onerror/ })).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(window, "__ran"))).toBeUndefined();
});

/** A program that answers every request for an origin, which Winnow has had or will have. */
async function listenAt(port: number, answer: Parameters<typeof createServer>[1]) {
  const server = createServer(answer);
  await new Promise<void>((resolve, reject) => server.on("error", reject).listen(port, "127.0.0.1", resolve));
  const address = server.address();
  return {
    port: address !== null && typeof address !== "string" ? address.port : 0,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

test("a page that used the port before cannot get Winnow's token", async ({ page, folder }) => {
  const html = `<title>theirs</title><script>
  if (location.hash.includes("token=")) document.title = "stolen " + location.hash;
  else navigator.serviceWorker.register("/worker.js").then(() => navigator.serviceWorker.ready)
    .then(() => { document.title = "ready"; });
</script>`;
  const worker = `
  self.addEventListener("install", () => self.skipWaiting());
  self.addEventListener("activate", (event) => event.waitUntil(clients.claim()));
  self.addEventListener("fetch", (event) => event.respondWith(
    new Response(${JSON.stringify(html)}, { headers: { "content-type": "text/html" } })));`;
  // Its page stays in the browser's cache, and its worker answers for the origin.
  const earlier = await listenAt(0, (asked, answer) => {
    const isWorker = asked.url === "/worker.js";
    const type = isWorker ? "text/javascript" : "text/html";
    answer.writeHead(200, { "content-type": type, "cache-control": "max-age=31536000" });
    answer.end(isWorker ? worker : html);
  });
  await page.goto(`http://127.0.0.1:${earlier.port}/`);
  await expect(page).toHaveTitle("ready");
  await earlier.close();
  const host = await startHost(join(folder, "earlier"), {
    args: ["--sandbox", "--port", String(earlier.port)],
  });
  await page.goto(host.url);
  await expect(page).toHaveTitle(/Winnow/);
  await expect(page.getByRole("link", { name: "Settings" })).toBeVisible();
  expect(page.url()).not.toContain("token");
  await host.stop();
});
