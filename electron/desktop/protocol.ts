import { readFile } from "node:fs/promises";
import { extname, join, resolve, sep } from "node:path";
import { type Protocol, protocol } from "electron";
import { APP_SCHEME, isAppUrl } from "./app-url.ts";

/** The page's content security policy: no network access. Mantine needs inline styles. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  // The policy is defined in renderer/trusted-types.ts.
  "trusted-types default",
].join("; ");

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
  ".csv": "text/csv; charset=utf-8",
};

export type PageAnswer =
  | { readonly kind: "file"; readonly path: string; readonly type: string }
  | { readonly kind: "refused"; readonly status: 400 | 403 | 404 | 405 };

/**
 * Resolves a request of the `app:` scheme to a file in `pageDir`, or to index.html for client-side routes. Allows only
 * GET, one host, and no path outside of `pageDir`.
 */
function pageAnswer(method: string, address: string, pageDir: string): PageAnswer {
  if (method !== "GET") return { kind: "refused", status: 405 };
  if (!isAppUrl(address)) return { kind: "refused", status: 403 };
  const path = decoded(address);
  if (path === null) return { kind: "refused", status: 400 };
  const extension = extname(path).toLowerCase();
  if (extension === "")
    return { kind: "file", path: join(pageDir, "index.html"), type: "text/html; charset=utf-8" };
  const type = TYPES[extension];
  const file = resolve(pageDir, `.${path}`);
  if (type === undefined || !file.startsWith(resolve(pageDir) + sep)) return { kind: "refused", status: 404 };
  return { kind: "file", path: file, type };
}

// The URL parser resolves `..` and `%2e%2e`; anything left after decoding is an attack.
function decoded(address: string): string | null {
  try {
    const path = decodeURIComponent(new URL(address).pathname);
    return /(^|\/)\.\.?(\/|$)|\\|\0|%/.test(path) ? null : path;
  } catch {
    return null;
  }
}

function pageHeaders(type: string): Record<string, string> {
  return {
    "Content-Type": type,
    "Content-Security-Policy": PAGE_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
  };
}

/** Must be called before the app is ready. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: APP_SCHEME, privileges: { standard: true, secure: true, codeCache: true } },
  ]);
}

export function servePage(target: Pick<Protocol, "handle">, pageDir: string): void {
  target.handle(APP_SCHEME, async (request) => {
    const answer = pageAnswer(request.method, request.url, pageDir);
    if (answer.kind === "refused") return refusal(answer.status);
    try {
      return new Response(await readFile(answer.path), { headers: pageHeaders(answer.type) });
    } catch {
      return refusal(404);
    }
  });
}

function refusal(status: number): Response {
  return new Response(null, { status, headers: pageHeaders("text/plain") });
}
