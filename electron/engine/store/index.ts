export { type ColumnStore, openColumns } from "./columns.ts";
export { type Journal, openJournal } from "./journal.ts";
export { type CleaningLayout, type Layout, type ListLayout, layoutOf } from "./layout.ts";
export { createTaskRunner, type RunOptions, type Task, type TaskContext, type TaskRunner } from "./tasks.ts";
