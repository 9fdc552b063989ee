import { foldDomain, foldText } from "../../../../shared/addresses.ts";
import type { ReferenceKind, ReferenceOverride } from "../../../../shared/bridge/app.ts";
import { checkSyntax } from "../syntax.ts";

/** What the user said of entries of the reference lists; undefined: nothing, ask the list. */
export interface OwnWords {
  disposable(domain: string): boolean | undefined;
  free(domain: string): boolean | undefined;
  /** The domain that is meant; null: it is no typo. What was said to be meant and is no domain counts as nothing. */
  typo(domain: string): string | null | undefined;
  /** The roles of the list, less those that are none, and those that the user added. */
  roles(listed: ReadonlySet<string>): ReadonlySet<string>;
}

/** Makes the user's overrides quick to ask. A later one of the same entry wins. */
export function ownWords(overrides: readonly ReferenceOverride[]): OwnWords {
  const said = (kind: ReferenceKind) => {
    const fold = kind === "role" ? foldText : foldDomain;
    return new Map(
      overrides.filter((one) => one.kind === kind).map((one) => [fold(one.entry), one] as const),
    );
  };
  const [disposable, free, typo, role] = [said("disposable"), said("free"), said("typo"), said("role")];
  return {
    disposable: (domain) => disposable.get(foldDomain(domain))?.listed,
    free: (domain) => free.get(foldDomain(domain))?.listed,
    typo(domain) {
      const own = typo.get(foldDomain(domain));
      if (own === undefined) return undefined;
      if (!own.listed) return null;
      // What is no domain is nobody's address, and would be paid for.
      return own.meant === undefined || checkSyntax(`x@${own.meant}`) !== null ? undefined : own.meant;
    },
    roles(listed) {
      const roles = new Set(listed);
      for (const [entry, { listed: is }] of role) {
        if (is) roles.add(entry);
        else roles.delete(entry);
      }
      return roles;
    },
  };
}
