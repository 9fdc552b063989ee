// npm pack: builds before packing, because the package contains only built files.
import { ensureBuilt } from "./build.mjs";
import { ensureInstalled } from "./setup.mjs";

await ensureInstalled();
await ensureBuilt();
