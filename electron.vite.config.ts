import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "electron-vite";
import mantine from "postcss-preset-mantine";
import type { Plugin } from "vite";
import { z } from "zod";

const at = (path: string) => resolve(import.meta.dirname, path);

/** Entries of the main bundle: hosts and worker threads, under the names in desktop/built-files.ts. */
const entries = {
  main: at("electron/main.ts"),
  browser: at("electron/hosts/browser/main.ts"),
  cli: at("electron/hosts/cli/main.ts"),
  worker: at("electron/engine/task-thread.ts"),
  reader: at("electron/engine/review-thread.ts"),
  sandbox: at("electron/sandbox/worker.ts"),
};

/** Old packages have a list of licences. */
const packageSchema = z
  .object({
    name: z.string(),
    version: z.string(),
    license: z.string().optional(),
    licenses: z.array(z.object({ type: z.string() })).default([]),
  })
  .transform(({ name, version, license, licenses }) => ({
    ...{ name, version, licence: license ?? licenses.map(({ type }) => type).join(" OR ") },
  }));

/** Emits licences.json with the packages of each bundle, which the About page shows. */
function listLicences(): Plugin {
  return {
    name: "winnow:licences",
    generateBundle(_options, bundle) {
      const folders = new Set<string>();
      for (const chunk of Object.values(bundle)) {
        for (const id of chunk.type === "chunk" ? chunk.moduleIds : []) {
          const folder = /^\0?(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(id)?.[1];
          if (folder !== undefined) folders.add(folder);
        }
      }
      const packages = [...folders].map((folder) =>
        packageSchema.parse(JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))),
      );
      this.emitFile({ type: "asset", fileName: "licences.json", source: JSON.stringify(packages) });
    },
  };
}

export default defineConfig({
  main: {
    plugins: [listLicences()],
    // fflate's entry for Node declares a 'require', which conflicts with the build's own in one file.
    resolve: { alias: [{ find: /^fflate$/, replacement: "fflate/browser" }] },
    build: {
      outDir: "out/main",
      // Native modules and the updater are loaded from node_modules; everything else is bundled. The browser host,
      // which is not released, also loads 'open' from there, because it breaks when bundled.
      externalizeDeps: { include: ["open"] },
      rolldownOptions: {
        // Modules of ours do nothing when they are loaded, entries aside: a host loads only what it imports.
        treeshake: { moduleSideEffects: (id) => !/[\\/](?:electron[\\/]engine|shared)[\\/]/.test(id) },
        input: Object.fromEntries(Object.entries(entries).filter(([, path]) => existsSync(path))),
        output: { entryFileNames: "[name].js", chunkFileNames: "chunks/[name]-[hash].js" },
      },
    },
  },
  preload: {
    build: {
      outDir: "out/preload",
      // A sandboxed preload is a single CommonJS file that can only require Electron.
      externalizeDeps: false,
      rolldownOptions: {
        input: { preload: at("electron/preload.ts") },
        output: { format: "cjs", entryFileNames: "[name].cjs" },
      },
    },
  },
  renderer: {
    root: at("renderer"),
    plugins: [
      react(),
      listLicences(),
      {
        // Absolute URLs, because the page's routes have several segments.
        name: "winnow:files-from-the-root",
        enforce: "post",
        config: () => ({ base: "/" }),
      },
    ],
    css: { postcss: { plugins: [mantine()] } },
    build: {
      outDir: at("out/renderer"),
      emptyOutDir: true,
      minify: true,
      // The content security policy forbids data: fonts and inline scripts.
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: at("renderer/index.html"),
        // One file for the first screen, to avoid further requests.
        output: { codeSplitting: { groups: [{ name: "first", tags: ["$initial"] }] } },
      },
    },
  },
});
