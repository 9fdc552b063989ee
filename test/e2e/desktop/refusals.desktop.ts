import { expect, type Page, test } from "@playwright/test";
import { type RunningDesktop, startDesktop } from "./running-desktop.ts";

let desktop: RunningDesktop;
test.beforeEach(async () => {
  desktop = await startDesktop();
});
test.afterEach(() => desktop.remove());

/** Main sends the page a command of the menu's; answers whether it got there. */
async function commandArrives(page: Page): Promise<void> {
  const listening = await page.evaluateHandle(() => ({
    heard: new Promise<unknown>((resolve) => {
      window.winnow?.listen((event) => {
        if ((event as { event: string }).event === "command") resolve(event);
      });
    }),
  }));
  await desktop.app.evaluate(({ Menu }) => {
    const item = Menu.getApplicationMenu()?.getMenuItemById("lists");
    item?.click();
  });
  expect(await listening.evaluate(({ heard }) => heard)).toEqual({ event: "command", command: "lists" });
}

/** Does `act` in the page, and waits until main has been asked about the navigation that it wants. */
async function wantsAway(page: Page, act: () => void): Promise<void> {
  const listening = await desktop.app.evaluateHandle(({ BrowserWindow }) => ({
    asked: new Promise<void>((resolve) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      contents?.once("will-frame-navigate", () => resolve());
      contents?.once("will-navigate", () => resolve());
    }),
  }));
  await page.evaluate(act);
  await listening.evaluate(({ asked }) => asked);
}

test("a page that was kept from going elsewhere still hears what main sends", async () => {
  const { page } = desktop;
  await wantsAway(page, () => {
    location.href = "https://example.com/";
  });
  expect(page.url()).toMatch(/^app:\/\/winnow\//);
  await commandArrives(page);
});

test("a page that was kept from going elsewhere is still answered what it asked before", async () => {
  const { app, page } = desktop;
  // A dialog stands open while the page tries to leave.
  await app.evaluate(({ dialog }) => {
    let close = (): void => {};
    const closed = new Promise<void>((resolve) => {
      close = resolve;
    });
    dialog.showOpenDialog = async () => {
      await closed;
      return { canceled: true, filePaths: [] };
    };
    Object.assign(globalThis, { closeDialog: close });
  });
  const picked = page.evaluate(() => window.winnow?.call("host.pickFiles", {}));
  await wantsAway(page, () => {
    location.href = "https://example.com/";
  });
  await app.evaluate(() => Reflect.get(globalThis, "closeDialog")());
  expect(await picked).toEqual({ ok: true, value: { sources: [] } });
});

test("links to elsewhere, forms and other programs' addresses lead nowhere", async () => {
  const { app, page } = desktop;
  for (const address of ["https://example.com/", "mailto:ann@acme.example", "app://winnow.example/"]) {
    await page.evaluate((to) => {
      const link = document.createElement("a");
      link.href = to;
      document.body.append(link);
      link.click();
      link.target = "_blank";
      link.click();
    }, address);
  }
  await commandArrives(page);
  expect(page.url()).toMatch(/^app:\/\/winnow\//);
  await expect.poll(() => app.windows().length).toBe(1);
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
});

test("what the page would download is not saved", async () => {
  const { app, page } = desktop;
  const listening = await app.evaluateHandle(({ session }) => ({
    refused: new Promise<string>((resolve) => {
      session.defaultSession.on("will-download", (event, item) =>
        resolve(`${item.getFilename()} ${event.defaultPrevented}`),
      );
    }),
  }));
  await page.evaluate(() => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob(["email"]));
    link.download = "list.csv";
    link.click();
  });
  expect(await listening.evaluate(({ refused }) => refused)).toBe("list.csv true");
});

test("the bridge cannot be changed by the page, and carries no more than it is made for", async () => {
  const { page } = desktop;
  const tried = await page.evaluate(async () => {
    const bridge = window.winnow;
    if (bridge === undefined) throw new Error("there is no bridge");
    const said: unknown[] = [];
    const attempt = async (act: () => unknown) => {
      try {
        said.push(await act());
      } catch (error) {
        said.push(error instanceof Error ? error.message : error);
      }
    };
    await attempt(() => Reflect.set(bridge, "call", () => "mine"));
    await attempt(() => Reflect.set(window, "winnow", {}));
    await attempt(() => bridge.call("no.such.call", {}));
    await attempt(() => bridge.call("lists.open", { source: { kind: "path", path: "/etc/passwd" } }));
    await attempt(() => Reflect.apply(bridge.call, null, ["x".repeat(101), {}]));
    return said;
  });
  expect(tried).toEqual([
    false,
    false,
    expect.objectContaining({ ok: false, problem: expect.objectContaining({ code: "call_unknown" }) }),
    expect.objectContaining({ ok: false, problem: expect.objectContaining({ code: "path_not_chosen" }) }),
    expect.objectContaining({ ok: false, problem: expect.objectContaining({ code: "call_invalid" }) }),
  ]);
});

test("a frame within the page has no bridge", async () => {
  const seen = await desktop.page.evaluate(async () => {
    const frame = document.createElement("iframe");
    document.body.append(frame);
    await new Promise((resolve) => setTimeout(resolve));
    return frame.contentWindow !== null && "winnow" in frame.contentWindow;
  });
  expect(seen).toBe(false);
});

test("every permission is denied", async () => {
  const states = await desktop.page.evaluate(async () => {
    const names = ["geolocation", "notifications", "camera", "microphone", "midi", "clipboard-read"];
    const asked = names.map((name) => navigator.permissions.query({ name: name as PermissionName }));
    return (await Promise.all(asked)).map(({ state }) => state);
  });
  expect(new Set(states)).toEqual(new Set(["denied"]));
});
