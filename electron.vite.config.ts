import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "electron-vite";
import mantine from "postcss-preset-mantine";
import type { Plugin } from "vite";
import { z } from "zod";

const at = (path: string) => resolve(import.meta.dirname, path);

/** Entries of the main bundle: the faces, and each kind of worker thread, under the names in desktop/files.ts. */
const entries = {
  main: at("electron/main.ts"),
  browser: at("electron/hosts/browser/main.ts"),
  cli: at("electron/hosts/cli/main.ts"),
  worker: at("electron/engine/task-thread.ts"),
  reader: at("electron/engine/review-thread.ts"),
  sandbox: at("electron/sandbox/worker.ts"),
};

/** Old packages name their licences in a list. */
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

/** Leaves a list of the packages in a bundle beside it, with their licences: what About shows. */
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
    // Its entry for Node makes a 'require' of its own, which cannot stand in one file with the one of the build.
    resolve: { alias: [{ find: /^fflate$/, replacement: "fflate/browser" }] },
    build: {
      outDir: "out/main",
      // The native modules and the updater are loaded from node_modules; all else is bundled.
      // The browser host, which no release holds, leaves 'open' there too: it does not survive being bundled.
      externalizeDeps: { include: ["open"] },
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(entries).filter(([, path]) => existsSync(path))),
        output: { entryFileNames: "[name].js", chunkFileNames: "chunks/[name]-[hash].js" },
      },
    },
  },
  preload: {
    build: {
      outDir: "out/preload",
      // A sandboxed window runs one CommonJS file and can require nothing but Electron.
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
        // The page has addresses of several segments: its files are named from the root, in both hosts.
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
      // The content security policy forbids data: fonts, and inlined scripts.
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: at("renderer/index.html"),
        // What the first screen needs comes in one file: each further one is a request of its own.
        output: { codeSplitting: { groups: [{ name: "first", tags: ["$initial"] }] } },
      },
    },
  },
});
