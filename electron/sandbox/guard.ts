import type { IncomingHttpHeaders } from "node:http";

/**
 * Whether a request comes from a web page or was meant for another server. Every page that the user's browser shows
 * can send requests to this machine, and one whose name was made to point here can read the answers too; programs
 * send none of what gives a page away.
 */
export function isFromPage(headers: IncomingHttpHeaders, port: number): boolean {
  const own = ["127.0.0.1", "localhost"].flatMap((name) =>
    port === 80 ? [name, `${name}:80`] : [`${name}:${port}`],
  );
  const { host = "", origin } = headers;
  if (!own.includes(host.toLowerCase())) return true;
  if (origin !== undefined && !own.some((name) => origin === `http://${name}`)) return true;
  // Images, forms and the like are sent without an origin.
  const site = headers["sec-fetch-site"];
  return site === "cross-site" || site === "same-site";
}
