import { EventEmitter } from "node:events";
import { readFileSync } from "node:fs";
import type * as Electron from "electron";
import { loadable } from "./addresses.ts";
import { isSandboxed } from "./app.ts";
import { browser, pageOpened } from "./browser.ts";
import { isGone } from "./devtools.ts";
import { type DrivenPage, drivePage, type PageOwner } from "./driven-page.ts";
import { answerInvoked } from "./ipc-main.ts";
import { appEvents } from "./life.ts";
import { listening, modelled, NotModelled, preventable } from "./modelled.ts";
import { pageScripts } from "./page/scripts.ts";
import { answerRequest } from "./requests.ts";
import { defaultSession, type KnownSession } from "./sessions.ts";

/** A page's web contents, with the members that its window needs. */
export interface OwnedContents {
  readonly contents: Electron.WebContents;
  readonly events: EventEmitter;
  loadURL(url: string): Promise<void>;
  /** Runs `act` on the page once it is open, in call order. */
  onPage(act: (page: DrivenPage) => unknown): void;
  whenPainted: Promise<void>;
  destroy(): void;
}

/** Paper sizes as width and height in inches. */
const PAPER: ReadonlyMap<Electron.PrintToPDFOptions["pageSize"], readonly [number, number]> = new Map([
  ["A4", [8.27, 11.69]],
  ["Letter", [8.5, 11]],
]);

const all = new Map<Electron.WebContents, { targetId: string | null; destroyed: boolean }>();
let lastId = 0;

/** Refuses web preferences that weaken the page's isolation, which the stand-in does not support. */
function checkPreferences(preferences: Electron.WebPreferences): void {
  const {
    contextIsolation = true,
    sandbox = true,
    nodeIntegration = false,
    webSecurity = true,
  } = preferences;
  if (!contextIsolation || nodeIntegration || !webSecurity || !(sandbox || isSandboxed()))
    throw new NotModelled("a page without context isolation, sandbox and web security");
}

