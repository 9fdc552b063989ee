import { expect, test } from "vitest";
import { suggestDomain } from "../../../../electron/engine/addresses/reference/typos.ts";
import { ADDRESS_BIT } from "../../../../electron/engine/lists/index.ts";
import { readOpen } from "../reading.ts";

const nothingIsReal = () => false;

test.each([
  ["gmial.com", "gmail.com"],
  ["gmai.com", "gmail.com"],
  ["gmaill.com", "gmail.com"],
  ["gnail.com", null],
  ["gmail.con", "gmail.com"],
  ["gmail.co", "gmail.com"],
  ["gmail.cmo", "gmail.com"],
  ["hotmial.com", "hotmail.com"],
  ["hotmal.com", "hotmail.com"],
  ["htomail.con", "hotmail.com"],
  ["yahooo.com", "yahoo.com"],
  ["yaho.co.uk", "yahoo.co.uk"],
  ["outlok.com", "outlook.com"],
  ["iclod.com", "icloud.com"],
  ["aol.con", "aol.com"],
  ["web.dee", "web.de"],
])("%s is a slip for %s", (domain, meant) => {
  if (meant === null) expect(["gmail.com", null]).toContain(suggestDomain(domain, nothingIsReal));
  else expect(suggestDomain(domain, nothingIsReal)).toBe(meant);
});

test.each([
  "gmail.com",
  "mail.com",
  "email.com",
  "ymail.com",
  "gmx.de",
  "gmx.at",
  "gmail.fr",
  "hotmail.nl",
  "outlook.jp",
  "yahoo.ie",
  "live.se",
  "aon.com",
  "aol.de",
  "grange.fr",
  "cloud.com",
  "company.example",
  "free.com",
  "web.com",
  "sky.de",
  "orange.com",
  "comcast.com",
  "gma.com",
  "com",
  "",
])("%s is left alone", (domain) => {
  expect(suggestDomain(domain, nothingIsReal)).toBeNull();
});

test("a domain known to be real is never doubted", () => {
  expect(suggestDomain("gmial.com", (domain) => domain === "gmial.com")).toBeNull();
});

/** A list with so many addresses at each domain. */
function listOf(domains: Readonly<Record<string, number>>): string {
  const rows = Object.entries(domains).flatMap(([domain, count]) =>
    Array.from({ length: count }, (_, i) => `u${i}@${domain}`),
  );
  return `Email\n${rows.join("\n")}\n`;
}

test("a domain with many addresses of its own is no slip of the pen", async () => {
  const few = await readOpen(listOf({ "gmail.com": 300, "gmaxl.com": 12 }));
  expect(few.preflight.typos).toBe(12);
  const many = await readOpen(listOf({ "gmail.com": 30, "gmaxl.com": 12 }));
  expect(many.preflight.typos).toBe(0);
});

test.each(["gmal.com", "gmial.com", "gmaill.com", "hotmail.co", "yaho.com", "icloud.con", "aol.con"])(
  "many addresses at %s are as many slips of the pen",
  async (domain) => {
    const { preflight } = await readOpen(listOf({ "company.example": 160, [domain]: 40 }));
    expect(preflight.typos).toBe(40);
  },
);

test.each([
  "mail.com",
  "gmx.net",
  "ymail.com",
  "hotmail.fr",
  "yahoo.co.in",
  "live.co.uk",
  "outlook.sa",
  "popmail.com",
  "yopmail.com",
])("however many addresses are at %s, or few, none is a slip of the pen", async (domain) => {
  for (const count of [2, 40]) {
    const { preflight } = await readOpen(listOf({ "gmail.com": 400, "hotmail.com": 400, [domain]: count }));
    expect(preflight.typos).toBe(0);
  }
});

test("roles, free and throw-away providers are told apart", async () => {
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
    "ann@gmial.com": ["disposable", "typo"],
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
  expect(preflight).toMatchObject({ role: 6, free: 3, disposable: 2, typos: 1 });
});

test("the domains with the most addresses come first, folded", async () => {
  const { preflight, list } = await readOpen(
    "Email\na@B.example\nb@b.EXAMPLE\na@b.example\nc@a.example\nd@Ä.example\n",
  );
  expect(preflight.topDomains).toEqual([
    { domain: "b.example", count: 2 },
    { domain: "a.example", count: 1 },
    { domain: "ä.example", count: 1 },
  ]);
  expect(list.domain(list.addressDomain[list.find("D@ä.example")] ?? -1)).toBe("ä.example");
});
