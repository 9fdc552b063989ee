import { formulasTask } from "./formula-counter.ts";
import { writeTask } from "./write.ts";

/** What worker threads do with exports. */
export const exportTasks = { "exports.write": writeTask, "exports.formulas": formulasTask };