export function makeContents(preferences: Electron.WebPreferences): OwnedContents {
  checkPreferences(preferences);
  const events = new EventEmitter();
  const used: KnownSession = defaultSession();
  const state = { targetId: null as string | null, destroyed: false };
  let url = "";
  let crashed = false;
  let webRtc: Parameters<Electron.WebContents["setWebRTCIPHandlingPolicy"]>[0] = "default";
  let openHandler: Parameters<Electron.WebContents["setWindowOpenHandler"]>[0] | null = null;
  let opened: DrivenPage | null = null;
  const painted = Promise.withResolvers<void>();
  lastId += 1;
  const id = lastId;

  const mainFrame = () =>
    modelled<Electron.WebFrameMain>("WebFrameMain", {
      url,
      parent: null,
      isDestroyed: () => state.destroyed,
    });
  const alive = () => {
    if (state.destroyed) throw new TypeError("Object has been destroyed");
  };
  const preload = preferences.preload;
  const scripts = preload === undefined ? null : pageScripts(readFileSync(preload, "utf8"));

  const owner: PageOwner = {
    navigationStarts: ({ url: to, isSameDocument, isMainFrame }) =>
      void events.emit("did-start-navigation", preventable({ url: to, isSameDocument, isMainFrame })),
    mayNavigate(to, isMainFrame) {
      const any = preventable({ url: to, isMainFrame, isSameDocument: false });
      events.emit("will-frame-navigate", any);
      if (any.defaultPrevented || !isMainFrame) return !any.defaultPrevented;
      const main = preventable({ url: to, isMainFrame, isSameDocument: false });
      events.emit("will-navigate", main);
      return !main.defaultPrevented;
    },
    navigated(to, isSameDocument) {
      url = to;
      crashed = false;
      if (isSameDocument) events.emit("did-navigate-in-page", preventable({}), to, true);
      else events.emit("did-navigate", preventable({}), to, 200, "OK");
    },
    domReady: () => void events.emit("dom-ready", preventable({})),
    loaded: () => void events.emit("did-finish-load", preventable({})),
    painted: () => painted.resolve(),
    crashed() {
      crashed = true;
      const details: Electron.RenderProcessGoneDetails = { reason: "crashed", exitCode: 139 };
      events.emit("render-process-gone", preventable({}), details);
      appEvents.emit("render-process-gone", preventable({}), contents, details);
    },
    answer: (request) => answerRequest(request, used, contents),
    says(message) {
      if (message.kind === "broken") {
        console.error(`Unable to load preload script: ${preload}\n${message.error}`);
        events.emit("preload-error", preventable({}), preload, new Error(message.error));
        return;
      }
      const from = { sender: contents, senderFrame: mainFrame() };
      void answerInvoked(message, from).then((answer) => {
        if (!state.destroyed) opened?.tell(answer);
      });
    },
    mayOpen(to) {
      const details = { url: to, frameName: "", features: "" } as Electron.HandlerDetails;
      if (openHandler?.(details).action !== "deny") throw new NotModelled("a window that a page opens");
    },
    console: (type, text) => void events.emit("console-message", preventable({ level: type, message: text })),
  };

  const page = browser().then(async ({ devtools, openPage }) => {
    opened = await drivePage(devtools, await openPage(), scripts, owner);
    state.targetId = opened.targetId;
    pageOpened(opened);
    if (state.destroyed) await opened.close();
    return opened;
  });
  page.catch((error: unknown) => console.error("a page could not be opened:", error));
  const onPage = (act: (page: DrivenPage) => unknown) => {
    const failed = (error: unknown) => {
      if (!isGone(error)) console.error("a page could not be driven:", error);
    };
    if (opened === null) page.then(act).catch(failed);
    else Promise.resolve(act(opened)).catch(failed);
  };
  const edit = (command: string) => () =>
    onPage(({ conversation }) =>
      conversation.send("Input.dispatchKeyEvent", { type: "rawKeyDown", commands: [command] }),
    );

  const contents = modelled<Electron.WebContents>("webContents", {
    ...listening<Electron.WebContents>("webContents", events, [
      "console-message",
      "destroyed",
      "did-finish-load",
      "did-navigate",
      "did-navigate-in-page",
      "did-start-navigation",
      "dom-ready",
      "preload-error",
      "render-process-gone",
      "responsive",
      "unresponsive",
      "will-attach-webview",
      "will-frame-navigate",
      "will-navigate",
      "will-redirect",
    ]),
    id,
    session: used.session,
    get mainFrame() {
      return mainFrame();
    },
    getURL: () => url,
    isDestroyed: () => state.destroyed,
    isCrashed: () => crashed,
    send(channel, ...args) {
      alive();
      const message = { kind: "message", channel, args: JSON.stringify(args) } as const;
      onPage((one) => one.tell(message));
    },
    reload() {
      alive();
      onPage((one) => one.reload());
    },
    async executeJavaScript(code, userGesture = false) {
      alive();
      const { result, exceptionDetails } = await (await page).conversation.send("Runtime.evaluate", {
        expression: code,
        awaitPromise: true,
        returnByValue: true,
        userGesture,
      });
      if (exceptionDetails === undefined) return result.value;
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    },
    forcefullyCrashRenderer() {
      alive();
      // The command never gets a response.
      onPage((one) => void one.conversation.send("Page.crash").catch(() => {}));
    },
    close() {
      // Events with a leading dash are internal to the window.
      events.emit("-close");
    },
    async printToPDF({ pageSize = "Letter", printBackground = false }) {
      alive();
      const inches = PAPER.get(pageSize);
      if (inches === undefined) throw new NotModelled(`paper of the size ${JSON.stringify(pageSize)}`);
      const [paperWidth, paperHeight] = inches;
      const sent = { printBackground, paperWidth, paperHeight };
      const { data } = await (await page).conversation.send("Page.printToPDF", sent);
      return Buffer.from(data, "base64");
    },
    startDrag({ file, icon }) {
      alive();
      if (file === undefined || file === "") throw new Error("Must specify either 'file' or 'files' option");
      if (typeof icon !== "string" && icon.isEmpty()) throw new Error("Must specify non-empty 'icon' option");
      throw new NotModelled("webContents.startDrag(), which a test has to put something in the place of");
    },
    // Stored but not enforced; only Electron enforces it.
    setWebRTCIPHandlingPolicy(policy) {
      webRtc = policy;
    },
    getWebRTCIPHandlingPolicy: () => webRtc,
    setWindowOpenHandler(handler) {
      openHandler = handler;
    },
    undo: edit("undo"),
    redo: edit("redo"),
    cut: edit("cut"),
    copy: edit("copy"),
    paste: edit("paste"),
    selectAll: edit("selectAll"),
  });
  all.set(contents, state);
  appEvents.emit("web-contents-created", preventable({}), contents);

  return {
    contents,
    events,
    onPage,
    whenPainted: painted.promise,
    async loadURL(to) {
      alive();
      const address = loadable(to);
      const loaded = new Promise((resolve) => events.once("did-finish-load", resolve));
      await (await page).navigate(address);
      await loaded;
    },
    destroy() {
      if (state.destroyed) return;
      state.destroyed = true;
      onPage((one) => one.close());
      events.emit("destroyed");
    },
  };
}

const living = () => [...all].filter(([, state]) => !state.destroyed).map(([contents]) => contents);

export const webContents = modelled<typeof Electron.webContents>("webContents", {
  getAllWebContents: living,
  fromId: (id) => living().find((contents) => contents.id === id),
  fromDevToolsTargetId: (targetId) => living().find((contents) => all.get(contents)?.targetId === targetId),
});
