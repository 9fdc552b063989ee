import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { MIGRATIONS } from "../../electron/engine/store/migrations.ts";
import { OUTCOME_EFFECTS, OUTCOMES } from "../../shared/mail-outcomes.ts";
import { roomArrows } from "../support/imports.ts";
import { root } from "../support/winnow.ts";

const documents = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  ...globSync("docs/**/*.md", { cwd: root }),
].map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }));

/** Folders that paths in documents may be relative to. */
const PATH_ROOTS = ["", "test/", "electron/", "electron/engine/", "electron/engine/cleanings/"];
const EXTERNAL_FILES = ["resources/update-key.pem"];
/** A path in backticks, except paths with `<id>` or in the data folder. */
const PATH_PATTERN = /`((?:[\w.-]+\/)+[\w.-]+\.(?:ts|tsx|mjs|json|yml|md|pem))`/g;
const SOURCE_NAMES = new Set(
  globSync("{electron,renderer,shared,test}/**/*.{ts,tsx}", { cwd: root }).map((path) => basename(path)),
);

describe("the documents", () => {
  it.each(documents)("name only files that exist: $file", ({ file, text }) => {
    const named = [...text.matchAll(PATH_PATTERN)].map(([, path = ""]) => path);
    const linked = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)/g)].map(([, path = ""]) =>
      join(dirname(file), path),
    );
    const missing = [...named, ...linked].filter(
      (path) =>
        !EXTERNAL_FILES.includes(path) &&
        !PATH_ROOTS.some((beginning) => existsSync(join(root, beginning, path))),
    );
    const sources = [...text.matchAll(/`([\w.-]+\.tsx?)`/g)].map(([, name = ""]) => name);
    expect([...missing, ...sources.filter((name) => !SOURCE_NAMES.has(name))]).toEqual([]);
  });

  it("give the version of the journal's last migration", () => {
    const versions = MIGRATIONS.map(({ version }) => version);
    const formats = documents.find(({ file }) => file === "docs/data-formats.md")?.text ?? "";
    expect(/`user_version` (\d+)/.exec(formats)?.[1]).toBe(String(Math.max(...versions)));
  });
});

test("docs/memory.md lists the effects of each outcome", () => {
  const memory = readFileSync(join(root, "docs/memory.md"), "utf8");
  const told = [...memory.matchAll(/^\| `(\w+)` \| (yes|no) \| (yes|no) \|/gm)].map(([, ...row]) => row);
  const inCode = OUTCOMES.map((one) => {
    const { isUndeliverable, isNeverMailed } = OUTCOME_EFFECTS[one];
    return [one, isUndeliverable ? "yes" : "no", isNeverMailed ? "yes" : "no"];
  });
  expect(told).toEqual(inCode);
});

/** Network modules that the product may import, each with the word that documents use for it. */
const NETWORK_MODULES: Record<string, string> = {
  "node:dns/promises": "DNS",
  undici: "service",
  "electron-updater": "update",
};

test("SECURITY.md and README.md name everything that leaves the machine", () => {
  const used = globSync("electron/**/*.ts", { cwd: root }).flatMap((path) =>
    [
      ...readFileSync(join(root, path), "utf8").matchAll(
        /"((?:node:)?(?:dns|https|http2|tls|dgram)(?:\/promises)?|undici|electron-updater)"/g,
      ),
    ].map(([, module = ""]) => module),
  );
  const words = [...new Set(used)].map((module) => NETWORK_MODULES[module] ?? module);
  const sections = {
    "SECURITY.md": "## What leaves the machine\n",
    "README.md": "**What leaves my computer?**",
  };
  for (const [file, heading] of Object.entries(sections)) {
    const [, section = ""] = (documents.find((one) => one.file === file)?.text ?? "").split(heading);
    const told = section.split(/\n## |\n\n\*\*/)[0] ?? "";
    expect(words.filter((word) => !told.includes(word))).toEqual([]);
  }
});

/** Returns the rooms as a Mermaid diagram, without arrows that follow from others. */
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

test("docs/architecture.md shows the current rooms of the engine (WINNOW_DRAW=1 updates it)", () => {
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
