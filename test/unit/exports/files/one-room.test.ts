import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../../../..");

const WRITING =
  /\b(writeFile|appendFile|createWriteStream|rename|link|symlink|unlink|copyFile|cp|rm|rmdir|mkdir|mkdtemp|truncate|ftruncate|chmod|chown|utimes)(Sync)?\b/;

/** Files and rooms that write only to Winnow's own folders, which include new backup folders. */
const OWN_FOLDER_WRITERS: readonly string[] = [
  "electron/desktop/",
  "electron/hosts/browser/",
  "electron/hosts/cli/reading/piped-list.ts",
  "electron/engine/cleanings/",
  "electron/engine/erase/",
  "electron/engine/wiring/",
  "electron/engine/lists/",
  "electron/engine/results/",
  "electron/engine/service/",
  "electron/engine/settings/",
  "electron/engine/memory/",
  "electron/engine/store/",
  "electron/sandbox/",
];
const USER_FILE_MODULES = "electron/engine/exports/files/";

function sources(): { file: string; text: string }[] {
  return readdirSync(join(root, "electron"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|mjs)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ file: relative(root, file).replaceAll("\\", "/"), text: readFileSync(file, "utf8") }));
}

/** Returns the names that a source imports from node:fs; `*` if it imports the whole module. */
function fsImports(text: string): string[] {
  return [...text.matchAll(/import\s+([^;]*?)\s+from\s+"(?:node:)?fs(?:\/promises)?"/g)].flatMap((match) => {
    const names = /\{([^}]*)\}/.exec(match[1] ?? "");
    return names === null
      ? ["*"]
      : (names[1] ?? "")
          .split(",")
          .map((name) => name.trim())
          .filter(Boolean);
  });
}

it("only exports/files/ writes to places that the user chose", () => {
  const writing = sources().filter(({ file, text }) => {
    if (file.startsWith(USER_FILE_MODULES) || OWN_FOLDER_WRITERS.some((own) => file.startsWith(own)))
      return false;
    const taken = fsImports(text);
    const opens = taken.some((name) => /^open(Sync)?$/.test(name)) && /\bopen(Sync)?\([^)]*"[wax]/.test(text);
    return opens || taken.some((name) => name === "*" || WRITING.test(name));
  });
  expect(writing.map(({ file }) => file)).toEqual([]);
});

it("only the command line and the desktop's host calls write files through the engine's public surface", () => {
  const users = sources()
    .filter(({ file, text }) => !file.startsWith("electron/engine/") && /\bwriteUserFile\b/.test(text))
    .map(({ file }) => file);
  expect(users.sort()).toEqual([
    "electron/desktop/host-calls.ts",
    "electron/hosts/cli/writing/output-target.ts",
  ]);
});
