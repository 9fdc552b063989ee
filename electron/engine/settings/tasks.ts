import { closeSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { problem } from "../../../shared/problems.ts";
import { fail, ok } from "../../../shared/result.ts";
import { type OpenList, openList } from "../lists/index.ts";
import {
  type ListLayout,
  makePrivateFolder,
  PRIVATE_FILE,
  storeProblem,
  syncFile,
  syncFolder,
  type Task,
} from "../store/index.ts";
import { entriesIn } from "./entries.ts";

export interface TakeSuppressedInput {
  /** A list that was read. */
  readonly list: ListLayout;
  /** Columns that may hold its addresses, where it could not be told which; null: none does, it is a list of domains. */
  readonly candidates: readonly number[] | null;
  /** The file to write the entries to, one a line, each once. */
  readonly target: string;
}

export interface Suppressed {
  readonly addresses: number;
  readonly domains: number;
  /** Rows that hold something, but neither an address nor a domain. */
  readonly ignored: number;
}

/** Takes the addresses and domains out of a list: one a line, columns of a file or a workbook, or pasted prose. */
const takeSuppressed: Task<TakeSuppressedInput, Suppressed> = async ({ list, candidates, target }) => {
  const { entries, ignored } = entriesOf(list, candidates);
  try {
    write(target, entries);
  } catch (error) {
    rmSync(`${target}.new`, { force: true });
    return fail(storeProblem(error, target) ?? problem("internal"));
  }
  let domains = 0;
  for (const entry of entries) if (entry.startsWith("@")) domains++;
  return ok({ addresses: entries.size - domains, domains, ignored });
};

/** The columns in which entries stand, or null: where there is no header, one may stand anywhere. */
function columnsOf(opened: OpenList, candidates: readonly number[] | null): readonly number[] | null {
  const { hasHeader, addressColumn } = opened.meta;
  if (candidates === null) return [fullestOfDomains(opened)];
  const named = addressColumn === null ? candidates : [addressColumn];
  return hasHeader && named.length > 0 ? named : null;
}

function fullestOfDomains(opened: OpenList): number {
  const counts: number[] = opened.meta.columns.map(() => 0);
  for (let row = 0; row < opened.rows; row++) {
    for (const [column, cell] of opened.cells(row).entries()) {
      const count = counts[column];
      if (count !== undefined && entriesIn(cell, true).length > 0) counts[column] = count + 1;
    }
  }
  return Math.max(0, counts.indexOf(Math.max(...counts)));
}

function entriesOf(list: ListLayout, candidates: readonly number[] | null) {
  const opened = openList(list, { lazy: true });
  try {
    const columns = columnsOf(opened, candidates);
    const entries = new Set<string>();
    let ignored = 0;
    for (let row = 0; row < opened.rows; row++) {
      const cells = opened.cells(row);
      const filled = cells.filter((cell) => cell.trim() !== "").length;
      const looked = columns === null ? cells : columns.map((column) => cells[column] ?? "");
      // Beside an address, the name of a provider is not meant as one.
      const found = looked.flatMap((cell) => entriesIn(cell, columns !== null || filled === 1));
      for (const entry of found) entries.add(entry);
      if (found.length === 0 && filled > 0) ignored++;
    }
    return { entries, ignored };
  } finally {
    opened.close();
  }
}

const PIECE = 64 * 1024;

/** Beside it first, then renamed: it is there whole or not at all. */
function write(target: string, entries: ReadonlySet<string>): void {
  makePrivateFolder(dirname(target));
  const file = openSync(`${target}.new`, "w", PRIVATE_FILE);
  try {
    let text = "";
    for (const entry of entries) {
      text += `${entry}\n`;
      if (text.length < PIECE) continue;
      writeSync(file, text);
      text = "";
    }
    writeSync(file, text);
  } finally {
    closeSync(file);
  }
  syncFile(`${target}.new`);
  renameSync(`${target}.new`, target);
  syncFolder(dirname(target));
}

export const settingsTasks = { "settings.takeSuppressed": takeSuppressed };
export type SettingsTasks = typeof settingsTasks;
