import { beforeEach, describe, expect, it } from "vitest";
import {
  app,
  BrowserWindow,
  ipcMain,
  makeReady,
  nativeImage,
  net,
  protocol,
  reset,
  session,
  state,
} from "./electron-double.ts";

beforeEach(() => reset());

describe("the double of Electron", () => {
  it("throws on every API and event that it does not model", () => {
    makeReady();
    const unmodelled: [string, () => unknown][] = [
      ["app.relaunch", () => app.relaunch()],
      ["app event 'gpu-info-update'", () => app.on("gpu-info-update", () => {})],
      ["ipcMain.on", () => ipcMain.on("x", () => {})],
      ["Session.clearCache", () => session.defaultSession.clearCache()],
    ];
    for (const [what, use] of unmodelled) {
      expect(use).toThrow(`does not model ${what}`);
    }
    new BrowserWindow({});
    expect(() => state.windows[0]?.window.setKiosk).toThrow("does not model BrowserWindow.setKiosk");
    expect(() => state.windows[0]?.page.contents.executeJavaScript).toThrow("does not model webContents");
  });

  it("holds to what must come before ready, and after", () => {
    expect(() => new BrowserWindow({})).toThrow("before the app is ready");
    expect(() => session.defaultSession).toThrow("before the app is ready");
    expect(() => net.request({ url: "http://127.0.0.1/" })).toThrow("before the app is ready");
    makeReady();
    expect(() => app.enableSandbox()).toThrow("must be called before");
    expect(() => protocol.registerSchemesAsPrivileged([])).toThrow("must be called before");
  });

  it("takes one handler a channel, and knows an empty image", () => {
    ipcMain.handle("x", () => 1);
    expect(() => ipcMain.handle("x", () => 2)).toThrow("second handler");
    expect(nativeImage.createFromPath("/nowhere.png").isEmpty()).toBe(true);
  });
});
