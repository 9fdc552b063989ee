import { z } from "zod";
import { count, counted } from "../numbers.ts";
import { defineProblem, inBrackets, reasonSchema, systemCode, wordingOf } from "./define-problem.ts";
import {
  DAMAGE,
  max,
  NOT_A_LIST,
  NOT_A_LIST_KINDS,
  UNREADABLE_REASONS,
  UNWRITABLE_REASONS,
  WRITABLE,
} from "./file-reasons.ts";
import { refusalInWords } from "./system-codes.ts";
import { named } from "./wording.ts";

const UNCLEAR = {
  encoding: "Its characters can be read in more than one way.",
  opt_outs: "Some people in the list seem to have opted out.",
  sheet: "It is unclear which sheet of the workbook, or which key of the JSON, is the list.",
  hidden_rows: "The sheet hides rows, by a filter or by hand: they may belong to the list or not.",
  results: "It contains verdicts: it may be the results of an earlier verification, or a list to verify.",
  outcomes: "It looks like a mailing service's export of people whose mail bounced, or who opted out.",
} as const;

const UNCLEAR_KINDS = Object.keys(UNCLEAR) as [keyof typeof UNCLEAR, ...(keyof typeof UNCLEAR)[]];

const EITHER = new Intl.ListFormat("en", { type: "disjunction" });

