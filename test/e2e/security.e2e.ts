import { readdirSync, readFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { dropFile } from "./browser-host.ts";
import { expect, KEY, test } from "./connected.ts";

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

test("the address opens once; other origins, other names and other sites are refused", async ({
  connected: page,
  host,
  browser,
}) => {
  const origin = new URL(host.url).origin;
  const stranger = await browser.newContext();
  const second = await stranger.newPage();
  await second.goto(host.url);
  await expect(second.getByRole("heading", { name: "This address has been used" })).toBeVisible();
  await second.goto(origin);
  await expect(second.getByRole("heading", { name: "This address has been used" })).toBeVisible();
  await stranger.close();

  const cookies = await page.context().cookies();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  expect(cookies).toHaveLength(1);
  expect(cookies[0]).toMatchObject({ httpOnly: true, sameSite: "Strict" });
  const json = { "content-type": "application/json" };
  const call = `${origin}/bridge/accounts.list`;
  expect(await ask(call, { ...json, cookie, origin }, "POST", "{}")).toBe(200);
  expect(await ask(call, { ...json, origin }, "POST", "{}")).toBe(403);
  expect(await ask(call, { ...json, cookie }, "POST", "{}")).toBe(403);
  expect(await ask(call, { ...json, cookie, origin: "http://evil.example" }, "POST", "{}")).toBe(403);
  expect(await ask(call, { ...json, cookie, origin, host: "evil.example" }, "POST", "{}")).toBe(403);
  expect(await ask(`${origin}/events`, { cookie, "sec-fetch-site": "cross-site" })).toBe(403);
  expect(await ask(`${origin}/..%2f..%2fpackage.json`, { cookie })).toBe(404);
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
    await page.getByRole("link", { name: place, exact: true }).click();
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
