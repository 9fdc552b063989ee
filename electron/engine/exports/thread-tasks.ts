import { noteSentTask } from "./write/sent.ts";
import { writeTask } from "./write/write.ts";

/** What worker threads do with exports. */
export const exportTasks = { "exports.write": writeTask, "exports.noteSent": noteSentTask };
