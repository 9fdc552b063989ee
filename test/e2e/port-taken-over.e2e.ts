import { createServer } from "node:http";
import { expect, KEY, test } from "./connected.ts";

/** A program that takes the port once Winnow has ended: it agrees to everything, and remembers what it was sent. */
async function takeOver(port: number) {
  const heard: string[] = [];
  const asked = new Set<string>();
  const server = createServer((request, answer) => {
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => {
      body += text;
    });
    request.on("end", () => {
      asked.add(request.url ?? "");
      heard.push(`${request.url} ${JSON.stringify(request.headers)} ${body}`);
      answer.writeHead(200, { "content-type": "application/json" });
      if (request.url === "/events") answer.write("\n");
      else answer.end(JSON.stringify({ ok: true, value: { proof: "f".repeat(64), accounts: [] } }));
    });
  });
  await new Promise<void>((resolve, reject) => server.on("error", reject).listen(port, "127.0.0.1", resolve));
  return {
    heard: () => heard.join("\n"),
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

test("a page that is still open when Winnow has ended sends nothing to who has its port then", async ({
  page,
  host,
  service,
}) => {
  await page.goto(host.url);
  await page.getByLabel("Name of the account").fill("Acme");
  await page.getByRole("textbox", { name: "API key" }).fill(KEY);
  await page.getByLabel("Service address", { exact: true }).fill(service.baseUrl);
  const bearer = await page.evaluate(() => sessionStorage.getItem("winnow.pass"));
  await host.kill();
  const other = await takeOver(Number(new URL(host.url).port));
  try {
    await page.getByRole("button", { name: "Connect account" }).click();
    await expect(page.getByRole("heading", { name: "Open Winnow's address once more" })).toBeVisible();
    expect([...other.asked]).toEqual(["/proof"]);
    expect(other.heard()).not.toContain(KEY);
    expect(other.heard()).not.toContain(bearer);
  } finally {
    await other.close();
  }
});
