import { expect, test } from "vitest";
import { foldSearch } from "../../../shared/fold.ts";

test.each([
  ["MÜLLER", "muller"],
  ["Mu\u0308ller", "muller"],
  ["José", "jose"],
  ["Søren Łukasz", "soren lukasz"],
  ["Straße", "strasse"],
  ["İstanbul ılık", "istanbul ilik"],
  ["ΑΘΉΝΑ", "αθηνα"],
  ["한국", "한국"],
  ["हिन्दी", "हिन्दी"],
])("%s is searched as %s", (text, folded) => {
  expect(foldSearch(text)).toBe(folded);
});
