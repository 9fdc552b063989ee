/** What is looked at before any request is answered. Header values as sent, undefined where absent. */
export interface Sender {
  readonly method: string;
  readonly host: string | undefined;
  readonly origin: string | undefined;
  /** `Sec-Fetch-Site`, which browsers set and pages cannot. */
  readonly site: string | undefined;
}

/**
 * Whether a request was meant for this host and comes from its own page: the Host is ours to the letter (a name that
 * was rebound to 127.0.0.1 is not), a request that changes something names our Origin, and no other site sent it.
 */
export function isOwnRequest(sender: Sender, origin: string): boolean {
  if (sender.host !== new URL(origin).host) return false;
  if (sender.origin !== undefined && sender.origin !== origin) return false;
  const reads = sender.method === "GET" || sender.method === "HEAD";
  if (!reads && sender.origin === undefined) return false;
  return sender.site === undefined || sender.site === "same-origin" || sender.site === "none";
}

/** Whether a request may try a token: the same, but a link in another page (a web terminal, a mail) may lead here. */
export function mayEnter(sender: Sender, origin: string): boolean {
  return sender.method === "GET" && sender.host === new URL(origin).host && sender.origin === undefined;
}
