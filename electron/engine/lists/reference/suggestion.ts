import common from "email-providers/common.json" with { type: "json" };
import { domainOf } from "../../../../shared/addresses.ts";
import { suggestDomain } from "./typos.ts";

const WELL_KNOWN: ReadonlySet<string> = new Set(common);

/** The address that was probably meant by `address`, or null. Never applied by itself. */
export function suggestAddress(address: string): string | null {
  const meant = suggestDomain(domainOf(address), (name) => WELL_KNOWN.has(name));
  return meant === null ? null : `${address.slice(0, address.lastIndexOf("@"))}@${meant}`;
}
