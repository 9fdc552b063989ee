import { describe, expect, it } from "vitest";
import { z } from "zod";
import { problemLine } from "../../../electron/hosts/plain-text.ts";
import { accountProblems } from "../../../shared/problems/accounts.ts";
import { appProblems } from "../../../shared/problems/app.ts";
import { backupProblems } from "../../../shared/problems/backups.ts";
import { cleaningProblems } from "../../../shared/problems/cleanings.ts";
import { fileProblems } from "../../../shared/problems/files.ts";
import { serviceProblems } from "../../../shared/problems/service.ts";
import { storeProblems } from "../../../shared/problems/store.ts";
import { type Problem, problem, storedProblem, storedProblemSchema } from "../../../shared/problems.ts";

const CATALOGUE = {
  ...fileProblems,
  ...accountProblems,
  ...serviceProblems,
  ...cleaningProblems,
  ...storeProblems,
  ...backupProblems,
  ...appProblems,
};

/** Values from outside Winnow: names from the user or the system, and texts of other programs. */
const EXTERNAL_VALUES: ReadonlySet<string> = new Set([
  ...["path", "dir", "aside", "name", "names", "files", "sheet", "sheets", "column", "columns", "delimiter"],
  ...["encoding", "encodings", "address", "account", "accounts", "given", "was", "now", "url", "host"],
  ...["cleaning", "id", "call", "field", "option", "other", "choices", "flag", "looksLike"],
  ...["code", "said", "text"],
]);

type Kind = "text" | "reason" | "cause" | "other";

function kindOf(schema: z.core.$ZodType): Kind {
  if (schema instanceof z.ZodString) return "text";
  if (schema instanceof z.ZodArray) return kindOf(schema.element);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodReadonly)
    return kindOf(schema.unwrap());
  if (!(schema instanceof z.ZodUnion)) return "other";
  return schema.options[0] instanceof z.ZodEnum ? "reason" : "cause";
}

function codesOf(schema: z.core.$ZodType): string[] {
  if (schema instanceof z.ZodOptional) return codesOf(schema.unwrap());
  return schema instanceof z.ZodEnum ? schema.options.map(String) : [];
}

const values = Object.entries(CATALOGUE).flatMap(([code, { values: shape }]) =>
  Object.entries<z.core.$ZodType>(shape.shape).map(([name, schema]) => ({ code, name, schema })),
);
const reasons = values.flatMap(({ code, name, schema }) =>
  codesOf(schema).map((why) => [code, name, why] as const),
);

// Drops the types per problem, because `given` has values for all of them.
const createProblem = problem as (code: string, given: object) => Problem;
const given = {
  path: "/list.csv",
  dir: "/data",
  name: "list.csv",
  account: "Shop",
  option: "--limit",
  other: "--out",
  given: "--limits",
};

describe("the values of a problem", () => {
  it("are free text only when they come from outside", () => {
    const texts = values.filter(
      ({ schema, name }) => kindOf(schema) === "text" && !EXTERNAL_VALUES.has(name),
    );
    expect(texts.map(({ code, name }) => `${code}.${name}`)).toEqual([]);
  });

  it("give a reason as a code or as another problem", () => {
    const whys = values.filter(({ name }) => ["why", "what", "by", "about", "kind"].includes(name));
    expect(whys.length).toBeGreaterThan(15);
    expect(whys.filter(({ schema }) => kindOf(schema) === "text")).toEqual([]);
  });

  it("each produce well-punctuated text", () => {
    for (const [code, name, why] of reasons) {
      const told = createProblem(code, { ...given, what: "form", why: "empty", [name]: why });
      expect(told.detail, `${code} ${name} ${why}`).not.toMatch(/undefined|null|NaN|\[object/);
      expect(problemLine(told)).not.toMatch(/[.?!][.?!]|\s\.|\(\)|[^.?!”)'…:]$/);
      expect(told.detail).not.toContain(`(${why})`);
      const again = storedProblemSchema.parse(JSON.parse(JSON.stringify(storedProblem(told))));
      expect(again.detail).toBe(told.detail);
    }
  });
});
