import common from "email-providers/common.json" with { type: "json" };
import { domainOf } from "../../../../shared/addresses.ts";
import type { ReferenceOverride } from "../../../../shared/bridge/app.ts";
import { ownWords } from "./overrides.ts";
import { suggestDomain } from "./typos.ts";

const WELL_KNOWN: ReadonlySet<string> = new Set(common);

/** The address that was probably meant by `address`, or null; the user's own word comes first. Never applied by itself. */
export function suggestAddress(address: string, overrides: readonly ReferenceOverride[] = []): string | null {
  const domain = domainOf(address);
  const said = ownWords(overrides).typo(domain);
  const meant = said === undefined ? suggestDomain(domain, (name) => WELL_KNOWN.has(name)) : said;
  return meant === null ? null : `${address.slice(0, address.lastIndexOf("@"))}@${meant}`;
}
