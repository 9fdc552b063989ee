import type { Preflight } from "../../../shared/bridge/lists.ts";
import type { CallOutput } from "../../../shared/bridge.ts";
import { ok } from "../../../shared/result.ts";
import type { ListLayout, Task } from "../store/index.ts";
import { mergeTask } from "./merge.ts";
import { readList } from "./read/read.ts";
import type { ReadInput } from "./read/read-cells.ts";
import { openList } from "./stored/open.ts";
import { flaggedPage, type Page } from "./stored/pages.ts";

const read: Task<ReadInput, Preflight> = readList;

const flagged: Task<FlaggedInput, CallOutput<"lists.flagged">> = async ({ list, kind, page }) => {
  const opened = openList(list);
  try {
    return ok(flaggedPage(opened, kind, page));
  } finally {
    opened.close();
  }
};

interface FlaggedInput {
  readonly list: ListLayout;
  readonly kind: "role" | "disposable" | "free";
  readonly page: Page;
}

/** What this room runs in worker threads. */
export const listTasks = {
  "lists.read": read,
  "lists.merge": mergeTask,
  "lists.flagged": flagged,
};
export type ListTasks = typeof listTasks;
