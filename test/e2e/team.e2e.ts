import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hasPostgres, startPostgres } from "../support/postgres.ts";
import { spawnWinnow } from "../support/winnow.ts";
import { dropFile } from "./browser-host.ts";
import { expect, KEY, test } from "./connected.ts";
import { goTo } from "./prepared.ts";

const LIST = "email\nann@acme.example\nbob@acme.example\ncat@acme.example\n";

test("connecting to a server that stays silent can be cancelled", async ({ winnow: page }) => {
  const silent = createServer().listen(0, "127.0.0.1");
  try {
    await once(silent, "listening");
    const bound = silent.address();
    await goTo(page, "Settings");
    const port = typeof bound === "object" ? bound?.port : "";
    await page.getByLabel("Server", { exact: true }).fill(`postgres://ann@127.0.0.1:${port}/agency`);
    const connecting = once(silent, "connection");
    await page.keyboard.press("Enter");
    await connecting;
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByRole("button", { name: "Cancel" })).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Connect…" })).toBeEnabled();
    await expect(page.getByRole("alert")).toHaveCount(0);
  } finally {
    silent.close();
  }
});

test("a colleague joins a team in the settings, pays nothing for a known list, and leaves", async ({
  connected: page,
  service,
}) => {
  test.skip(!hasPostgres, "PostgreSQL has no binary for this platform");
  const folder = mkdtempSync(join(tmpdir(), "winnow-team-"));
  const postgres = await startPostgres(folder);
  try {
    const urls = await postgres.database("bob");
    const { username: bob, port, pathname } = new URL(urls.bob ?? "");
    const own = { WINNOW_DATA_DIR: join(folder, "ann"), WINNOW_TEAM_URL: urls.owner ?? "" };
    const env = { ...own, WINNOW_BASE_URL: service.baseUrl, WINNOW_API_KEY: KEY };
    const list = join(folder, "list.csv");
    writeFileSync(list, LIST);
    for (const command of [
      ["team", "init", "--name", "Ann", "--yes"],
      ["team", "admit", bob],
      ["clean", list, "--yes", "--out", join(folder, "out.csv")],
      ["team", "sync"],
    ])
      expect((await spawnWinnow(command, { env })).code).toBe(0);
    const charged = service.charges("acme").size;

    await goTo(page, "Settings");
    const server = page.getByLabel("Server", { exact: true });
    await server.fill(`host=127.0.0.1 port=${port} dbname=${pathname.slice(1)} user=${bob} password=wrong`);
    await page.getByLabel("Your name").fill("Bob");
    await expect(server).toHaveValue(`postgres://${bob}@127.0.0.1:${port}${pathname}`);
    await page.getByRole("button", { name: "Connect…" }).click();
    await expect(page.getByRole("alert")).toContainText("refused the user or the password");
    await page.getByRole("textbox", { name: "Password" }).fill("bob");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText("This computer has nothing to share yet.");
    await expect(dialog).toContainText("Members: Ann (owner_");
    await dialog.getByRole("button", { name: "Share and join" }).click();
    await expect(page.getByText("Shared 0 facts, received 3.")).toBeVisible();
    await expect(page.getByRole("row", { name: "Bob (you)" })).toBeVisible();

    await goTo(page, "Clean");
    await dropFile(page, "july.csv", LIST);
    const card = page.getByRole("region", { name: "july.csv", exact: true });
    await expect(card.getByTestId("price-line")).toHaveText("3 rows − 3 known to your team = 0 credits.");
    expect(service.charges("acme").size).toBe(charged);

    await goTo(page, "Settings");
    await page.getByRole("button", { name: "Leave…" }).click();
    await dialog.getByRole("switch", { name: /^Delete what colleagues/ }).click();
    await dialog.getByRole("button", { name: "Leave team" }).click();
    await expect(page.getByRole("button", { name: "Connect…" })).toBeVisible();
    await goTo(page, "Clean");
    await expect(card.getByTestId("price-line")).toHaveText("3 rows = 3 credits.");
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
