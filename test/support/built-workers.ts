import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";
import { root } from "./winnow.ts";

/**
 * Builds the engine's worker entries as a release does: a thread of them starts in a fraction of the time, which
 * is what lets a test run hundreds of cleanings. `remove` takes the files away again.
 */
export async function builtWorkers(): Promise<{ workers: { tasks: URL; reader: URL }; remove(): void }> {
  // Below the project, so that what is not bundled is found.
  const outDir = mkdtempSync(join(root, "node_modules/.winnow-workers-"));
  await build({
    root,
    configFile: false,
    logLevel: "error",
    ssr: { noExternal: true, external: ["better-sqlite3", "keytar"] },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: false,
      rollupOptions: {
        input: {
          tasks: join(root, "electron/engine/worker.ts"),
          reader: join(root, "electron/engine/reader.ts"),
        },
        output: { entryFileNames: "[name].mjs", chunkFileNames: "[name]-[hash].mjs" },
      },
    },
  });
  const entry = (name: string) => pathToFileURL(join(outDir, `${name}.mjs`));
  return {
    workers: { tasks: entry("tasks"), reader: entry("reader") },
    remove: () => rmSync(outDir, { recursive: true, force: true }),
  };
}
