import disposablePackage from "disposable-email-domains-js/package.json" with { type: "json" };
import providersPackage from "email-providers/package.json" with { type: "json" };
import type { CallOutput } from "../../../../shared/bridge.ts";
import { providers } from "./providers.ts";
import { ROLES, ROLES_VERSION } from "./roles.ts";
import { TYPO_TARGETS, TYPOS_VERSION } from "./typos.ts";

/** The reference lists: where each comes from, its version, and how many entries it has. */
export function referenceLists(): CallOutput<"lists.references">["lists"] {
  const { disposable, free } = providers();
  return [
    { kind: "role", source: "Winnow", version: ROLES_VERSION, entries: ROLES.size },
    {
      kind: "disposable",
      source: disposablePackage.name,
      version: disposablePackage.version,
      entries: disposable.size,
    },
    { kind: "free", source: providersPackage.name, version: providersPackage.version, entries: free.size },
    { kind: "typo", source: "Winnow", version: TYPOS_VERSION, entries: TYPO_TARGETS },
  ];
}
