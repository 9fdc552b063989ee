import { expect, test } from "vitest";
import { domainOf, foldAddress, foldDomain, foldText } from "../../../shared/fold-addresses.ts";

test.each([
  ["Ann@Firm.Example", "ann@firm.example"],
  ["ann@münchen.de", "ann@xn--mnchen-3ya.de"],
  ["ANN@MÜNCHEN.DE", "ann@xn--mnchen-3ya.de"],
  ["ann@XN--MNCHEN-3YA.de", "ann@xn--mnchen-3ya.de"],
  ["bob@example。com", "bob@example.com"],
  ["ÜNAL@straße.example", "ünal@xn--strae-oqa.example"],
  ["@MÜNCHEN.de", "@xn--mnchen-3ya.de"],
])("the address %s folds to %s", (written, folded) => {
  expect(foldAddress(written)).toBe(folded);
  expect(foldAddress(folded)).toBe(folded);
});

// Characters that end the host name in a URL are not part of a domain, and the text after them must not be lost.
test.each(["ann@ü.de/path", "ann@ü.de:80", "a b@ü de", ""])(
  "%j is not an address and folds as text",
  (text) => {
    expect(foldAddress(text)).toBe(foldText(text));
  },
);

test("a bare domain folds like the domain of an address, and is shown as written", () => {
  expect(foldDomain("MÜNCHEN.de")).toBe("xn--mnchen-3ya.de");
  expect(foldDomain("Firm.Example")).toBe("firm.example");
  expect(domainOf("ann@MÜNCHEN.de")).toBe("münchen.de");
});
