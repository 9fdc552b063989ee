import { secureHeaders } from "hono/secure-headers";

function plainPage(title: string, text: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Winnow: ${title}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:20vh auto;padding:0 1.5rem;color-scheme:light dark}</style>
</head><body><h1>${title}</h1><p>${text}</p></body></html>
`;
}

/** Shown for a URL of an earlier run. */
export const refusedPage = plainPage(
  "This link does not open Winnow",
  "Winnow has a new link each time it starts. Go to the window where it was started, press Enter there, and open the link that it prints. Your lists and cleanings are safe.",
);

export const missingPage = plainPage(
  "Not here",
  'There is nothing at this link. <a href="/">Open Winnow</a>',
);

/** The headers checked before a request is handled, as sent; undefined if absent. */
export interface RequestHeaders {
  readonly method: string;
  readonly host: string | undefined;
  readonly origin: string | undefined;
  /** `Sec-Fetch-Site`, which scripts cannot set. */
  readonly fetchSite: string | undefined;
  /** `Sec-Fetch-Mode` and `Sec-Fetch-Dest`: `navigate` and `document` if the user followed a link. */
  readonly fetchMode: string | undefined;
  readonly fetchDest: string | undefined;
}

/**
 * Returns true if a request comes from the host's own page. The Host header must match exactly (which defeats DNS
 * rebinding), requests that change something must send our Origin, and cross-site requests are rejected.
 */
export function isOwnRequest(sender: RequestHeaders, origin: string): boolean {
  if (sender.host !== new URL(origin).host) return false;
  if (sender.origin !== undefined && sender.origin !== origin) return false;
  if (!reads(sender) && sender.origin === undefined) return false;
  return sender.fetchSite === undefined || sender.fetchSite === "same-origin" || sender.fetchSite === "none";
}

/**
 * Returns true if the static page may be served: to itself, and to a top-level navigation from elsewhere (a web
 * terminal, a mail, the file that opens the browser). Never into a frame or subresource of another site.
 */
export function mayOpenPage(sender: RequestHeaders, origin: string): boolean {
  if (isOwnRequest(sender, origin)) return reads(sender);
  const isVisit = sender.fetchMode === "navigate" && sender.fetchDest === "document";
  return (
    isVisit && sender.method === "GET" && sender.host === new URL(origin).host && sender.origin === undefined
  );
}

/**
 * Returns true if the response is shown to the user as a page. Browsers send Sec-Fetch-Mode only to trustworthy
 * origins, so `Accept` is the fallback.
 */
export function isNavigation(mode: string | undefined, accept: string | undefined): boolean {
  return mode === undefined ? /^text\/html\b/i.test(accept ?? "") : mode === "navigate";
}

function reads({ method }: RequestHeaders): boolean {
  return method === "GET" || method === "HEAD";
}

/** The page may only load from and connect to its host. Mantine needs inline styles. */
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
    // The policy is defined in renderer/trusted-types.ts.
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
