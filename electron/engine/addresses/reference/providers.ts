import disposable from "disposable-email-domains-js/dist/dict/disposable_email_blocklist.json" with {
  type: "json",
};
import every from "email-providers/all.json" with { type: "json" };
import common from "email-providers/common.json" with { type: "json" };

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
  /** Domains of free mailboxes, some misspelt ones among them: see typos.ts. */
  readonly free: ReadonlySet<string>;
  /** The best known among the free: surely real. */
  readonly wellKnown: ReadonlySet<string>;
}

/** The lists of providers, from their packages. */
export function providers(): Providers {
  const throwAway = new Set(disposable);
  const free = new Set(every);
  const wellKnown = new Set(common);
  for (const domain of NO_PROVIDERS) free.delete(domain);
  for (const domain of throwAway) {
    free.delete(domain);
    wellKnown.delete(domain);
  }
  return { disposable: throwAway, free, wellKnown };
}
