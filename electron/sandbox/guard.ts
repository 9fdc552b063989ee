import type { IncomingHttpHeaders } from "node:http";

/**
 * Returns true if a request comes from a web page or was meant for another server. Any page in the user's browser can
 * send requests to this machine, and read the responses with DNS rebinding.
 */
export function isFromPage(headers: IncomingHttpHeaders, port: number): boolean {
  const own = ["127.0.0.1", "localhost"].flatMap((name) =>
    port === 80 ? [name, `${name}:80`] : [`${name}:${port}`],
  );
  const { host = "", origin } = headers;
  if (!own.includes(host.toLowerCase())) return true;
  if (origin !== undefined && !own.some((name) => origin === `http://${name}`)) return true;
  // Images and forms are requested without an Origin header.
  const site = headers["sec-fetch-site"];
  return site === "cross-site" || site === "same-site";
}
