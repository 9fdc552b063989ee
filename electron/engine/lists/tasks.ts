import type { Preflight } from "../../../shared/bridge/lists.ts";
import type { CallOutput } from "../../../shared/bridge.ts";
import { ok } from "../../../shared/result.ts";
import type { ListLayout } from "../store/index.ts";
import type { Task } from "../threads/index.ts";
import { mergeTask } from "./merge/merge.ts";
import { readList } from "./read/read.ts";
import type { ReadInput } from "./read/reading.ts";
import { flaggedPage } from "./stored/flagged.ts";
import { openList } from "./stored/open.ts";
import type { Page } from "./stored/pages.ts";

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
