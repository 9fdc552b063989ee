import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, KEY, test } from "./connected.ts";
import { goTo } from "./prepared.ts";

const signedOut = (page: Page) =>
  page.getByRole("heading", { name: "This link was already used or has expired" });

test("a second tab and a reload are signed in by the first tab, and a new URL signs a signed-out tab in again", async ({
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
  // Only the fragment changes, so the browser does not reload the page.
  await second.goto(url);
  await expect(second.getByRole("button", { name: "Account: Acme" })).toBeVisible();
  expect(second.url()).not.toContain("token");
});

test("the page cannot turn text into markup or script, or send requests to another host", async ({
  page,
  host,
}) => {
  await page.goto(host.url);
  await expect(page.getByRole("main")).toBeVisible();
  const tried = await page.evaluate(async () => {
    // Playwright's own evaluation may use eval, but only until the next task.
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

test("the key is on no page, in no response, in no storage and in no file", async ({
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
    await goTo(page, place);
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
