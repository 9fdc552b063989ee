import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startHost } from "./browser-host.ts";
import { expect, test } from "./connected.ts";

const PAGE = `<title>theirs</title><script>
  if (location.hash.includes("token=")) document.title = "stolen " + location.hash;
  else navigator.serviceWorker.register("/worker.js").then(() => navigator.serviceWorker.ready)
    .then(() => { document.title = "ready"; });
</script>`;
const WORKER = `
  self.addEventListener("install", () => self.skipWaiting());
  self.addEventListener("activate", (event) => event.waitUntil(clients.claim()));
  self.addEventListener("fetch", (event) => event.respondWith(
    new Response(${JSON.stringify(PAGE)}, { headers: { "content-type": "text/html" } })));`;

/** A program that has the port: its page stays in the browser's cache, and its worker answers for the origin. */
async function startEarlier() {
  const server = createServer((asked, answer) => {
    const isWorker = asked.url === "/worker.js";
    answer.writeHead(200, {
      "content-type": isWorker ? "text/javascript" : "text/html",
      "cache-control": "max-age=31536000",
    });
    answer.end(isWorker ? WORKER : PAGE);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
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

test("who had the port before leaves nothing behind that gets Winnow's token", async ({ page }) => {
  const earlier = await startEarlier();
  await page.goto(`http://127.0.0.1:${earlier.port}/`);
  await expect(page).toHaveTitle("ready");
  await earlier.close();
  const dataDir = mkdtempSync(join(tmpdir(), "winnow-earlier-"));
  const host = await startHost(dataDir, { args: ["--sandbox", "--port", String(earlier.port)] });
  try {
    await page.goto(host.url);
    await expect(page).toHaveTitle(/Winnow/);
    await expect(page.getByRole("link", { name: "Settings" })).toBeVisible();
    expect(page.url()).not.toContain("token");
  } finally {
    await host.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
