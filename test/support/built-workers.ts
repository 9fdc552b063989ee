import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./winnow.ts";

const bundle = (name: string) => pathToFileURL(join(root, `out/main/${name}.js`));

/** The engine's bundled worker threads, which start much faster than from source. */
export const workers = { tasks: bundle("worker"), reader: bundle("reader") };
