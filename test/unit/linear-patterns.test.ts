import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { analyse } from "scslre";
import { parseSync, Visitor } from "vite";
import { afterEach, expect, test, vi } from "vitest";
import { createFormulaGuard } from "../../electron/engine/text/formula-guard.ts";

const root = resolve(import.meta.dirname, "../..");

interface Pattern {
  readonly source: string;
  readonly flags: string;
}

/** Returns the regular expressions in a source, and whether it builds others at run time. */
function patternsOf(text: string): { patterns: Pattern[]; isPutTogether: boolean } {
  const patterns: Pattern[] = [];
  let isPutTogether = false;
  const made = ({ callee }: { callee: { type: string; name?: unknown } }) => {
    if (callee.type === "Identifier" && callee.name === "RegExp") isPutTogether = true;
  };
  new Visitor({
    Literal(node) {
      if ("regex" in node) patterns.push({ source: node.regex.pattern, flags: node.regex.flags });
    },
    NewExpression: made,
    CallExpression: made,
  }).visit(parseSync("source.tsx", text).program);
  return { patterns, isPutTogether };
}

const files = ["electron", "renderer", "shared"].flatMap((room) =>
  readdirSync(join(root, room), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name))
    .map((entry) => {
      const file = join(entry.parentPath, entry.name);
      return { file: relative(root, file), ...patternsOf(readFileSync(file, "utf8")) };
    }),
);

const isSlow = ({ source, flags }: Pattern) => analyse({ source, flags }).reports.length > 0;

afterEach(() => vi.unstubAllGlobals());

test("the check for slow patterns recognises common ones", () => {
  const slow = [/(a+)+b/, /<[^>]*>/, /[. ]+$/, /\s*@\s*/, /<\s*([^<>]*@[^<>]*?)\s*>[^<>]*$/u, /^0+\d+$/];
  expect(slow.filter((pattern) => !isSlow(pattern))).toEqual([]);
  expect([/<[^<>]*>/, /(?<![. ])[. ]+$/, /^0\d+$/].filter(isSlow)).toEqual([]);
});

test("every regular expression runs in linear time", () => {
  expect(files.flatMap(({ patterns }) => patterns).length).toBeGreaterThan(200);
  const slow = files.flatMap(({ file, patterns }) =>
    patterns.filter(isSlow).map(({ source, flags }) => `${file}: /${source}/${flags}`),
  );
  expect(slow).toEqual([]);
});

test("every regular expression built at run time runs in linear time", async () => {
  const puttingTogether = files.filter(({ isPutTogether }) => isPutTogether).map(({ file }) => file);
  expect(puttingTogether.sort()).toEqual([
    // These build patterns from bounded pieces between fixed words.
    join("electron", "engine", "lists", "detect", "latin.ts"),
    join("electron", "engine", "store", "backups", "format.ts"),
    join("electron", "engine", "store", "private-files.ts"),
    join("electron", "engine", "text", "formula-guard.ts"),
  ]);
  const made: Pattern[] = [];
  vi.stubGlobal(
    "RegExp",
    new Proxy(RegExp, {
      construct(target, [source, flags]) {
        made.push({ source: String(source), flags: String(flags ?? "") });
        return Reflect.construct(target, [source, flags]);
      },
    }),
  );
  for (const delimiter of [",", ";", "\t", "|"]) createFormulaGuard(delimiter);
  expect(made.length).toBe(4);
  // It builds its patterns when it is loaded.
  vi.resetModules();
  await import("../../electron/engine/lists/detect/latin.ts");
  expect(made.length).toBeGreaterThan(10);
  expect(made.filter(isSlow)).toEqual([]);
});
