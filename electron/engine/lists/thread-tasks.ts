import type { Preflight } from "../../../shared/bridge/lists.ts";
import type { CallOutput } from "../../../shared/bridge.ts";
import { ok } from "../../../shared/result.ts";
import type { ListLayout, Task } from "../store/index.ts";
import { holdsReplies, proposedMeaning, proposeMapping } from "../vocabularies/index.ts";
import { mergeTask } from "./merge.ts";
import { readList } from "./read/read.ts";
import type { ReadInput } from "./read/read-source.ts";
import { openList } from "./stored/open.ts";
import type { OpenList } from "./stored/open-list.ts";
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

const MAX_WORDS = 50;
/** Distinct words counted per column; a column with more is not categorical. */
const MAX_DISTINCT_WORDS = 1_000;

const words: Task<
  { readonly list: ListLayout; readonly column: number },
  CallOutput<"lists.words">
> = async ({ list, column }) => {
  const opened = openList(list, { lazy: true });
  try {
    const counts = new Map<string, number>();
    let filled = 0;
    for (let row = 0; row < opened.rows; row++) {
      const word = (opened.cells(row)[column] ?? "").trim().slice(0, 60);
      if (word === "") continue;
      filled++;
      const before = counts.get(word);
      if (before !== undefined || counts.size < MAX_DISTINCT_WORDS) counts.set(word, (before ?? 0) + 1);
    }
    const sample = sampleRows(opened).map((cells) => cells[column] ?? "");
    const shown = [...counts].sort((a, b) => b[1] - a[1]).slice(0, MAX_WORDS);
    return ok({
      words: shown.map(([word, rows]) => ({ word, rows, proposed: proposedMeaning(word) })),
      beyond: shown.reduce((left, [, rows]) => left - rows, filled),
      isReplies: holdsReplies(opened.meta.hasHeader ? (opened.meta.columns[column] ?? "") : "", sample),
    });
  } finally {
    opened.close();
  }
};

const SAMPLED_ROWS = 1_000;

function sampleRows(opened: OpenList): (readonly string[])[] {
  return Array.from({ length: Math.min(opened.rows, SAMPLED_ROWS) }, (_, row) => opened.cells(row));
}

const propose: Task<{ readonly list: ListLayout }, CallOutput<"lists.proposeMapping">> = async ({ list }) => {
  const opened = openList(list, { lazy: true });
  try {
    const { name, columns, hasHeader, addressColumn } = opened.meta;
    const title = name.replace(/\.\w{1,5}$/, "").slice(0, 100) || name;
    return ok({
      mapping: proposeMapping(title, hasHeader ? columns : [], sampleRows(opened), addressColumn),
    });
  } finally {
    opened.close();
  }
};

export const listTasks = {
  "lists.read": read,
  "lists.merge": mergeTask,
  "lists.flagged": flagged,
  "lists.words": words,
  "lists.proposeMapping": propose,
};
export type ListTasks = typeof listTasks;
