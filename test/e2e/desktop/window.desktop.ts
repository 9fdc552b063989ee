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

test("one window opens on Winnow's own page, and shows once the page has painted", async () => {
  const { app, page } = desktop;
  expect(page.url()).toMatch(/^app:\/\/winnow\//);
  expect(app.windows()).toHaveLength(1);
  const isVisible = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible());
  await expect.poll(isVisible).toBe(true);
  const paints = await page.evaluate(() => performance.getEntriesByType("paint").map(({ name }) => name));
  expect(paints).toContain("first-paint");
});

test("the page has an unchangeable bridge and no globals of Node or Electron, and a frame has no bridge", async () => {
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

test("the page cannot evaluate strings, reach a network or open a window", async () => {
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
    return failed;
  });
  expect(seen).toEqual(["code", "fetch", "open"]);
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
});
