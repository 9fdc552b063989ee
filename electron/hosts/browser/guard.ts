import { secureHeaders } from "hono/secure-headers";

/** What is looked at before any request is answered. Header values as sent, undefined where absent. */
export interface Sender {
  readonly method: string;
  readonly host: string | undefined;
  readonly origin: string | undefined;
  /** `Sec-Fetch-Site`, which browsers set and pages cannot. */
  readonly site: string | undefined;
  /** `Sec-Fetch-Mode` and `Sec-Fetch-Dest`: `navigate` to a `document` where a person followed a link. */
  readonly mode: string | undefined;
  readonly dest: string | undefined;
}

/**
 * Whether a request was meant for this host and comes from its own page: the Host is ours to the letter (a name that
 * was rebound to 127.0.0.1 is not), a request that changes something names our Origin, and no other site sent it.
 */
export function isOwnRequest(sender: Sender, origin: string): boolean {
  if (sender.host !== new URL(origin).host) return false;
  if (sender.origin !== undefined && sender.origin !== origin) return false;
  if (!reads(sender) && sender.origin === undefined) return false;
  return sender.site === undefined || sender.site === "same-origin" || sender.site === "none";
}

/**
 * Whether the built page, which holds nothing secret, may be handed out: to the page itself, and to a window that was led
 * here from elsewhere (a web terminal, a mail, the file that opens the browser). Never into another site's page.
 */
export function mayOpenPage(sender: Sender, origin: string): boolean {
  if (isOwnRequest(sender, origin)) return reads(sender);
  const isVisit = sender.mode === "navigate" && sender.dest === "document";
  return (
    isVisit && sender.method === "GET" && sender.host === new URL(origin).host && sender.origin === undefined
  );
}

/**
 * Whether a refusal is read by a person: the window goes where the request does. A browser says so to origins that it
 * trusts, and to any that it wants a page.
 */
export function isNavigation(mode: string | undefined, accept: string | undefined): boolean {
  return mode === undefined ? /^text\/html\b/i.test(accept ?? "") : mode === "navigate";
}

function reads({ method }: Sender): boolean {
  return method === "GET" || method === "HEAD";
}

/** The page may load what its host serves and talk to its host: to nobody else. Mantine writes inline styles. */
export const setSecurityHeaders = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", "data:"],
    fontSrc: ["'self'"],
    connectSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
    requireTrustedTypesFor: ["'script'"],
    // The page's own rule for what may become markup: renderer/trusted-types.ts.
    trustedTypes: ["default"],
  },
  crossOriginEmbedderPolicy: "require-corp",
  crossOriginOpenerPolicy: "same-origin",
  crossOriginResourcePolicy: "same-origin",
  referrerPolicy: "no-referrer",
  strictTransportSecurity: false,
  xFrameOptions: "DENY",
  permissionsPolicy: {
    camera: [],
    microphone: [],
    geolocation: [],
    usb: [],
    serial: [],
    hid: [],
    payment: [],
  },
});
