import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { root } from "./winnow.ts";

export interface Import {
  readonly from: string;
  readonly to: string;
}

/** All imports of source files. `to` is a path relative to the project, or a package name. */
export const imports: readonly Import[] = ["electron", "renderer", "shared"].flatMap((room) =>
  readdirSync(join(root, room), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name))
    .flatMap((entry) => {
      const file = join(entry.parentPath, entry.name);
      const text = readFileSync(file, "utf8");
      const found = text.matchAll(
        /^(?:import|export)\s[^"'`;=]*?\bfrom\s+"([^"]+)"|^import\s+"([^"]+)"|\bimport\(\s*"([^"]+)"\s*\)/gm,
      );
      return [...found].map((match) => {
        const to = match[1] ?? match[2] ?? match[3] ?? "";
        return {
          from: relative(root, file),
          to: to.startsWith(".") ? relative(root, resolve(dirname(file), to)) : to,
        };
      });
    }),
);

/** Returns the engine's room that contains the file, or `null` if it is in none. */
export function engineRoomOf(path: string): string | null {
  return /^electron\/engine\/([^/]+)\//.exec(path)?.[1] ?? null;
}

/** Returns the imports between the engine's rooms. */
export function roomArrows(): ReadonlyMap<string, ReadonlySet<string>> {
  const arrows = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const [here, there] = [engineRoomOf(from), engineRoomOf(to)];
    if (here === null) continue;
    const known = arrows.get(here) ?? new Set();
    arrows.set(here, known);
    if (there !== null && there !== here) known.add(there);
  }
  return arrows;
}
