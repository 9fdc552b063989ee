import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { z } from "zod";
import { fromChromium, toChromium } from "./addresses.ts";

/** The WebSocket server inside Playwright: no other is among the project's packages, and Node brings clients only. */
interface SocketServer {
  on(event: "connection", take: (socket: ServerSocket) => void): void;
  on(event: "listening", heard: () => void): void;
  address(): AddressInfo;
  close(): void;
}
interface ServerSocket {
  on(event: "message", take: (data: Buffer) => void): void;
  on(event: "close", heard: () => void): void;
  send(text: string): void;
  close(): void;
}
type MakeServer = new (options: { host: string; port: number }) => SocketServer;

const sentSchema = z.object({ method: z.string().optional(), sessionId: z.string().optional() });
const attachedSchema = z.object({
  method: z.literal("Target.attachedToTarget"),
  params: z.object({ sessionId: z.string(), targetInfo: z.object({ targetId: z.string() }) }),
});

/** What a test's browser driver commands as Electron's own `loadURL` would: no page has asked for it. */
const NAVIGATES: ReadonlySet<string> = new Set([
  "Page.navigate",
  "Page.reload",
  "Page.navigateToHistoryEntry",
]);
/** What would change what the application has set: in Electron both speak to the same browser, and the application has it. */
const NOT_FOR_TESTS: ReadonlySet<string> = new Set([
  "Browser.setDownloadBehavior",
  "Emulation.setEmulatedMedia",
]);

/**
 * Lets tests drive the page by the DevTools protocol, as Electron does, with the application's own addresses. Answers
 * where. `onNavigation`: a test told this target's page to load something.
 */
export async function openDoor(chromium: string, onNavigation: (targetId: string) => void): Promise<string> {
  const { wsServer: Server } = createRequire(import.meta.url)("playwright-core/lib/utilsBundle") as {
    wsServer: MakeServer;
  };
  const server = new Server({ host: "127.0.0.1", port: 0 });
  await new Promise<void>((resolve) => server.on("listening", resolve));
  server.on("connection", (test) => {
    const targets = new Map<string, string>();
    const browser = new WebSocket(chromium);
    const opened = new Promise((resolve) => browser.addEventListener("open", resolve, { once: true }));
    test.on("message", (data) => {
      const text = data.toString("utf8");
      const { method = "", sessionId = "" } = sentSchema.parse(JSON.parse(text));
      const target = targets.get(sessionId);
      if (NAVIGATES.has(method) && target !== undefined) onNavigation(target);
      if (NOT_FOR_TESTS.has(method)) {
        test.send(JSON.stringify({ ...JSON.parse(text), method: undefined, params: undefined, result: {} }));
        return;
      }
      void opened.then(() => browser.send(toChromium(text)));
    });
    browser.addEventListener("message", ({ data }) => {
      const text = String(data);
      if (text.includes('"Target.attachedToTarget"')) {
        const attached = attachedSchema.safeParse(JSON.parse(text)).data?.params;
        if (attached !== undefined) targets.set(attached.sessionId, attached.targetInfo.targetId);
      }
      test.send(fromChromium(text));
    });
    test.on("close", () => browser.close());
    browser.addEventListener("close", () => test.close());
  });
  return `ws://127.0.0.1:${server.address().port}/devtools/browser/stand-in`;
}
