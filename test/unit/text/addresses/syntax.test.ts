import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { checkSyntax } from "../../../../electron/engine/text/addresses/syntax.ts";
import { root } from "../../../support/winnow.ts";

const addressSchema = z.object({
  source: z.string(),
  address: z.string(),
  valid: z.boolean(),
  disagree: z.string().optional(),
});
/**
 * Addresses from public test sets, with the verdict of their source. `disagree` is the reason if Winnow's check
 * differs, which reports an address as malformed only if it certainly cannot receive mail.
 */
const publicAddresses = readFileSync(join(root, "test/fixtures/public-addresses.jsonl"), "utf8")
  .trim()
  .split("\n")
  .map((line) => addressSchema.parse(JSON.parse(line)));

test.each(publicAddresses.filter((entry) => entry.disagree === undefined))(
  "$source: $address is valid: $valid",
  ({ address, valid }) => {
    expect(checkSyntax(address) === null).toBe(valid);
  },
);

test.each(publicAddresses.filter((entry) => entry.disagree !== undefined))(
  "$source: Winnow disagrees about $address, because $disagree",
  ({ address, valid }) => {
    expect(checkSyntax(address) === null).toBe(!valid);
  },
);

test.each([
  ["ann", "There is no @ in it."],
  ["@a.example", "There is nothing before the @."],
  ["an n@a.example", "There is a space before the @."],
  ["a..b@a.example", "There are two dots in a row before the @."],
  ["a@b@a.example", "There is more than one @ in it."],
  ["ann@a.example.", "It ends with a dot."],
  ["ann@-a.example", "A part of the domain begins or ends with a hyphen."],
  ["ann@gmail", "There is no dot in the domain."],
  ["ann@10.0.0.1", "The domain ends in a number."],
  ["ann@a_b.example", "There is a character after the @ that no domain can have."],
  ["ann\u2011b@a.example", "There is a character before the @ that no address can have."],
  ["ann@a.c", "The domain ends in a single letter."],
  ["ann@[192.0.2.1]", "There is an IP address in place of the domain."],
  ['"a b"@a.example', "There are quotation marks before the @."],
  [`${"x".repeat(65)}@a.example`, "The part before the @ is longer than 64 characters."],
])("%s is malformed: %s", (address, reason) => {
  expect(checkSyntax(address)).toBe(reason);
});

test.each([
  "o'brien@a.example",
  "用户@例え.jp",
  "müller@bücher.example",
  "joan@col·lecció.example",
  "taro..y.@docomo.ne.jp",
])("%s is accepted", (address) => {
  expect(checkSyntax(address)).toBeNull();
});
