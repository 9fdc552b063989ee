import { beforeEach, describe, expect, it, vi } from "vitest";
import { isAppUrl } from "../../../electron/desktop/app-url.ts";
import { windowOptions } from "../../../electron/desktop/window.ts";
import { FrameDouble, preventable, state } from "./electron-double.ts";
import { type LaunchedDesktop, launch } from "./launched-desktop.ts";

vi.mock("electron", () => import("./electron-double.ts"));

let desktop: LaunchedDesktop;
beforeEach(async () => {
  desktop = await launch();
});

describe("the window", () => {
  it("is sandboxed from the start and sets every security option", () => {
    const { order } = state;
    expect(order.indexOf("enableSandbox")).toBeLessThan(order.indexOf("requestSingleInstanceLock"));
    expect(order).toContain("enableSandbox");
    expect(desktop.window().options.webPreferences).toEqual({
      preload: desktop.files.preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      plugins: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      safeDialogs: true,
      spellcheck: false,
      devTools: true,
    });
  });

  it("has no developer tools in an installed Winnow", () => {
    expect(windowOptions("p", "linux", "#fff", false).webPreferences?.devTools).toBe(false);
    expect(desktop.window().options.webPreferences?.devTools).toBe(!state.packaged);
  });

  it("keeps crash reports on the machine", () => {
    expect(state.crashReporter).toEqual({ uploadToServer: false });
  });
});

describe("the app: protocol", () => {
  const get = async (url: string, method = "GET") => {
    const handler = state.protocols.get("app");
    if (handler === undefined) throw new Error("app: is not served");
    // `Request` does not accept custom schemes everywhere; the handler reads only these two fields.
    return await handler({ url, method } as Request);
  };

  it("is a secure, standard origin without privileges that the page does not need", () => {
    expect(state.schemes).toEqual([
      { scheme: "app", privileges: { standard: true, secure: true, codeCache: true } },
    ]);
  });

  it("serves the page and its files with the content security policy", async () => {
    const page = await get("app://winnow/cleanings/c1?verdict=unknown");
    expect(await page.text()).toContain("the page");
    expect(page.headers.get("content-security-policy")).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types default",
    );
    const script = await get("app://winnow/assets/page.js");
    expect(await script.text()).toBe("the script");
    expect(script.headers.get("content-type")).toContain("text/javascript");
    expect(script.headers.get("x-content-type-options")).toBe("nosniff");
  });

  it.each([
    ["app://winnow/../secret.html", 404],
    ["app://winnow/%2e%2e/secret.html", 404],
    ["app://winnow/..%2fsecret.html", 400],
    ["app://winnow/assets/..%2f..%2fsecret.html", 400],
    ["app://winnow/..%5csecret.html", 400],
    ["app://winnow/%252e%252e/secret.html", 400],
    ["app://winnow/%00.html", 400],
    ["app://winnow/%E0%A4%A.html", 400],
    ["app://winnow/assets/gone.js", 404],
    ["app://winnow/secret.sh", 404],
    ["app://winnow.evil.example/", 403],
    ["app://evil/", 403],
    ["app://ann@winnow/", 403],
    ["app://winnow:80/", 403],
    ["file:///etc/passwd", 403],
    ["nonsense", 403],
  ])("refuses %s with %d", async (url, status) => {
    const answer = await get(url);
    expect(answer.status).toBe(status);
    expect(await answer.text()).toBe("");
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
  });

  it.each(["POST", "PUT", "DELETE", "HEAD"])("responds to GET only, not to %s", async (method) => {
    expect((await get("app://winnow/", method)).status).toBe(405);
  });
});

