import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import base, { projectsOf } from "../../vitest.config.ts";
import { ROOMS, testsOf } from "./rooms.ts";

const inline = fileURLToPath(new URL("inline-worker.ts", import.meta.url));
const STARTS_THREADS = /electron\/engine\/(?:store\/threads|results\/review\/thread\/reader)\.ts$/;

const room = ROOMS[process.env.WINNOW_MUTATED ?? ""];
if (room === undefined) throw new Error("WINNOW_MUTATED names no room");
const { include, exclude } = testsOf(room);

export default defineConfig({
  root: fileURLToPath(new URL("../../", import.meta.url)),
  plugins: [
    {
      name: "threads-inline",
      enforce: "pre",
      transform: (code, id) =>
        STARTS_THREADS.test(id) ? code.replace('"node:worker_threads"', JSON.stringify(inline)) : null,
    },
  ],
  test: {
    ...base.test,
    globalSetup: [],
    setupFiles: ["test/support/fixed-seed.ts", "test/mutation/load-threads.ts"],
    projects: projectsOf(include, exclude),
  },
});
