import { expect, test } from "@playwright/test";
import type { PageBridge } from "../../../shared/bridge.ts";
import { type RunningDesktop, startDesktop } from "./running-desktop.ts";

declare global {
  interface Window {
    readonly winnow?: PageBridge;
  }
}

test.describe.configure({ mode: "serial" });

let desktop: RunningDesktop;
test.beforeAll(async () => {
  desktop = await startDesktop();
});
test.afterAll(() => desktop.remove());

async function commandArrives(): Promise<void> {
  const listening = await desktop.page.evaluateHandle(() => ({
    heard: new Promise<unknown>((resolve) => {
      window.winnow?.listen((event) => {
        if ((event as { event: string }).event === "command") resolve(event);
      });
    }),
  }));
  await desktop.app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById("lists")?.click());
  expect(await listening.evaluate(({ heard }) => heard)).toEqual({ event: "command", command: "lists" });
}

test("one window opens on Winnow's own page, and shows once the page has painted", async () => {
  const { app, page } = desktop;
  expect(page.url()).toMatch(/^app:\/\/winnow\//);
  expect(app.windows()).toHaveLength(1);
  const isVisible = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible());
  await expect.poll(isVisible).toBe(true);
  const paints = await page.evaluate(() => performance.getEntriesByType("paint").map(({ name }) => name));
  expect(paints).toContain("first-paint");
});

test("the page has only an unchangeable bridge, nothing of Node or Electron, and a frame has no bridge", async () => {
  const seen = await desktop.page.evaluate(async () => {
    const frame = document.createElement("iframe");
    document.body.append(frame);
    await new Promise((resolve) => setTimeout(resolve));
    return {
      bridge: Object.keys(window.winnow ?? {}).sort(),
      changed: [Reflect.set(window.winnow ?? {}, "call", () => "mine"), Reflect.set(window, "winnow", {})],
      globals: ["require", "process", "Buffer", "module", "electron", "ipcRenderer"].filter(
        (name) => name in globalThis,
      ),
      inFrame: frame.contentWindow !== null && "winnow" in frame.contentWindow,
      unknown: await Reflect.apply(window.winnow?.call ?? (() => null), null, ["no.such.call", {}]),
    };
  });
  expect(seen).toEqual({
    bridge: ["call", "listen", "receiveFiles"],
    changed: [false, false],
    globals: [],
    inFrame: false,
    unknown: expect.objectContaining({ problem: expect.objectContaining({ code: "call_unknown" }) }),
  });
});

test("the page cannot evaluate text, reach a network, get a permission or open a window", async () => {
  const { app, page } = desktop;
  const seen = await page.evaluate(async () => {
    const failed: string[] = [];
    // Playwright's own evaluation may use eval, but only until the next task.
    await new Promise((resolve) => setTimeout(resolve));
    try {
      Reflect.construct(Function, ["return 1"]);
    } catch {
      failed.push("code");
    }
    await fetch("http://127.0.0.1:9/").catch(() => failed.push("fetch"));
    if (window.open("https://example.com/") === null) failed.push("open");
    const names = ["geolocation", "notifications", "camera", "microphone", "midi", "clipboard-read"];
    const asked = names.map((name) => navigator.permissions.query({ name: name as PermissionName }));
    return { failed, states: [...new Set((await Promise.all(asked)).map(({ state }) => state))] };
  });
  expect(seen).toEqual({ failed: ["code", "fetch", "open"], states: ["denied"] });
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
});

test("a page that was stopped from navigating away still gets events and pending results", async () => {
  const { app, page } = desktop;
  // A dialog is open while the page tries to leave.
  await app.evaluate(({ dialog }) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    dialog.showOpenDialog = async () => {
      await promise;
      return { canceled: true, filePaths: [] };
    };
    Object.assign(globalThis, { closeDialog: resolve });
  });
  const picked = page.evaluate(() => window.winnow?.call("host.pickFiles", {}));
  const listening = await app.evaluateHandle(({ BrowserWindow }) => ({
    refused: new Promise<string>((resolve) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      // The first of the two events is prevented, and the other is not emitted.
      contents?.once("will-navigate", ({ url }) => resolve(url));
      contents?.once("will-frame-navigate", ({ url }) => resolve(url));
    }),
  }));
  await page.evaluate(() => {
    location.href = "https://example.com/";
  });
  expect(await listening.evaluate(({ refused }) => refused)).toBe("https://example.com/");
  for (const address of ["mailto:ann@acme.example", "app://winnow.example/"])
    await page.evaluate((to) => {
      const link = document.createElement("a");
      link.href = to;
      document.body.append(link);
      link.click();
      link.target = "_blank";
      link.click();
    }, address);
  await commandArrives();
  expect(page.url()).toMatch(/^app:\/\/winnow\//);
  await app.evaluate(() => Reflect.get(globalThis, "closeDialog")());
  expect(await picked).toEqual({ ok: true, value: { sources: [] } });
});

test("a window reopens with its last size", async () => {
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