describe("a permission", () => {
  it("is denied in every session, for every kind of permission", () => {
    state.sessions.get("") ?? expect.fail("the page's session was not touched");
    expect([...state.sessions.keys()].sort()).toEqual(["", "winnow-service"]);
    for (const {
      permissionRequest,
      permissionCheck,
      devicePermission,
      displayMedia,
    } of state.sessions.values()) {
      const decided: unknown[] = [];
      const anything = {} as never;
      for (const permission of ["clipboard-read", "geolocation", "media", "notifications"] as const) {
        permissionRequest?.(anything, permission as "media", (allowed) => decided.push(allowed), anything);
        decided.push(permissionCheck?.(null, permission, "app://winnow", anything));
      }
      decided.push(devicePermission?.(anything));
      expect(new Set(decided)).toEqual(new Set([false]));
      displayMedia?.(anything, (streams) => decided.push(streams));
      expect(decided.at(-1)).toBeNull();
    }
  });
});

describe("a request from the page", () => {
  const cancelled = (url: string) => {
    let answer: unknown;
    state.sessions.get("")?.beforeRequest?.({ url }, (response) => {
      answer = response.cancel;
    });
    return answer;
  };

  it.each(["app://winnow/", "app://winnow/assets/page.js?x"])(
    "is allowed when it is for Winnow's own page: %s",
    (url) => {
      expect(cancelled(url)).toBe(false);
    },
  );

  it.each([
    "https://evil.example/",
    "http://127.0.0.1/",
    "ws://evil.example/",
    "file:///etc/passwd",
    "ftp://evil.example/",
    "app://winnow.evil.example/",
    "app://ann@winnow/",
    "blob:https://evil.example/1",
    "nonsense",
    "",
  ])("is blocked when it is for any other URL: %s", (url) => {
    expect(cancelled(url)).toBe(true);
  });

  it("is allowed for the developer tools in development only", () => {
    const tools = "devtools://devtools/bundled/devtools_app.html";
    expect(cancelled(tools)).toBe(false);
    state.packaged = true;
    expect(cancelled(tools)).toBe(true);
    state.packaged = false;
  });

  it("cannot reach another machine by WebRTC", () => {
    expect(desktop.window().page.webRtcPolicy).toBe("disable_non_proxied_udp");
  });

  it("cannot download a file, in any session", () => {
    for (const [name, { emitter }] of state.sessions) {
      const event = preventable();
      emitter.emit("will-download", event, {}, {});
      expect([name, event.defaultPrevented]).toEqual([name, true]);
    }
  });
});

describe("a navigation", () => {
  const emit = (event: string, details: object) => {
    const prevented = { ...details, ...preventable() };
    desktop.window().page.emitter.emit(event, prevented);
    return prevented.defaultPrevented;
  };

  it.each([
    "https://evil.example/",
    "file:///etc/passwd",
    "app://winnow.evil.example/",
    "javascript:alert(1)",
    "about:blank",
  ])("is prevented when it leads to %s", (url) => {
    expect(emit("will-navigate", { url })).toBe(true);
    expect(emit("will-frame-navigate", { url, isMainFrame: true })).toBe(true);
  });

  it("is prevented in a frame inside the page, even to Winnow's own page", () => {
    expect(emit("will-frame-navigate", { url: "app://winnow/", isMainFrame: false })).toBe(true);
  });

  it("is prevented by a redirect and in a guest inside the page", () => {
    expect(emit("will-redirect", { url: "app://winnow/" })).toBe(true);
    expect(emit("will-attach-webview", {})).toBe(true);
  });

  it("is allowed when it leads to Winnow's own page", () => {
    expect(emit("will-navigate", { url: "app://winnow/lists" })).toBe(false);
  });

  it.each(["https://evil.example/", "file:///etc/passwd", "app://winnow/", "https://winnow.example/help"])(
    "is denied in a new window, and not passed to the system: %s",
    (url) => {
      const { openHandler } = desktop.window().page;
      expect(openHandler?.({ url } as never)).toEqual({ action: "deny" });
      expect(state.opened).toEqual([]);
    },
  );
});

