import disposable from "disposable-email-domains-js/dist/dict/disposable_email_blocklist.json" with {
  type: "json",
};
import providerDomains from "email-providers/all.json" with { type: "json" };
import { expect, test } from "vitest";
import { suggestAddress } from "../../../../../electron/engine/text/index.ts";

const meantBy = (domain: string) => suggestAddress(`ann@${domain}`)?.slice("ann@".length) ?? null;

test("only misspelt domains of the reference packages count as typos", () => {
  const doubted = [...new Set([...providerDomains, ...disposable])].filter((one) => meantBy(one) !== null);
  expect(doubted.sort()).toEqual([
    "gamil.com",
    "gmai.com",
    "gmail.co",
    "gmail.om",
    "gmal.com",
    "gmial.com",
    "homail.com",
    "hotmai.com",
    "hotmail.cm",
    "hotmail.con",
    "hotmial.com",
    "yaho.com",
    "yahoo.om",
  ]);
});
