import { z } from "zod";
import { fromChromium, toChromium } from "./addresses.ts";
import { takeSockets } from "./sockets.ts";

const sentSchema = z.object({ method: z.string().optional(), sessionId: z.string().optional() });
const attachedSchema = z.object({
  method: z.literal("Target.attachedToTarget"),
  params: z.object({ sessionId: z.string(), targetInfo: z.object({ targetId: z.string() }) }),
});

/** Navigations of a test's browser driver, which count as the application's `loadURL` and not as the page's. */
const NAVIGATES: ReadonlySet<string> = new Set([
  "Page.navigate",
  "Page.reload",
  "Page.navigateToHistoryEntry",
]);
/** Commands that would override the application's settings, and are therefore ignored. */
const NOT_FOR_TESTS: ReadonlySet<string> = new Set([
  "Browser.setDownloadBehavior",
  "Emulation.setEmulatedMedia",
]);

/**
 * Opens a DevTools server through which tests drive the page, as with Electron, with the application's own URLs.
 * Returns its URL. `onNavigation` is called if a test makes the target's page load something.
 */
export async function openDevToolsServer(
  chromium: string,
  onNavigation: (targetId: string) => void,
): Promise<string> {
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
