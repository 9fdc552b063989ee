import { count } from "../numbers.ts";
import type { Told } from "./values.ts";

/** Why a file of the user's is not read, where it is not the system that says so. */
export const UNREAD = {
  folder: "it is a folder",
  device: "it is a pipe or a device, not a stored file",
  stopped: "it stopped coming in",
  not_kept: "it could not be stored here",
} as const;

export interface TooLargeValues {
  readonly most?: number | undefined;
}

/** `most`: the limit that the reason speaks of. */
export const TOO_LARGE = {
  bytes: "it is larger than 4 GB",
  bytes_together: "together they are larger than 4 GB",
  results: "results are taken in from files of up to 512 MB",
  results_in_list: "results are taken in from files of up to 512 MB; as a list it can be larger",
  rows: ({ most }) => `it has more ${most === undefined ? "rows than it may" : `than ${count(most)} rows`}`,
  rows_together: ({ most }) =>
    `together they have more ${most === undefined ? "rows than they may" : `than ${count(most)} rows`}`,
  record: "one of its records alone is over the service's limit; send only the addresses",
  uploads: ({ most }) =>
    `it would take ${most === undefined ? "too many" : `more than ${count(most)}`} uploads`,
  unpacked: "it unpacks to far more than any list needs",
  parts: "it has too many parts",
  sheets: "it has too many sheets",
  cell: "a text of it is longer than a cell can be",
  texts_long: "its texts are larger than any list needs",
  texts: "it has more texts than any list needs",
  styles: "it has more styles than any list needs",
  row: "a row of it is longer than any list needs",
  nested: "its elements stand within each other too deeply",
  sheet_rows: "it has more rows than a sheet can",
  cells: "it has more cells than any list needs",
  records: "its rows are larger than any list needs",
} as const satisfies Record<string, Told<TooLargeValues>>;
export type TooLarge = keyof typeof TOO_LARGE;

export interface DamageValues {
  readonly line?: number | undefined;
  readonly row?: number | undefined;
  readonly sheet?: string | undefined;
  readonly encoding?: string | undefined;
  readonly most?: number | undefined;
}

/** `line`, `row`, `sheet`: where it is; `encoding`: as which it was read; `most`: the limit that the reason speaks of. */
export const DAMAGE = {
  endless: ({ line }) =>
    line === undefined ? "its first records have no end" : `the record on line ${line} has no end`,
  cells: ({ line, most }) =>
    `${line === undefined ? "a record" : `the record on line ${line}`} has more ${most === undefined ? "cells than it may" : `than ${count(most)} cells`}`,
  half_character: ({ encoding }) =>
    `${encoding === undefined ? "" : `read as ${encoding}, `}it ends in the middle of a character, so its end is missing`,
  columns: "a row has too many columns",
  cell_twice: ({ row }) =>
    row === undefined ? "a cell stands in it twice" : `a cell of row ${row} stands in it twice`,
  text_missing: ({ row }) =>
    `the text of a cell${row === undefined ? "" : ` of row ${row}`} is missing from it`,
  not_well_formed: "a part of it is not well-formed",
  not_a_spreadsheets: "a part of it is not what a spreadsheet writes",
  sheet_missing: ({ sheet }) =>
    sheet === undefined ? "a sheet is missing from it" : `the sheet '${sheet}' is missing from it`,
  part_packed: "a part of it cannot be unpacked",
  packed: "it cannot be unpacked",
} as const satisfies Record<string, Told<DamageValues>>;
export type Damage = keyof typeof DAMAGE;

/** Why a file is not written where the user wants it, where it is not the system that says so. */
export const UNWRITTEN = {
  folder_there: "there is a folder of that name",
  no_folder: "the folder is not there",
  no_file: "it is a disk or a socket, not a file",
  link_nameless: "it is a link to a file without a name",
  link_dangling: "it is a link to a file that is not there",
  name: "no file can have that name",
} as const;
export type Unwritten = keyof typeof UNWRITTEN;
