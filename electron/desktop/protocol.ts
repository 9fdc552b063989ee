import { readFile } from "node:fs/promises";
import { type Protocol, protocol } from "electron";
import { APP_SCHEME } from "./address.ts";
import { pageAnswer, pageHeaders } from "./page-files.ts";

/** Makes `app:` a real, secure origin. Must run before the application is ready. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: APP_SCHEME, privileges: { standard: true, secure: true, codeCache: true } },
  ]);
}

/** Serves the built page under `app:` to the windows of `target`. */
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
