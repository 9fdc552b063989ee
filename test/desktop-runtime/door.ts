import { z } from "zod";
import { fromChromium, toChromium } from "./addresses.ts";
import { takeSockets } from "./sockets.ts";

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
  const address = await takeSockets((test) => {
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
  return `${address}/devtools/browser/stand-in`;
}
