import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import type { PageBridge } from "../../../shared/bridge.ts";
import { environment, program, type RunningDesktop, startDesktop } from "./running-desktop.ts";

declare global {
  interface Window {
    readonly winnow?: PageBridge;
  }
}

let desktop: RunningDesktop;
test.beforeEach(async () => {
  desktop = await startDesktop();
});
test.afterEach(() => desktop.remove());

test("opens one window on Winnow's own page, and shows it", async () => {
  const { app, page } = desktop;
  expect(page.url()).toMatch(/^app:\/\/winnow\//);
  expect(app.windows()).toHaveLength(1);
  await expect
    .poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible()))
    .toBe(true);
});

test("gives the page the bridge and nothing of Node or Electron", async () => {
  const seen = await desktop.page.evaluate(() => ({
    bridge: Object.keys(window.winnow ?? {}).sort(),
    globals: ["require", "process", "Buffer", "module", "electron", "ipcRenderer"].filter(
      (name) => name in globalThis,
    ),
  }));
  expect(seen).toEqual({ bridge: ["call", "listen", "receiveFiles"], globals: [] });
});

test("holds the page to its policy: no code out of text, no network, no other page", async () => {
  const { app, page } = desktop;
  const blocked = await page.evaluate(async () => {
    const failed: string[] = [];
    // Only what a test evaluates itself, and as long as it does, may turn text into code.
    await new Promise((resolve) => setTimeout(resolve));
    try {
      Reflect.construct(Function, ["return 1"]);
    } catch {
      failed.push("code");
    }
    await fetch("http://127.0.0.1:9/").catch(() => failed.push("fetch"));
    if (window.open("https://example.com/") === null) failed.push("open");
    return failed;
  });
  expect(blocked).toEqual(["code", "fetch", "open"]);
  const listening = await app.evaluateHandle(({ BrowserWindow }) => ({
    refused: new Promise<string>((resolve) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      // Of the two, whichever comes first is refused, and the other is not told.
      contents?.once("will-navigate", ({ url }) => resolve(url));
      contents?.once("will-frame-navigate", ({ url }) => resolve(url));
    }),
  }));
  await page.evaluate(() => {
    location.href = "https://example.com/";
  });
  expect(await listening.evaluate(({ refused }) => refused)).toBe("https://example.com/");
  expect(page.url()).toMatch(/^app:\/\/winnow\//);
  const denied = await page.evaluate(
    async () => (await navigator.permissions.query({ name: "geolocation" })).state,
  );
  expect(denied).toBe("denied");
});

test("cleans the sample list on the sandbox, in its own thread, through Chromium's network", async () => {
  const outcome = await desktop.page.evaluate(async () => {
    const bridge = window.winnow;
    if (bridge === undefined) throw new Error("there is no bridge");
    type Answer = { ok: boolean; value?: Record<string, unknown>; problem?: unknown };
    const ask = async (name: string, input: unknown) => {
      const answer = (await bridge.call(name, input)) as Answer;
      if (!answer.ok) throw new Error(JSON.stringify(answer.problem));
      return answer.value ?? {};
    };
    const info = await ask("app.info", {});
    const account = await ask("accounts.sandbox", {});
    const { listId } = await ask("lists.open", { source: { kind: "sample" } });
    const preflight = await ask("lists.read", { listId, options: {} });
    const options = { reuseKnown: true, allColumns: false, suppress: true, limit: null };
    const price = await ask("cleanings.price", { listId, accountId: account.id, options });
    const finished = new Promise<Record<string, unknown>>((resolve) => {
      bridge.listen((event) => {
        const told = event as { event: string; cleaning?: Record<string, unknown> };
        if (told.event === "cleaning.finished" && told.cleaning !== undefined) resolve(told.cleaning);
      });
    });
    await ask("cleanings.start", { listId, accountId: account.id, options, agreedCredits: price.credits });
    const cleaning = await finished;
    return {
      host: info.host,
      demo: info.demo,
      rows: preflight.rows,
      state: cleaning.state,
      counted: cleaning.rows,
    };
  });
  expect(outcome).toMatchObject({ host: "desktop", demo: true, state: "done" });
  expect(outcome.counted).toBe(outcome.rows);
});

test("is the only one: a second launch hands its list over and ends", async () => {
  const { page, dataDir } = desktop;
  const list = join(dataDir, "handed.csv");
  writeFileSync(list, "email\nann@acme.example\n");
  const listening = await page.evaluateHandle(() => ({
    received: new Promise((resolve) => {
      window.winnow?.listen((event) => {
        if ((event as { event: string }).event === "files.received") resolve(event);
      });
    }),
  }));
  const { executablePath, args } = program();
  const second = spawn(executablePath, [...args, list], {
    env: { ...environment(), WINNOW_DATA_DIR: dataDir },
  });
  const code = await new Promise((resolve) => second.on("close", resolve));
  expect(code).toBe(0);
  expect(await listening.evaluate(({ received }) => received)).toEqual({
    event: "files.received",
    sources: [{ kind: "path", path: list }],
  });
});

test("comes back where it was", async () => {
  const bounds = { x: 80, y: 60, width: 1000, height: 700 };
  await desktop.app.evaluate(
    ({ BrowserWindow }, to) =>
      new Promise<void>((resolve) => {
        const window = BrowserWindow.getAllWindows()[0];
        window?.once("resize", () => resolve());
        window?.setBounds(to);
      }),
    bounds,
  );
  await desktop.quit();
  desktop = await startDesktop({ dataDir: desktop.dataDir });
  const after = await desktop.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.getBounds(),
  );
  expect(after).toMatchObject({ width: bounds.width, height: bounds.height });
});

test("brings a crashed page back", async () => {
  const { app, page } = desktop;
  await page.evaluate(() => {
    location.hash = "#/lists";
  });
  await app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer();
  });
  await expect
    .poll(() =>
      app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.isCrashed()),
    )
    .toBe(false);
  const url = await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.getURL(),
  );
  expect(url).toBe("app://winnow/#/lists");
});

test("shows its window once its page has painted, and not before", async () => {
  const { app, page } = desktop;
  await expect
    .poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible()))
    .toBe(true);
  const paints = await page.evaluate(() => performance.getEntriesByType("paint").map(({ name }) => name));
  expect(paints).toContain("first-paint");
});
