import disposable from "disposable-email-domains-js/dist/dict/disposable_email_blocklist.json" with {
  type: "json",
};
import every from "email-providers/all.json" with { type: "json" };
import { isNobodys } from "./misspellings.ts";

/** Domains that the packages count among the providers, though nobody has a mailbox there. */
const NO_PROVIDERS = [
  "example.com",
  "test.com",
  "test.de",
  "yourdomain.com",
  "mydomain.com",
  "domain.com",
  "mail-tester.com",
];

export interface Providers {
  /** Domains of throw-away addresses. */
  readonly disposable: ReadonlySet<string>;
  /** Domains of free mailboxes, some misspelt ones among them. */
  readonly free: ReadonlySet<string>;
  /** Whether a list has `domain` (folded), and not as one that is only misspelt: then it resembles another by chance. */
  isReal(domain: string): boolean;
}

let lists: Providers | undefined;

/** The lists of providers, from their packages. */
export function providers(): Providers {
  lists ??= readLists();
  return lists;
}

function readLists(): Providers {
  const throwAway = new Set(disposable);
  const free = new Set(every);
  for (const domain of NO_PROVIDERS) free.delete(domain);
  for (const domain of throwAway) free.delete(domain);
  return {
    disposable: throwAway,
    free,
    isReal: (domain) => (free.has(domain) || throwAway.has(domain)) && !isNobodys(domain),
  };
}
