import { count } from "../numbers.ts";
import type { Wording } from "./entries.ts";

/** Reasons of Winnow's own why a file is not read. */
export const UNREADABLE_REASONS = {
  folder: "it is a folder",
  device: "it is a pipe or a device, not a stored file",
  stopped: "the transfer stopped",
  not_kept: "it could not be stored here",
} as const;

export interface TooLargeValues {
  readonly most?: number | undefined;
}

export const max = {
  bytes: "it is larger than 4 GB",
  bytes_together: "together they are larger than 4 GB",
  results: "results files can have up to 512 MB",
  results_in_list: "results files can have up to 512 MB; as a list it can be larger",
  rows: ({ most }) => `it has more ${most === undefined ? "rows than it may" : `than ${count(most)} rows`}`,
  rows_together: ({ most }) =>
    `together they have more ${most === undefined ? "rows than they may" : `than ${count(most)} rows`}`,
  uploads: ({ most }) =>
    `it would take ${most === undefined ? "too many" : `more than ${count(most)}`} uploads`,
  json: "Winnow reads JSON up to 64 MB, or up to 1 GB with one object per line",
  table: "as a table it would be far larger than the file itself",
  archive: "it unpacks to far more data than a list needs",
} as const satisfies Record<string, Wording<TooLargeValues>>;

export interface DamageValues {
  readonly line?: number | undefined;
  readonly encoding?: string | undefined;
  readonly most?: number | undefined;
}

/** `line`: the line number. `encoding`: the encoding used. `most`: the exceeded limit. */
export const DAMAGE = {
  endless: ({ line }) =>
    line === undefined ? "its first records have no end" : `the record on line ${line} has no end`,
  cells: ({ line, most }) =>
    `${line === undefined ? "a record" : `the record on line ${line}`} has more ${most === undefined ? "cells than it may" : `than ${count(most)} cells`}`,
  half_character: ({ encoding }) =>
    `${encoding === undefined ? "" : `read as ${encoding}, `}it ends in the middle of a character, so its end is missing`,
  json_cut: "its JSON ends in the middle of a value, so its end is missing",
  json_encoding: "its JSON has characters that are not in UTF-8",
  archive: "it is cut short, or was not written by a spreadsheet or an archive program",
} as const satisfies Record<string, Wording<DamageValues>>;

/** Reasons of Winnow's own why a file is not written. */
export const UNWRITABLE_REASONS = {
  folder_there: "there is a folder with that name",
  no_folder: "the folder does not exist",
  no_file: "it is a disk or a socket, not a file",
  link_nameless: "it is a link to a file without a name",
  link_dangling: "it is a link to a file that does not exist",
  name: "that name is not allowed",
} as const;
export type Unwritten = keyof typeof UNWRITABLE_REASONS;

export const WRITABLE = {
  list: [".csv", ".tsv", ".txt", ".xlsx"],
  csv: [".csv", ".txt"],
  json: [".json", ".txt"],
} as const;
export type FileContents = keyof typeof WRITABLE;
