import { count } from "../numbers.ts";
import type { Wording } from "./define-problem.ts";

export const NOT_A_LIST = {
  pdf: {
    is: "a PDF",
    action: "Export the list from the program that the PDF was made with, as CSV or XLSX, and choose that.",
  },
  archive: {
    is: "an archive that Winnow does not unpack",
    action: "Unpack it, and choose the list inside.",
  },
  old_workbook: {
    is: "an Excel workbook in the format from before 2007 (.xls)",
    action: "Open it in your spreadsheet, save it as an Excel workbook (.xlsx) or as CSV, and choose that.",
  },
  binary_workbook: {
    is: "an Excel binary workbook (.xlsb)",
    action: "Open it in your spreadsheet, save it as an Excel workbook (.xlsx) or as CSV, and choose that.",
  },
  old_document: {
    is: "an Office file from before 2007",
    action: "Open it, save the list as an Excel workbook (.xlsx) or as CSV, and choose that.",
  },
  locked_document: {
    is: "an Office file that is locked with a password",
    action: "Open it in your spreadsheet, remove the password or save it as CSV, and choose that.",
  },
  numbers: {
    is: "an Apple Numbers, Pages or Keynote document",
    action: "In Numbers, choose File, Export To, and then CSV or Excel; then choose that file.",
  },
  document: {
    is: "a text document or a presentation",
    action: "Copy the addresses out of it and paste them, or save them as plain text or CSV.",
  },
  contacts: {
    is: "an address book of vCards (.vcf)",
    action: "Export the contacts as CSV instead: most address books can.",
  },
  outlook_mail: {
    is: "mail in Outlook's own format (MSG or PST)",
    action: "Save the bounces as EML from Outlook on the web or the new Outlook, and choose those.",
  },
  json: {
    is: "JSON without rows that Winnow could read",
    action: "Export the list as CSV or XLSX from the program that it came from, and choose that.",
  },
  json_object: {
    is: "JSON with the data of several people in one object, without a row for each",
    action: "Export the list as an array with an object for each person, or as CSV, and choose that.",
  },
  web_page: {
    is: "a web page, despite its name",
    action: "Open it in your spreadsheet, save it as an Excel workbook (.xlsx) or as CSV, and choose that.",
  },
  xml: {
    is: "XML, or an XML spreadsheet of Excel 2003",
    action: "Open it in your spreadsheet, save it as an Excel workbook (.xlsx) or as CSV, and choose that.",
  },
} as const;

export type NotAList = keyof typeof NOT_A_LIST;

export const NOT_A_LIST_KINDS = Object.keys(NOT_A_LIST) as [NotAList, ...NotAList[]];

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
  json: "Winnow reads JSON up to 128 MB, or up to 1 GB of objects one after the other",
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
