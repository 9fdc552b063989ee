import { recordMailingTask } from "./write/sent.ts";
import { writeTask } from "./write/write.ts";

export const exportTasks = { "exports.write": writeTask, "exports.noteSent": recordMailingTask };
