import { execFileSync } from "node:child_process";
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
/** A file that a release has, and one of Electron. */
const EXTERNAL_FILES = ["resources/update-key.pem", "lib/common/api/net-client-request.ts"];
/** A path in backticks, except paths with `<id>` or in the data folder. */
const PATH_PATTERN = /`((?:[\w.-]+\/)+[\w.-]+\.(?:ts|tsx|mjs|json|yml|md|pem))`/g;
/** A file name without a folder in backticks. */
const NAME_PATTERN = /`([\w.-]+\.(?:tsx?|mjs|yml))`/g;
/** An identifier with an inner capital or underscore, or a call of one, in backticks. */
const IDENTIFIER_PATTERN = /`([A-Za-z][a-z0-9]*(?:[A-Z_][A-Za-z0-9]*)+)(?:\(\))?`/g;
/** Names of Electron, Chromium, npm and the service. */
const EXTERNAL_NAMES = ["latest.yml", "resetAdHocDarwinSignature", "safeStorage"];

const TRACKED = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter(Boolean);
const FILE_NAMES = new Set(TRACKED.map((path) => basename(path)));
const THIS_FILE = "test/unit/documents.test.ts";
const WORDS = new Set(
  TRACKED.filter((path) => /\.(tsx?|mjs|csv)$|^package\.json$/.test(path) && path !== THIS_FILE)
    .filter((path) => existsSync(join(root, path)))
    .flatMap((path) => readFileSync(join(root, path), "utf8").match(/\w+/g) ?? []),
);

/** Returns the names in backticks that `pattern` captures and that are neither in `known` nor external. */
function unknownNames(text: string, pattern: RegExp, known: ReadonlySet<string>): string[] {
  const names = [...text.matchAll(pattern)].map(([, name = ""]) => name);
  return names.filter((name) => !known.has(name) && !EXTERNAL_NAMES.includes(name));
}

describe("the documents", () => {
  it.each(documents)("refer only to files that exist: $file", ({ file, text }) => {
    const named = [...text.matchAll(PATH_PATTERN)].map(([, path = ""]) => path);
    const linked = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)/g)].map(([, path = ""]) =>
      join(dirname(file), path),
    );
    const missing = [...named, ...linked].filter(
      (path) =>
        !EXTERNAL_FILES.includes(path) &&
        !PATH_ROOTS.some((beginning) => existsSync(join(root, beginning, path))),
    );
    expect([...missing, ...unknownNames(text, NAME_PATTERN, FILE_NAMES)]).toEqual([]);
  });

  it.each(documents)("refer only to identifiers that exist: $file", ({ text }) => {
    expect(unknownNames(text, IDENTIFIER_PATTERN, WORDS)).toEqual([]);
  });

  it("state the version of the journal's last migration", () => {
    const versions = MIGRATIONS.map(({ version }) => version);
    const formats = documents.find(({ file }) => file === "docs/data-formats.md")?.text ?? "";
    expect(/`user_version` (\d+)/.exec(formats)?.[1]).toBe(String(Math.max(...versions)));
  });
});

test("comments in the code name only files that exist", () => {
  const sources = TRACKED.filter((path) => /^(electron|renderer|shared|scripts)\/.*\.(tsx?|mjs)$/.test(path));
  const missing = sources
    .filter((path) => existsSync(join(root, path)))
    .flatMap((path) => {
      const comments = readFileSync(join(root, path), "utf8").match(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm) ?? [];
      const names = comments.join("\n").match(/(?:[\w-]+\/)*[\w-]+\.(?:tsx?|mjs)\b/g) ?? [];
      return names.filter(
        (name) => !EXTERNAL_FILES.includes(name) && !TRACKED.some((file) => `/${file}`.endsWith(`/${name}`)),
      );
    });
  expect(missing).toEqual([]);
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
  // Trusted certificates only: undici and pg connect.
  "node:tls": "service",
  undici: "service",
  "electron-updater": "update",
  pg: "PostgreSQL",
};

test("SECURITY.md and README.md list everything that leaves the machine", () => {
  const used = globSync("electron/**/*.ts", { cwd: root }).flatMap((path) =>
    [
      ...readFileSync(join(root, path), "utf8").matchAll(
        /"((?:node:)?(?:dns|https|http2|tls|dgram)(?:\/promises)?|undici|pg|electron-updater)"/g,
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
