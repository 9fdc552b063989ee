import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { z } from "zod";

/** Matches in the built program, where this module is part of a file in out/main/ or its chunks. */
const built = /^(.*\/)out\/main\//.exec(import.meta.url);
const project = built?.[1] ?? new URL("../../", import.meta.url).href;

export const inProject = (path: string) => new URL(path, project);

export function programFiles() {
  const thread = (source: string, bundle: string) =>
    inProject(built === null ? source : `out/main/${bundle}`);
  return {
    samplePath: fileURLToPath(inProject("resources/sample.csv")),
    workers: {
      tasks: thread("electron/engine/task-thread.ts", "worker.js"),
      reader: thread("electron/engine/review-thread.ts", "reader.js"),
    },
    sandboxWorker: thread("electron/sandbox/worker.ts", "sandbox.js"),
    bundlesUrl: inProject("out/"),
    version: version(),
  };
}

function version(): string {
  const text = readFileSync(inProject("package.json"), "utf8");
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}
