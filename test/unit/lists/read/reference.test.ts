import { expect, test } from "vitest";
import { ADDRESS_BIT } from "../../../../electron/engine/lists/index.ts";
import { suggestDomain } from "../../../../electron/engine/text/addresses/typos.ts";
import { readOpen } from "../reading.ts";

const nothingIsReal = () => false;

test.each([
  ["gmial.com", "gmail.com"],
  ["gmai.com", "gmail.com"],
  ["gmail.con", "gmail.com"],
  ["gmail.cmo", "gmail.com"],
  ["yahooo.com", "yahoo.com"],
  ["aol.con", "aol.com"],
])("%s counts as a typo of %s", (domain, meant) => {
  expect(suggestDomain(domain, nothingIsReal)).toBe(meant);
});

test.each([
  "gmail.com",
  "mail.com",
  "gmx.de",
  "hotmail.nl",
  "aon.com",
  "company.example",
  "sky.de",
  "com",
  "",
])("%s does not count as a typo", (domain) => {
  expect(suggestDomain(domain, nothingIsReal)).toBeNull();
});

function listOf(domains: Readonly<Record<string, number>>): string {
  const rows = Object.entries(domains).flatMap(([domain, count]) =>
    Array.from({ length: count }, (_, i) => `u${i}@${domain}`),
  );
  return `Email\n${rows.join("\n")}\n`;
}

test("a domain with many addresses does not count as a typo", async () => {
  const few = await readOpen(listOf({ "gmail.com": 300, "gmaxl.com": 12 }));
  expect(few.preflight.typos).toBe(12);
  const many = await readOpen(listOf({ "gmail.com": 30, "gmaxl.com": 12 }));
  expect(many.preflight.typos).toBe(0);
});

test.each(["gmal.com", "yaho.com"])("many addresses at %s are all counted as typos", async (domain) => {
  const { preflight } = await readOpen(listOf({ "company.example": 160, [domain]: 40 }));
  expect(preflight.typos).toBe(40);
});

test("role addresses, free and disposable providers and relays are distinguished", async () => {
  const addresses = {
    "info@a.example": ["role"],
    "INFO+x@a.example": ["role"],
    "information@a.example": ["role"],
    "infos@a.example": [],
    "no-reply@a.example": ["role"],
    "büro@a.example": ["role"],
    "sales@gmail.com": ["role", "free"],
    "ann@GMAIL.com": ["free"],
    "ann@gmx.de": ["free"],
    "ann@mailinator.com": ["disposable"],
    "x7k2@privaterelay.appleid.com": ["relay"],
    "x9@ann.mozmail.com": ["relay"],
    "ann@gmial.com": ["typo"],
    "ann@example.com": [],
  };
  const { list, preflight } = await readOpen(`Email\n${Object.keys(addresses).join("\n")}`);
  const bits = Object.keys(addresses).map((address) => {
    const set = list.addressBits[list.find(address)] ?? 0;
    return Object.entries(ADDRESS_BIT).flatMap(([name, bit]) => ((set & bit) !== 0 ? [name] : []));
  });
  expect(Object.fromEntries(Object.keys(addresses).map((address, i) => [address, bits[i]]))).toEqual(
    addresses,
  );
  expect(preflight).toMatchObject({ role: 6, free: 3, disposable: 1, typos: 1 });
});
