import { UNWANTED_OUTCOMES } from "../../../shared/mail-outcomes.ts";
import { problem } from "../../../shared/problems.ts";
import { fail, ok } from "../../../shared/result.ts";
import { openList } from "../lists/index.ts";
import { type ListLayout, layoutOf, type Task } from "../store/index.ts";
import { type Written, writeFacts } from "./facts.ts";
import { suppressedEntries, suppressedOf, suppressedRows, suppressing } from "./suppressed.ts";
import { outcomesOfRows, type SaidOutcomes } from "./taken-outcomes.ts";
import { type UnmailableRows, unmailableRows } from "./unmailable-rows.ts";

export interface TakeSuppressedInput {
  /** A list that was read. */
  readonly list: ListLayout;
  /** No column of it holds addresses: it is a list of domains. */
  readonly isOfDomains: boolean;
  /** The file to write the entries to. */
  readonly target: string;
}

export interface Suppressed extends Written {
  readonly addresses: number;
  readonly domains: number;
  /** See {@link suppressedRows}. */
  readonly ignored: number;
}

/** Takes the addresses and domains out of a list: one a line, columns of a file or a workbook, or pasted prose. */
const takeSuppressed: Task<TakeSuppressedInput, Suppressed> = async ({ list, isOfDomains, target }) => {
  const opened = openList(list, { lazy: true });
  try {
    const { entries, ignored } = suppressedRows(opened, isOfDomains);
    const written = writeFacts(target, suppressing(entries));
    if (!written.ok) return written;
    let domains = 0;
    for (const entry of entries) if (entry.startsWith("@")) domains++;
    return ok({ ...written.value, addresses: entries.size - domains, domains, ignored });
  } finally {
    opened.close();
  }
};

export interface TakeUnmailableInput {
  /** A list that was read. */
  readonly list: ListLayout;
  /** Whose export it is, of `vocabularies/`. */
  readonly source: string;
  /** The columns with its addresses. */
  readonly columns: readonly number[];
  /** The data folder, whose suppression lists' people are not taken once more; null: everybody is. */
  readonly dataDir: string | null;
  /** The file to write the entries to; null: they are counted. */
  readonly target: string | null;
}

/** `written` null: they were counted. */
export type Unmailable = Omit<UnmailableRows, "facts"> & { readonly written: Written | null };

/** Takes the people out of a mailing service's export who are not to be mailed by what it says. */
const takeUnmailable: Task<TakeUnmailableInput, Unmailable> = async ({
  list,
  source,
  columns,
  dataDir,
  target,
}) => {
  const known = dataDir === null ? ok(new Set<string>()) : suppressedEntries(layoutOf(dataDir));
  if (!known.ok) return known;
  const opened = openList(list, { lazy: true });
  try {
    const found = unmailableRows(opened, source, columns, known.value);
    if (found === null) return fail(problem("list_changed"));
    const { facts, ...counted } = found;
    const written = target === null ? ok(null) : writeFacts(target, facts);
    return written.ok ? ok({ ...counted, written: written.value }) : written;
  } finally {
    opened.close();
  }
};

export interface TakeOutcomesInput {
  /** A list that was read. */
  readonly list: ListLayout;
  /** Whose export it is, of `vocabularies/`. */
  readonly source: string;
  /** The columns with its addresses. */
  readonly columns: readonly number[];
  /** The file to write the facts to. */
  readonly target: string;
}

/** Writes what a mailing service's export says became of mail. */
const takeOutcomes: Task<
  TakeOutcomesInput,
  Omit<SaidOutcomes, "facts"> & { written: Written & People }
> = async ({ list, source, columns, target }) => {
  const opened = openList(list, { lazy: true });
  try {
    const said = outcomesOfRows(opened, source, columns);
    if (said === null) return fail(problem("list_changed"));
    const { facts, ...counted } = said;
    const written = writeFacts(target, facts);
    if (!written.ok) return written;
    const unwanted = facts.filter(({ outcome }) => UNWANTED_OUTCOMES.has(outcome));
    const addresses = new Set(unwanted.map(({ entry }) => entry)).size;
    return ok({ ...counted, written: { ...written.value, addresses, domains: 0 } });
  } finally {
    opened.close();
  }
};

/** Entries that are not to be mailed. */
interface People {
  readonly addresses: number;
  readonly domains: number;
}

export interface SuppressedOfInput {
  readonly dataDir: string;
  readonly addresses: readonly string[];
}

/** Which of the addresses are on a suppression list. */
const lookUpSuppressed: Task<SuppressedOfInput, boolean[]> = async ({ dataDir, addresses }) =>
  suppressedOf(layoutOf(dataDir), addresses);

export const memoryTasks = {
  "memory.takeSuppressed": takeSuppressed,
  "memory.takeUnmailable": takeUnmailable,
  "memory.takeOutcomes": takeOutcomes,
  "memory.suppressedOf": lookUpSuppressed,
};
export type MemoryTasks = typeof memoryTasks;
