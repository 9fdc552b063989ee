import { fromChromium } from "./addresses.ts";
import { type Conversation, type DevTools, isGone, type Protocol } from "./devtools.ts";
import { NotModelled } from "./modelled.ts";
import type { AskedNow, FromPreload, ToPreload } from "./page/preload-world.ts";
import { type PageScripts, PRELOAD_WORLD } from "./page/scripts.ts";

export interface Navigation {
  readonly url: string;
  readonly isSameDocument: boolean;
  readonly isMainFrame: boolean;
}

/** A request of the page before it is sent. */
export interface PageRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly resourceType: Protocol.Network.ResourceType;
}

export type RequestAnswer =
  | { readonly kind: "refused"; readonly reason: Protocol.Network.ErrorReason }
  | { readonly kind: "answered"; readonly response: Response }
  /** Sends the request to the network. */
  | { readonly kind: "network" };

/** Callbacks of a page, called in the order of events. */
export interface PageOwner {
  navigationStarts(navigation: Navigation): void;
  /** Returns `false` to prevent a navigation that the page started. */
  mayNavigate(url: string, isMainFrame: boolean): boolean;
  navigated(url: string, isSameDocument: boolean): void;
  domReady(): void;
  loaded(): void;
  painted(): void;
  crashed(): void;
  answer(request: PageRequest): Promise<RequestAnswer>;
  says(message: FromPreload): void;
  mayOpen(url: string): void;
  console(type: string, text: string): void;
}

