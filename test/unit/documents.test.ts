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
/** `a/b.ts`; a path with `<id>` in it, or of the data folder, is none. */
const NAMED = /`((?:[\w.-]+\/)+[\w.-]+\.(?:ts|tsx|mjs|json|yml|md|pem))`/g;

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
});

/** `NAME` in `a/b.ts`: a constant, and where it is declared. */
const DECLARED = /`([A-Z][A-Z_]{2,})`\s+(?:in|of)\s+`((?:[\w.-]+\/)+[\w.-]+\.tsx?)`/g;

function sourceAt(path: string): string | null {
  const found = BEGINNINGS.map((beginning) => join(root, beginning, path)).find((file) => existsSync(file));
  return found === undefined ? null : readFileSync(found, "utf8");
}

describe("what the documents say is declared in a file", () => {
  const said = documents.flatMap(({ file, text }) =>
    [...text.matchAll(DECLARED)].map(([, name = "", path = ""]) => ({ file, name, path })),
  );

  it.each(said)("$name is, in $path ($file)", ({ name, path }) => {
    expect(sourceAt(path)).toMatch(new RegExp(`\\bconst ${name}\\b`));
  });

  it("is said of some", () => {
    expect(said.length).toBeGreaterThan(5);
  });

  it("is the journal's version", () => {
    const migrations = globSync("electron/engine/store/migrations/[0-9]*.ts", { cwd: root });
    const formats = readFileSync(join(root, "docs/data-formats.md"), "utf8");
    const newest = Math.max(...migrations.map((file) => Number.parseInt(basename(file), 10)));
    expect(formats).toContain(`\`user_version\` ${newest}`);
  });
});

describe("comments", () => {
  const sources = globSync(
    ["electron/**/*.{ts,mjs}", "shared/**/*.ts", "renderer/**/*.{ts,tsx}", "scripts/*.mjs"],
    {
      cwd: root,
    },
  );

  it("name only files that are there", () => {
    const missing = sources.flatMap((source) => {
      const text = readFileSync(join(root, source), "utf8");
      const comments = text.match(/^\s*(?:\/\/|\/?\*).*$/gm)?.join("\n") ?? "";
      return [...comments.matchAll(/(?<![\w./-])((?:[\w-]+\/)+[\w.-]+\.(?:ts|tsx|mjs|md))\b/g)]
        .map(([, path = ""]) => path)
        .filter((path) => !isThere(path, source))
        .map((path) => `${source}: ${path}`);
    });
    expect(missing).toEqual([]);
  });
});

/** Whether a file is there that is named from the root, from the engine, or from the folder of who names it. */
function isThere(path: string, source: string): boolean {
  return [...BEGINNINGS, "electron/hosts/", "renderer/", dirname(source), dirname(dirname(source))].some(
    (beginning) => existsSync(join(root, beginning, path)),
  );
}

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