describe("a call to the main process", () => {
  it("uses one channel, and the only other one is for files from the preload script", () => {
    expect([...state.handlers.keys()]).toEqual(["winnow:call", "winnow:files"]);
  });

  it("can pass on files only through the preload script of Winnow's own page", async () => {
    const frame = new FrameDouble("https://evil.example/");
    await expect(desktop.drop(["/etc/passwd"], frame)).rejects.toThrow("not allowed");
    for (const nonsense of [null, "/etc/passwd", [5], [""], { path: "/etc/passwd" }])
      await desktop.drop(nonsense);
    expect(await desktop.call("lists.open", { source: { kind: "path", path: "/etc/passwd" } })).toMatchObject(
      {
        ok: false,
      },
    );
  });

  it.each([
    ["another page", new FrameDouble("https://evil.example/")],
    ["a URL that only begins like Winnow's", new FrameDouble("app://winnow.evil.example/")],
    ["a URL with a user name", new FrameDouble("app://winnow@evil/")],
    ["a local file", new FrameDouble("file:///index.html")],
    ["an empty page", new FrameDouble("about:blank")],
    ["a frame inside the page", new FrameDouble("app://winnow/", new FrameDouble("app://winnow/"))],
    ["a frame that has gone", null],
  ])("is rejected if it comes from %s", async (_name, frame) => {
    await expect(desktop.call("accounts.list", {}, frame)).rejects.toThrow("not allowed");
    expect(desktop.engine.calls.filter(({ name }) => name === "accounts.list")).toEqual([]);
  });

  it("is rejected if it comes from other web contents", async () => {
    const handler = state.handlers.get("winnow:call");
    const event = { sender: {}, senderFrame: desktop.window().page.frame };
    await expect(handler?.(event, { name: "accounts.list", input: {} })).rejects.toThrow("not allowed");
  });

  it.each([
    [undefined],
    [null],
    ["accounts.list"],
    [{ input: {} }],
    [{ name: 5, input: {} }],
    [{ name: "x".repeat(101), input: {} }],
    [{ name: "accounts.list", input: {}, more: 1 }],
  ])("is refused with an invalid shape: %j", async (request) => {
    const handler = state.handlers.get("winnow:call");
    const { contents, frame } = desktop.window().page;
    const answer = await handler?.({ sender: contents, senderFrame: frame }, request);
    expect(answer).toMatchObject({ ok: false, problem: { code: "call_invalid" } });
    expect(desktop.engine.calls.filter(({ name }) => name === "accounts.list")).toEqual([]);
  });

  it("is aborted when the page is reloaded, but not by a navigation within it", async () => {
    await desktop.call("cleanings.list", {});
    const { signal } = desktop.engine.calls.at(-1) ?? {};
    const { emitter } = desktop.window().page;
    const url = "app://winnow/";
    emitter.emit("did-start-navigation", { url, isMainFrame: true, isSameDocument: true });
    // Electron emits this event even though the navigation is then prevented and the page stays.
    emitter.emit("did-start-navigation", {
      url: "https://example.com/",
      isMainFrame: true,
      isSameDocument: false,
    });
    expect(signal?.aborted).toBe(false);
    emitter.emit("did-start-navigation", { url, isMainFrame: true, isSameDocument: false });
    expect(signal?.aborted).toBe(true);
    await desktop.call("cleanings.list", {});
    expect(desktop.engine.calls.at(-1)?.signal?.aborted).toBe(false);
  });

  it("is aborted when the page's process ends", async () => {
    await desktop.call("cleanings.list", {});
    const { signal } = desktop.engine.calls.at(-1) ?? {};
    desktop.window().page.emitter.emit("render-process-gone", {}, { reason: "clean-exit", exitCode: 0 });
    expect(signal?.aborted).toBe(true);
  });

  it("is accepted only if the parsed URL of the page is Winnow's own", () => {
    expect(isAppUrl("app://winnow/lists")).toBe(true);
    expect(isAppUrl("APP://winnow/")).toBe(true);
    expect(isAppUrl("app:winnow")).toBe(false);
  });
});
