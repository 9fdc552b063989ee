import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { z } from "zod";

/** `path`, below the project's folder. */
export const inProject = (path: string) => new URL(`../../${path}`, import.meta.url);

/** What the faces that run from source give to the engine: its threads, the sample list, the build's licences, the version. */
export function sourceFiles() {
  return {
    samplePath: fileURLToPath(inProject("resources/sample.csv")),
    workers: {
      tasks: inProject("electron/engine/worker.ts"),
      reader: inProject("electron/engine/reader.ts"),
    },
    bundles: inProject("out/"),
    version: version(),
  };
}

function version(): string {
  const text = readFileSync(inProject("package.json"), "utf8");
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}
