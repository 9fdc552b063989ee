// node scripts/check-sizes.ts: what the installers in dist/ weigh, and whether that is within their budget.
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Bytes, by how the file's name ends. Electron itself is about 110 MB of it; the rest is Winnow's. */
const BUDGET = new Map([
  [".dmg", 150e6],
  [".zip", 145e6],
  [".exe", 120e6],
  [".deb", 115e6],
  [".AppImage", 150e6],
]);

export interface Installer {
  readonly name: string;
  readonly bytes: number;
  /** The most bytes that its kind may have. */
  readonly budget: number;
}

/** The installers in `folder`. */
export function installersIn(folder: string): Installer[] {
  return readdirSync(folder).flatMap((name) => {
    const budget = [...BUDGET].find(([ending]) => name.endsWith(ending))?.[1];
    return budget === undefined ? [] : [{ name, bytes: statSync(join(folder, name)).size, budget }];
  });
}

/** One line for every installer that is over its budget, and one when there is none at all. */
export function sizeComplaints(installers: readonly Installer[]): string[] {
  if (installers.length === 0) return ["there is no installer"];
  const mb = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
  return installers
    .filter(({ bytes, budget }) => bytes > budget)
    .map(({ name, bytes, budget }) => `${name} weighs ${mb(bytes)}; ${mb(budget)} are allowed`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const installers = installersIn(join(import.meta.dirname, "../dist"));
  for (const { name, bytes } of installers) console.log(`${name}: ${(bytes / 1e6).toFixed(1)} MB`);
  const complaints = sizeComplaints(installers);
  for (const line of complaints) console.error(line);
  if (complaints.length > 0) process.exitCode = 1;
}
