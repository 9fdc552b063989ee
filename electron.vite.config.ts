import { existsSync } from "node:fs";
import { resolve } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "electron-vite";
import mantine from "postcss-preset-mantine";

const at = (path: string) => resolve(import.meta.dirname, path);

/** Entries of the main bundle: the desktop's, and one for each kind of worker thread, under the names in desktop/files.ts. */
const entries = {
  main: at("electron/main.ts"),
  worker: at("electron/engine/worker.ts"),
  reader: at("electron/engine/reader.ts"),
  sandbox: at("electron/sandbox/worker.ts"),
};

export default defineConfig({
  main: {
    build: {
      outDir: "out/main",
      // The native modules and the updater are loaded from node_modules; all else is bundled.
      externalizeDeps: true,
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
      rolldownOptions: { input: at("renderer/index.html") },
    },
  },
});
