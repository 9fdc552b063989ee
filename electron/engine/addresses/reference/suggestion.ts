import { domainOf } from "../../../../shared/addresses.ts";
import type { ReferenceOverride } from "../../../../shared/bridge/app.ts";
import { ownWords } from "./overrides.ts";
import { providers } from "./providers.ts";
import { suggestDomain } from "./typos.ts";

/** The address that was probably meant by `address`, or null; the user's own word comes first. Never applied by itself. */
export function suggestAddress(address: string, overrides: readonly ReferenceOverride[] = []): string | null {
  const domain = domainOf(address);
  const said = ownWords(overrides).typo(domain);
  const meant = said === undefined ? suggestDomain(domain, providers().isReal) : said;
  return meant === null ? null : `${address.slice(0, address.lastIndexOf("@"))}@${meant}`;
}
