import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { z } from "zod";

/** In the built program this is part of a file in out/main/ or its chunks. */
const built = /^(.*\/)out\/main\//.exec(import.meta.url);
const project = built?.[1] ?? new URL("../../", import.meta.url).href;

/** `path`, below the project's folder. */
export const inProject = (path: string) => new URL(path, project);

/** What the faces without Electron give to the engine: its threads, the sample list, the build's licences, the version. */
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
    bundles: inProject("out/"),
    version: version(),
  };
}

function version(): string {
  const text = readFileSync(inProject("package.json"), "utf8");
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}
