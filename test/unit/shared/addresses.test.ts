import { expect, test } from "vitest";
import { domainOf, foldAddress, foldDomain, foldText } from "../../../shared/addresses.ts";

test.each([
  ["Ann@Firm.Example", "ann@firm.example"],
  ["ann@münchen.de", "ann@xn--mnchen-3ya.de"],
  ["ANN@MÜNCHEN.DE", "ann@xn--mnchen-3ya.de"],
  ["ann@XN--MNCHEN-3YA.de", "ann@xn--mnchen-3ya.de"],
  ["bob@example。com", "bob@example.com"],
  ["ÜNAL@straße.example", "ünal@xn--strae-oqa.example"],
  ["@MÜNCHEN.de", "@xn--mnchen-3ya.de"],
])("%s is %s", (written, folded) => {
  expect(foldAddress(written)).toBe(folded);
  expect(foldAddress(folded)).toBe(folded);
});

// What would end the name of a host in an address of the web is no part of a domain, and nothing after it is lost.
test.each(["ann@ü.de/path", "ann@ü.de:80", "a b@ü de", ""])(
  "%j is no address, and is folded as text",
  (text) => {
    expect(foldAddress(text)).toBe(foldText(text));
  },
);

test("a domain alone folds as that of an address does, and is shown as it is written", () => {
  expect(foldDomain("MÜNCHEN.de")).toBe("xn--mnchen-3ya.de");
  expect(foldDomain("Firm.Example")).toBe("firm.example");
  expect(domainOf("ann@MÜNCHEN.de")).toBe("münchen.de");
});
