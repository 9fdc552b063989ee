import { isIP, isIPv4 } from "node:net";

/** Returns true if `text` is a DNS server as Node's resolver takes it: `ip`, `ip:port`, or `[ip]:port` for IPv6. */
export function isDnsServer(text: string): boolean {
  const [, bracketed, plain, port = "53"] = /^(?:\[([^\]]+)\]|([^[\]:]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  if (bracketed === undefined && plain === undefined) return isIP(text) !== 0;
  const isAddress = bracketed === undefined ? isIPv4(plain ?? "") : isIP(bracketed) === 6;
  return isAddress && Number(port) > 0 && Number(port) < 65_536;
}