export const fileProblems = {
  file_missing: defineProblem("input", { path: z.string() }, (v) => ({
    title: "The file does not exist",
    detail: `There is no file at ${v.path}. Nothing was uploaded.`,
    action: "Check the name and the folder, then try again.",
  })),
  /** `why`: Winnow's own reason. `code`: the system's error code. `said`: the desktop environment's message. */
  file_unreadable: defineProblem(
    "input",
    {
      path: z.string(),
      why: reasonSchema(UNREADABLE_REASONS).optional(),
      code: systemCode.optional(),
      said: z.string().optional(),
    },
    (v) => ({
      title: "The file cannot be read",
      detail: `${v.path} could not be read${unread(v)}. Nothing was uploaded.`,
      action: "Check that you have permission to open the file, then try again.",
    }),
  ),
  file_empty: defineProblem("input", { name: z.string() }, (v) => ({
    title: "The file contains no rows",
    detail: `${v.name} is empty, or has only a header. Nothing was uploaded.`,
    action: "Export the list again and choose the new file.",
  })),
  file_binary: defineProblem("input", { name: z.string() }, (v) => ({
    title: "This is not a list",
    detail: `${v.name} does not look like text. Nothing was uploaded.`,
    action: "Choose a CSV, TSV, TXT, XLSX or ODS file.",
  })),
  file_no_reports: defineProblem("input", { name: z.string(), messages: z.int() }, (v) => ({
    title: "The mail contains no bounces",
    detail: `Winnow found no bounce or complaint about a recipient in ${v.name}. ${counted(v.messages, "message was", "messages were")} passed over. Nothing was imported.`,
    action: "Choose the messages that say that your mail was not delivered.",
  })),
  file_not_a_list: defineProblem("input", { name: z.string(), kind: z.enum(NOT_A_LIST_KINDS) }, (v) => ({
    title: "This is not a list",
    detail: `${v.name} is ${NOT_A_LIST[v.kind].is}, which Winnow does not read. Nothing was uploaded.`,
    action: NOT_A_LIST[v.kind].action,
  })),
  file_archive_unclear: defineProblem(
    "input",
    { name: z.string(), files: z.array(z.string()).readonly() },
    (v) =>
      v.files.length === 0
        ? {
            title: "The archive is empty",
            detail: `${v.name} contains no files. Nothing was uploaded.`,
            action: "Choose the list itself.",
          }
        : {
            title: "Which file in the archive is the list?",
            detail: `${v.name} contains several files: ${named(v.files)}. Nothing was uploaded.`,
            action: "Unpack it, and choose the list itself, or all of its lists.",
          },
  ),
  file_no_addresses: defineProblem("input", { name: z.string() }, (v) => ({
    title: "No email addresses found",
    detail: `No column of '${v.name}' contains email addresses. Nothing was uploaded.`,
    action: "Check that it contains complete addresses, or choose another file.",
  })),
  file_addresses_in_links: defineProblem("input", { name: z.string() }, (v) => ({
    title: "The addresses are in links",
    detail: `No cell of ${v.name} shows an email address: the addresses are in links behind other text. Nothing was uploaded.`,
    action:
      "Show the addresses as text in a separate column and save the workbook, or export the list as CSV.",
  })),
  file_column_unclear: defineProblem("input", { columns: z.array(z.string()).readonly() }, (v) => ({
    title: "Which column contains the addresses?",
    detail: `More than one column could contain them: ${named(v.columns)}. Nothing was uploaded.`,
    action: "Choose the column.",
  })),
  lists_differ: defineProblem("input", { name: z.string() }, (v) => ({
    title: "These files do not have the same columns",
    detail: `${v.name} differs from the first one, so they cannot become one list. Nothing was changed.`,
    action: "Clean them one by one.",
  })),
  file_column_unknown: defineProblem(
    "input",
    { column: z.string(), columns: z.array(z.string()).readonly() },
    (v) => ({
      title: "There is no such column",
      detail: `The list has no column '${v.column}'. Its columns are: ${named(v.columns)}. Nothing was uploaded.`,
      action: "Choose one of them, by name or by number, starting at 1.",
    }),
  ),
  file_too_many_columns: defineProblem(
    "input",
    { name: z.string(), columns: z.number(), most: z.number() },
    (v) => ({
      title: "The list has too many columns",
      detail: `${v.name} has ${count(v.columns)} columns or more, and Winnow reads up to ${count(v.most)}. Nothing was uploaded.`,
      action:
        "If rows are split in the wrong places, choose another delimiter. Otherwise save the list with fewer columns.",
    }),
  ),
  file_line_unknown: defineProblem("input", { line: z.number() }, (v) => ({
    title: "No row begins on that line",
    detail: `There is no row on line ${count(v.line)} among the first rows of the list. Nothing was uploaded.`,
    action: "Choose the line with the header.",
  })),
  /** `files`: the affected files if there are several. */
  file_reading_unclear: defineProblem(
    "input",
    { unclear: z.array(z.enum(UNCLEAR_KINDS)).readonly(), files: z.array(z.string()).readonly().optional() },
    (v) => ({
      title: "It is unclear how to read the list",
      detail: `${v.files === undefined ? "" : `This is about ${named(v.files)}. `}${v.unclear.map((one) => UNCLEAR[one]).join(" ")} The choice affects what is verified or written. Nothing was uploaded, and nothing was charged.`,
      action: "Choose how to read it, then start again.",
    }),
  ),
  file_no_verdicts: defineProblem("input", { name: z.string() }, (v) => ({
    title: "The file has no verdicts that Winnow can import",
    detail: `${v.name} does not look like the results of a verification service that Winnow knows, or it is unclear which of its cells are the verdicts. Nothing was imported or uploaded.`,
    action: "Read it as a list to have its addresses verified.",
  })),
  /** `given`: the service chosen by the user. `looksLike`: the services whose results it may be. */
  file_results_of_another: defineProblem(
    "input",
    {
      name: z.string(),
      given: z.string(),
      looksLike: z.array(z.object({ source: z.string(), name: z.string() })).readonly(),
    },
    (v) => ({
      title: "These are not that service's results",
      detail: `${v.name} does not look like ${v.given}'s; it ${v.looksLike.length === 0 ? "matches no service that Winnow knows" : `looks like ${v.looksLike.map(({ name }) => `${name}'s`).join(" or ")}`}. Nothing was imported or uploaded.`,
      action:
        v.looksLike.length === 0
          ? "Check that it is the right file."
          : "Import it as results of the service that it came from.",
    }),
  ),
  export_encoding_unclear: defineProblem("input", { encodings: z.array(z.string()).readonly() }, (v) => ({
    title: "The encoding of the list is unclear",
    detail: `The list may be in ${v.encodings.join(" or in ")}, and this format re-encodes all text. Nothing was written; the results are safe.`,
    action: "Choose the encoding, or export in the list's own format, which copies every byte.",
  })),
  file_option_unfit: defineProblem(
    "input",
    { option: z.enum(["--sheet", "--delimiter", "--rows", "--encoding", "--hidden-rows"]) },
    (v) => ({
      title: `${v.option} cannot be used with this file`,
      detail:
        v.option === "--sheet" || v.option === "--hidden-rows"
          ? "The file is text and has no sheets, so the option does not apply. Nothing was uploaded."
          : "The file is a workbook, so the option does not apply. Nothing was uploaded.",
      action: "Check that it is the right file, or leave the option out.",
    }),
  ),
  file_sheet_unknown: defineProblem(
    "input",
    { sheet: z.string(), sheets: z.array(z.string()).readonly() },
    (v) => ({
      title: "There is no such sheet",
      detail: `The file has no sheet or key '${v.sheet}', only: ${named(v.sheets)}. Nothing was uploaded.`,
      action: "Choose one of them.",
    }),
  ),
  file_formulas_unsaved: defineProblem("input", { name: z.string(), sheet: z.string() }, (v) => ({
    title: "The sheet contains formulas without their values",
    detail: `No column of the sheet '${v.sheet}' in ${v.name} contains email addresses, but it has formulas whose values were not saved with the file. Nothing was uploaded.`,
    action: "Open the workbook in your spreadsheet, save it there, and choose it again.",
  })),
  file_locked: defineProblem("input", { name: z.string() }, (v) => ({
    title: "The file is locked with a password",
    detail: `${v.name} is encrypted, so nothing in it can be read. Nothing was uploaded.`,
    action: "Open it with its password, save it without one, and choose it again.",
  })),
  file_open_quote: defineProblem("input", { name: z.string(), line: z.number() }, (v) => ({
    title: "A quotation mark is never closed",
    detail: `In ${v.name} a quoted cell opens on line ${v.line} and never ends, so the rows after it cannot be told apart. Nothing was uploaded.`,
    action: `Correct line ${v.line} and choose the file again.`,
  })),
  /** `name`: absent for Winnow's own copy of the list. */
  file_changed: defineProblem("input", { name: z.string().optional() }, (v) => ({
    title: "The file changed while it was being read",
    detail: `${v.name ?? "The list"} was changed or removed by another program. Nothing was uploaded.`,
    action: "Wait until the other program is done, then choose the file again.",
  })),
  file_too_large: defineProblem(
    "input",
    { name: z.string(), why: reasonSchema(max), most: z.number().optional() },
    (v) => ({
      title: "The file is too large to read safely",
      detail: `${v.name}: ${wordingOf(max, v.why, v) ?? "it is too large"}. Nothing was uploaded.`,
      action: "Split it into several files, and choose those.",
    }),
  ),
  file_damaged: defineProblem(
    "input",
    {
      name: z.string(),
      why: reasonSchema(DAMAGE),
      line: z.number().optional(),
      encoding: z.string().optional(),
      most: z.number().optional(),
    },
    (v) => ({
      title: "The file is damaged",
      detail: `${sentence(`${v.name} could not be read`, wordingOf(DAMAGE, v.why, v))} Nothing was uploaded.`,
      action: "Export the list again and choose the new file.",
    }),
  ),
  encoding_unknown: defineProblem("input", { encoding: z.string() }, (v) => ({
    title: "Unknown encoding",
    detail: `Winnow cannot read text as '${v.encoding}'.`,
    action: "Choose one of the available encodings.",
  })),
  delimiter_unknown: defineProblem("input", { delimiter: z.string() }, (v) => ({
    title: "Winnow cannot use that delimiter",
    detail: `Winnow cannot split rows at '${v.delimiter}'.`,
    action: "Choose a comma, a semicolon, a tab or a pipe.",
  })),
  list_unknown: defineProblem("input", {}, () => ({
    title: "That list is not open",
    detail: "The list is no longer open in Winnow.",
    action: "Choose the file again.",
  })),
  list_changed: defineProblem("input", {}, () => ({
    title: "The list has changed",
    detail:
      "The list has changed since it was shown, or it is being read right now. Nothing was started, merged or charged.",
    action: "Review the list and its price again, then continue.",
  })),
  list_in_use: defineProblem("input", { name: z.string() }, (v) => ({
    title: "The list belongs to a cleaning",
    detail: `A cleaning uses ${v.name}, so how it is read can no longer change. Nothing was changed.`,
    action: "To read the file in another way, choose it again.",
  })),
  merge_undecodable: defineProblem("input", { name: z.string(), encoding: z.string() }, (v) => ({
    title: "Some rows cannot be merged without data loss",
    detail: `${v.name} has characters that ${v.encoding} cannot read, and merging would lose them. Nothing was merged; your lists stay as they are.`,
    action:
      "Choose the encoding that reads that list correctly, or clean it separately: then every byte is kept.",
  })),
  out_exists: defineProblem("input", { path: z.string() }, (v) => ({
    title: "There is already a file with that name",
    detail: `${v.path} exists, and you have not agreed to replace its current version. It was not changed; Winnow's data is safe.`,
    action: "Choose another name, or agree to replace it.",
  })),
  out_shrinks: defineProblem("input", { path: z.string(), rows: z.int(), before: z.int() }, (v) => ({
    title: "The new file is much shorter than the one it would replace",
    detail: `${counted(v.rows, "row", "rows")} would replace the ${count(v.before)} lines of ${v.path}. It was not changed; Winnow's data is safe.`,
    action: "Check the list and its results, then export it again and agree to the shorter file.",
  })),
  out_too_large: defineProblem("input", { path: z.string() }, (v) => ({
    title: "The file would be too large",
    detail: `A workbook or a ZIP file can have up to 4 GB, and ${v.path} would be larger. It was not written; Winnow's data is safe.`,
    action: "Write it as CSV, or choose fewer rows.",
  })),
  out_is_source: defineProblem("input", { path: z.string() }, (v) => ({
    title: "That is your original list",
    detail: `${v.path} is the list itself. Winnow never overwrites it.`,
    action: "Choose another name for the cleaned list.",
  })),
  out_in_data_folder: defineProblem("input", { path: z.string() }, (v) => ({
    title: "That folder belongs to Winnow",
    detail: `${v.path} is in the folder where Winnow keeps its data. Nothing was written.`,
    action: "Choose a folder of your own.",
  })),
  out_not_a_file: defineProblem("input", { path: z.string() }, (v) => ({
    title: "That is not a file",
    detail: `${v.path} is a terminal, a pipe or a device, which takes data but keeps none. Nothing was written.`,
    action: "Choose a file.",
  })),
  out_format: defineProblem("input", { path: z.string(), contents: reasonSchema(WRITABLE) }, (v) => ({
    title: "The name does not match the format",
    detail: `Winnow cannot write the format that the name of ${v.path} implies. Nothing was written.`,
    action: `Choose a name of the form ${EITHER.format(WRITABLE[v.contents].map((one) => `*${one}`))}.`,
  })),
  /** `why`: Winnow's own reason. `code`: the system's error code. */
  out_unwritable: defineProblem(
    "disk",
    { path: z.string(), why: reasonSchema(UNWRITABLE_REASONS).optional(), code: systemCode.optional() },
    (v) => ({
      title: "The file could not be written",
      detail: `${v.path} could not be written${inBrackets(v.why === undefined ? refusalInWords(v.code) : wordingOf(UNWRITABLE_REASONS, v.why, v))}. No partial file was left; Winnow's data is safe.`,
      action: "Choose another name or folder and try again.",
    }),
  ),
  /** `path`: a pipe, which stores nothing. */
  out_reader_left: defineProblem("input", { path: z.string() }, (v) => ({
    title: "Not all of the list was read",
    detail: `It was written to ${v.path}, and the program reading there stopped before the end. Winnow's data is safe.`,
    action: "Write it again for a program that reads to the end.",
  })),
  disk_full: defineProblem("disk", { path: z.string() }, (v) => ({
    title: "The disk is full",
    detail: `There is not enough space left to write ${v.path}. No partial file was left, and what was stored before is safe.`,
    action: "Free some space, then try again.",
  })),
  /** `shown`: rows shown on the button. `now`: rows that would be written. */
  export_rows_changed: defineProblem("input", { shown: z.number(), now: z.number() }, (v) => ({
    title: "Different rows would be written now",
    detail: `${counted(v.shown, "row was", "rows were")} to be written, and now it would be ${count(v.now)}: marks or suppression lists have changed in the meantime. Nothing was written; the results are safe.`,
    action: "Check the new number, then export again.",
  })),
  export_empty: defineProblem("input", {}, () => ({
    title: "There is nothing to write",
    detail: "No row matches the filter, so no file was written.",
    action: "Change the filter.",
  })),
} as const;

function unread({
  why,
  code,
  said,
}: {
  why?: string | undefined;
  code?: string | undefined;
  said?: string | undefined;
}) {
  if (said !== undefined) return inBrackets(said);
  if (why === undefined) return inBrackets(refusalInWords(code));
  const known = wordingOf(UNREADABLE_REASONS, why, {});
  return inBrackets(known !== null && code !== undefined ? `${known}: ${code}` : known);
}

function sentence(what: string, why: string | null): string {
  return why === null ? `${what}.` : `${what}: ${why}.`;
}
