import { ensureBuilt } from "../support/ensure-built.ts";

/** What is tested is what the sources say now, not what was built of them once. */
export default ensureBuilt;