export interface DrivenPage {
  readonly targetId: string;
  readonly conversation: Conversation;
  /** Sends a message to the preload. Ignored if the document has none. */
  tell(message: ToPreload): void;
  navigate(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Marks the next navigation as started by the application or a test, not by the page. */
  commanded(): void;
  close(): Promise<void>;
}

export async function drivePage(
  devtools: DevTools,
  targetId: string,
  scripts: PageScripts | null,
  owner: PageOwner,
): Promise<DrivenPage> {
  const { sessionId } = await devtools.send("Target.attachToTarget", { targetId, flatten: true });
  const page = devtools.page(sessionId);
  let world: string | null = null;
  let commands = 0;
  let document = "about:blank";

  // Events of a closing page are ignored.
  let closed = false;
  const on: Conversation["on"] = (event, listener) =>
    page.on(event, (payload) => {
      if (!closed) listener(payload);
    });
  on("Runtime.executionContextCreated", ({ context }) => {
    const isOwn = context.name === PRELOAD_WORLD && context.auxData?.frameId === targetId;
    if (isOwn) world = context.uniqueId;
  });
  on("Runtime.executionContextDestroyed", ({ executionContextUniqueId }) => {
    if (executionContextUniqueId === world) world = null;
  });
  on("Runtime.bindingCalled", ({ name, payload }) => {
    if (name === scripts?.carrier) owner.says(JSON.parse(payload) as FromPreload);
  });
  on("Runtime.consoleAPICalled", ({ type, args }) =>
    owner.console(type, args.map((arg) => arg.value ?? arg.description ?? "").join(" ")),
  );
  on("Runtime.exceptionThrown", ({ exceptionDetails }) =>
    owner.console("error", exceptionDetails.exception?.description ?? exceptionDetails.text),
  );
  on("Page.frameNavigated", ({ frame }) => {
    if (frame.id !== targetId || frame.url === "about:blank") return;
    document = frame.loaderId;
    owner.navigated(fromChromium(frame.url + (frame.urlFragment ?? "")), false);
  });
  on("Page.navigatedWithinDocument", ({ frameId, url }) => {
    if (frameId !== targetId) return;
    const address = fromChromium(url);
    commands = 0;
    owner.navigationStarts({ url: address, isSameDocument: true, isMainFrame: true });
    owner.navigated(address, true);
  });
  on("Page.domContentEventFired", () => {
    if (document !== "about:blank") owner.domReady();
  });
  on("Page.loadEventFired", () => {
    if (document !== "about:blank") owner.loaded();
  });
  on("Page.lifecycleEvent", ({ frameId, loaderId, name }) => {
    if (frameId === targetId && loaderId === document && name === "firstPaint") owner.painted();
  });
  on("Page.windowOpen", ({ url }) => owner.mayOpen(fromChromium(url)));
  on("Page.frameRequestedNavigation", ({ frameId, url, disposition }) => {
    // URLs of other programs, for which Chromium sends no request.
    if (disposition !== "currentTab" || /^(?:https?|about|blob|data|javascript):/.test(url)) return;
    const isMainFrame = frameId === targetId;
    owner.navigationStarts({ url, isSameDocument: false, isMainFrame });
    if (owner.mayNavigate(url, isMainFrame)) throw new NotModelled(`a page that goes to ${url}`);
  });
  on("Inspector.targetCrashed", () => owner.crashed());
  on("Fetch.requestPaused", (paused) => void handle(paused));
  on("Debugger.paused", ({ callFrames: [frame] }) => void answerNow(frame));

  async function handle(paused: Protocol.Fetch.requestPausedPayload): Promise<void> {
    const { requestId, request, resourceType, frameId } = paused;
    const url = fromChromium(request.url + (request.urlFragment ?? ""));
    const refuse = (errorReason: Protocol.Network.ErrorReason) =>
      page.send("Fetch.failRequest", { requestId, errorReason });
    try {
      if (resourceType === "Document") {
        const isMainFrame = frameId === targetId;
        const isCommanded = isMainFrame && commands > 0;
        if (isMainFrame) commands = 0;
        owner.navigationStarts({ url, isSameDocument: false, isMainFrame });
        if (!isCommanded && !owner.mayNavigate(url, isMainFrame)) return void (await refuse("Aborted"));
      }
      const { method, headers, postData: body } = request;
      const answer = await owner.answer({ url, method, headers, body, resourceType });
      if (answer.kind === "network") await page.send("Fetch.continueRequest", { requestId });
      else if (answer.kind === "refused") await refuse(answer.reason);
      else
        await page.send("Fetch.fulfillRequest", {
          requestId,
          responseCode: answer.response.status,
          responseHeaders: [...answer.response.headers].map(([name, value]) => ({ name, value })),
          body: Buffer.from(await answer.response.arrayBuffer()).toString("base64"),
        });
    } catch (error) {
      // The request is gone together with its page.
      if (!isGone(error)) throw error;
    }
  }

  /** Evaluates a synchronous question of the preload's world in its paused call frame, see page/preload-world.ts. */
  async function answerNow(frame: Protocol.Debugger.CallFrame | undefined): Promise<void> {
    if (frame?.functionName === "askNow") {
      const { callFrameId } = frame;
      const look = (expression: string, returnByValue: boolean) =>
        page.send("Debugger.evaluateOnCallFrame", { callFrameId, expression, returnByValue });
      const { result } = await look("_question", true);
      // Safe cast: only the preload's world has a function of that name with this question.
      const question = result.value as AskedNow;
      let answer: string | null = null;
      if (question.kind === "open") owner.mayOpen(fromChromium(question.url));
      else {
        const { objectId = "" } = (await look("_subject", false)).result;
        answer = (await page.send("DOM.getFileInfo", { objectId })).path;
      }
      await look(`answer = ${JSON.stringify(answer)}`, true);
    }
    await page.send("Debugger.resume");
  }

  await Promise.all([
    page.send("Page.enable"),
    page.send("Page.setLifecycleEventsEnabled", { enabled: true }),
    page.send("Runtime.enable"),
    page.send("Inspector.enable"),
    page.send("Debugger.enable"),
    page.send("Fetch.enable", { patterns: [{}] }),
    ...(scripts === null
      ? []
      : [
          page.send("Runtime.addBinding", { name: scripts.carrier, executionContextName: PRELOAD_WORLD }),
          page.send("Page.addScriptToEvaluateOnNewDocument", { source: scripts.mainWorld }),
          page.send("Page.addScriptToEvaluateOnNewDocument", {
            source: scripts.preloadWorld,
            worldName: PRELOAD_WORLD,
          }),
        ]),
  ]);

  return {
    targetId,
    conversation: page,
    tell(message) {
      if (world === null || scripts === null) return;
      const text = JSON.stringify(JSON.stringify(message));
      const expression = `${scripts.taker}(${text})`;
      // A document that is being replaced no longer receives messages.
      page.send("Runtime.evaluate", { expression, uniqueContextId: world }).catch(() => {});
    },
    async navigate(url) {
      commands += 1;
      const { errorText } = await page.send("Page.navigate", { url });
      if (errorText !== undefined) throw new Error(`${errorText} loading '${fromChromium(url)}'`);
    },
    async reload() {
      commands += 1;
      await page.send("Page.reload");
    },
    commanded() {
      commands += 1;
    },
    async close() {
      closed = true;
      await devtools.send("Target.closeTarget", { targetId }).catch(() => {});
    },
  };
}
