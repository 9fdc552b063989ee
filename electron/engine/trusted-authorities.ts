import { getCACertificates } from "node:tls";

/**
 * Returns the certificates (PEM) of the authorities that connections trust: Node's, and the system's, where companies
 * install their own. `undefined`, which means Node's, if the runtime cannot tell.
 */
export function trustedAuthorities(): string[] | undefined {
  try {
    return [...new Set([...getCACertificates("default"), ...getCACertificates("system")])];
  } catch {
    return undefined;
  }
}
