// npm pack: the package holds what is built, never what it was built from.
import { ensureBuilt } from "./build.mjs";
import { ensureInstalled } from "./setup.mjs";

await ensureInstalled();
await ensureBuilt();
