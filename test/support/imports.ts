import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { root } from "./winnow.ts";

export interface Import {
  readonly from: string;
  readonly to: string;
}

/** Every import of a source file: a path from the project's root, or a package's name. */
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

/** The room of the engine that a file stands in; null: in none. */
export function engineRoomOf(path: string): string | null {
  return /^electron\/engine\/([^/]+)\//.exec(path)?.[1] ?? null;
}

/** Which rooms of the engine each of them imports from. */
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
