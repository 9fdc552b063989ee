import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { roomArrows } from "../support/imports.ts";
import { root } from "../support/winnow.ts";

const documents = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  ...globSync("docs/**/*.md", { cwd: root }),
].map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }));

/** Where a path that a document names may begin. */
const BEGINNINGS = ["", "test/", "electron/", "electron/engine/", "electron/engine/cleanings/"];
/** What a publisher has to bring. */
const NOT_HERE = ["resources/update-key.pem"];
/** A path in backticks; one with `<id>` in it, or of the data folder, is none. */
const NAMED = /`((?:[\w.-]+\/)+[\w.-]+\.(?:ts|tsx|mjs|json|yml|md|pem))`/g;
/** The same in a comment, where it may begin in any room and stands without backticks. */
const NAMED_IN_COMMENT =
  /(?<![\w./@>-])((?:(?:[\w-]+\/)+[\w.-]+\.md|(?:[\w-]+\/)*[\w.-]+\.(?:ts|tsx|mjs)))\b/g;
/** A file's path, with or without backticks, and names in backticks: one, or several with commas and an `and`. */
const PATH = String.raw`\x60?((?:[\w-]+/)*[\w.-]+\.(?:ts|tsx|mjs))\b\x60?`;
const NAMES = String.raw`((?:\x60[A-Za-z_]\w*\x60(?:, | and ))*\x60[A-Za-z_]\w*\x60)`;
/** Names beside their file: before it with an `in`, behind it in brackets, after a colon or a blank. */
const BEFORE = new RegExp(`${NAMES} in ${PATH}`, "g");
const BEHIND = new RegExp(`${PATH}(?:: | \\(| )${NAMES}`, "g");

const sources = globSync("{.,{electron,renderer,shared,scripts,test,docs}/**}/*.{ts,tsx,mjs,md}", {
  cwd: root,
});

/** The files that a path means which begins in any folder. */
function filesCalled(path: string): string[] {
  return sources.filter((file) => `/${file}`.endsWith(`/${path}`));
}

/** Whether `code` has `name`, and not from another file. */
function isItsOwn(code: string, name: string): boolean {
  const word = new RegExp(`\\b${name}\\b`);
  const brought = [...code.matchAll(/^import\b[^;]*;/gm)].map(([line]) => line).join("\n");
  return word.test(code) && !word.test(brought);
}

/** Names that are in no file of the path that they stand beside. */
function namesAstray(text: string): string[] {
  const line = text.replace(/\s+/g, " ");
  const beside = [
    ...[...line.matchAll(BEFORE)].map(([, names = "", path = ""]) => ({ names, path })),
    ...[...line.matchAll(BEHIND)].map(([, path = "", names = ""]) => ({ names, path })),
  ];
  return beside.flatMap(({ names, path }) => {
    const codes = filesCalled(path).map((file) => readFileSync(join(root, file), "utf8"));
    return [...names.matchAll(/`(\w+)`/g)]
      .map(([, name = ""]) => name)
      .filter((name) => !codes.some((code) => isItsOwn(code, name)))
      .map((name) => `${name} in ${path}`);
  });
}

/** What the comments of a source say, as one text. */
function commentsOf(source: string): string {
  return [...source.matchAll(/^\s*(?:\/\/|\/?\*+)(.*)$|\s\/\/ (.*)$/gm)]
    .map(([, line, behind]) => line ?? behind)
    .join(" ");
}

describe("the documents", () => {
  it.each(documents)("name only files that are there: $file", ({ file, text }) => {
    const named = [...text.matchAll(NAMED)].map(([, path = ""]) => path);
    const linked = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)/g)].map(([, path = ""]) =>
      join(dirname(file), path),
    );
    const missing = [...named, ...linked].filter(
      (path) =>
        !NOT_HERE.includes(path) && !BEGINNINGS.some((beginning) => existsSync(join(root, beginning, path))),
    );
    expect(missing).toEqual([]);
  });

  it.each(documents)("name only what is in the file that they name it with: $file", ({ text }) => {
    expect(namesAstray(text)).toEqual([]);
  });

  it("give the journal the version of its last migration", () => {
    const versions = globSync("electron/engine/store/migrations/0*.ts", { cwd: root }).map((file) =>
      Number.parseInt(basename(file), 10),
    );
    const formats = documents.find(({ file }) => file === "docs/data-formats.md")?.text ?? "";
    expect(/`user_version` (\d+)/.exec(formats)?.[1]).toBe(String(Math.max(...versions)));
  });
});

describe("the comments", () => {
  it("name only files that are there, and what is in them", () => {
    const astray = sources
      .filter((file) => !file.endsWith(".md"))
      .flatMap((file) => {
        const text = commentsOf(readFileSync(join(root, file), "utf8"));
        const missing = [...text.matchAll(NAMED_IN_COMMENT)]
          .map(([, path = ""]) => path)
          .filter((path) => filesCalled(path).length === 0);
        return [...missing, ...namesAstray(text)].map((what) => `${file}: ${what}`);
      });
    expect(astray).toEqual([]);
  });
});

/** The rooms as a diagram. An arrow is left out where another way leads to the same room. */
function diagram(): string {
  const arrows = roomArrows();
  const reach = (room: string): Set<string> =>
    new Set([...(arrows.get(room) ?? [])].flatMap((next) => [next, ...reach(next)]));
  const lines = [...arrows].flatMap(([room, known]) => {
    const further = new Set([...known].flatMap((next) => [...reach(next)]));
    return [...known].filter((next) => !further.has(next)).map((next) => `  ${room} --> ${next}`);
  });
  return ["```mermaid", "graph TD", ...lines.sort(), "```", ""].join("\n");
}

test("the engine's rooms are drawn in docs/architecture.md (WINNOW_DRAW=1 draws them anew)", () => {
  const file = join(root, "docs/architecture.md");
  const guide = readFileSync(file, "utf8");
  const section = /(<!-- rooms:start -->\n)([\s\S]*?)(<!-- rooms:end -->)/;
  expect(guide).toMatch(section);
  const drawn = guide.replace(
    section,
    (_all, start: string, _old: string, end: string) => start + diagram() + end,
  );
  if (process.env.WINNOW_DRAW === "1") writeFileSync(file, drawn);
  else expect(guide, "out of date: WINNOW_DRAW=1 npx vitest run test/unit/documents.test.ts").toBe(drawn);
});
