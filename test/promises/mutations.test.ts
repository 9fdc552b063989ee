import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../support/winnow.ts";
import { whyNotApplicable } from "./mutated-copy.ts";
import { MUTATIONS } from "./mutations.ts";

test.each(MUTATIONS.map((one) => [one.breaks, one] as const))(
  "the mutation '%s' applies, because its text is in the source exactly once",
  (_breaks, mutation) => {
    expect(whyNotApplicable(mutation, readFileSync(join(root, mutation.file), "utf8"))).toBeNull();
    expect(mutation.replacement).not.toBe(mutation.text);
  },
);
