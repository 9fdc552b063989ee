import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./winnow.ts";

const bundle = (name: string) => pathToFileURL(join(root, `out/main/${name}.js`));

/** The engine's threads as they are released: one of them starts in a fraction of the time that it takes from source. */
export const workers = { tasks: bundle("worker"), reader: bundle("reader") };
