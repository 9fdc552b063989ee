import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../support/winnow.ts";
import type { Mutation } from "./mutations.ts";

/** The files that the tests need. Packages are linked. */
const COPIED = [
  ...["electron", "renderer", "shared", "resources", "scripts", "test", "out"],
  ...["package.json", "package-lock.json", "tsconfig.json", "electron.vite.config.ts", "vitest.config.ts"],
  ...["CHANGELOG.md", "LICENSE", "README.md"],
];

/** A copy of the checkout, with one mutation at a time. */
export interface MutatedCopy {
  readonly dir: string;
  /** Applies `mutation` and returns an undo function. Throws if its text does not occur exactly once. */
  mutate(mutation: Mutation): () => void;
  remove(): void;
}

/** Returns why the mutation does not apply to `source`, or `null` if it does. */
export function whyNotApplicable({ text }: Mutation, source: string): string | null {
  const found = text === "" ? 0 : source.split(text).length - 1;
  return found === 1 ? null : `its text stands there ${found} times`;
}

export function copyCheckout(): MutatedCopy {
  const dir = mkdtempSync(join(tmpdir(), "winnow-mutated-"));
  for (const name of COPIED) cpSync(join(root, name), join(dir, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(dir, "node_modules"), "junction");
  return {
    dir,
    mutate(mutation) {
      const path = join(dir, mutation.file);
      const source = readFileSync(path, "utf8");
      const why = whyNotApplicable(mutation, source);
      if (why !== null) throw new Error(`${mutation.file}: ${why}`);
      writeFileSync(
        path,
        source.replace(mutation.text, () => mutation.replacement),
      );
      return () => writeFileSync(path, source);
    },
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}
