import { z } from "zod";
import { count, counted, share } from "../numbers.ts";
import { plainDate } from "../times.ts";
import { defineProblem } from "./entries.ts";
import { named } from "./wording.ts";

export const suppressionProblems = {
  suppression_empty: defineProblem("input", { name: z.string() }, (v) => ({
    title: "No entries found",
    detail: `${v.name} holds neither email addresses nor domains. No suppression list was added.`,
    action: "Choose a file with an address or a domain on each line.",
  })),
  suppression_none_new: defineProblem("input", { already: z.number() }, (v) => ({
    title: "No one to add",
    detail:
      v.already === 0
        ? "None of these rows has an email address. No suppression list was added."
        : v.already === 1
          ? "The one address of these rows is on a suppression list already. No other list was added."
          : `All ${count(v.already)} addresses of these rows are on suppression lists already. No other list was added.`,
    action: v.already === 0 ? "Choose rows with an address." : "There is nothing to do: they stay left out.",
  })),
  suppression_rows_changed: defineProblem("input", { shown: z.number(), now: z.number() }, (v) => ({
    title: "Different addresses would be added now",
    detail: `${counted(v.shown, "address was", "addresses were")} to be added, and now it would be ${count(v.now)}: results, marks or suppression lists have changed in the meantime. No suppression list was added.`,
    action: "Look at the number as it is now, then add them again.",
  })),
  suppression_unknown: defineProblem("input", { name: z.string() }, (v) => ({
    title: "There is no such suppression list",
    detail: `No suppression list is called '${v.name}', and no id begins with it.`,
    action: "See which there are: `winnow suppress list`.",
  })),
  suppression_ambiguous: defineProblem("input", { name: z.string() }, (v) => ({
    title: "More than one suppression list matches",
    detail: `Several suppression lists are called '${v.name}', or their ids begin with it. None was removed.`,
    action: "Give the id of one: `winnow suppress list` shows them.",
  })),
  suppression_sheets: defineProblem(
    "input",
    { name: z.string(), sheets: z.array(z.string()).readonly() },
    (v) => ({
      title: "More than one sheet holds addresses",
      detail: `${v.name} has addresses on several sheets: ${named(v.sheets)}. No suppression list was added.`,
      action: "Save each sheet as a separate file, and add them one by one.",
    }),
  ),
  suppression_column: defineProblem(
    "input",
    { name: z.string(), columns: z.array(z.string()).readonly() },
    (v) => ({
      title: "Which column should be suppressed?",
      detail: `Several columns of ${v.name} hold addresses or domains: ${named(v.columns)}. No suppression list was added.`,
      action: "Choose the column.",
      choices: v.columns,
    }),
  ),
  suppression_mixed: defineProblem("input", { name: z.string() }, (v) => ({
    title: "Is everyone in this file meant?",
    detail: `${v.name} comes from a service that also says who bounced, left or may be mailed. No suppression list was added.`,
    action: "Import what it says, or add everyone in it.",
  })),
  suppression_nobody: defineProblem("input", { since: z.number().nullable() }, (v) => ({
    title: "No one to hand back",
    detail:
      v.since === null
        ? "No suppression list and no import names anyone who is not to be mailed. No file was written."
        : `No new suppressed addresses since ${plainDate(v.since)}. No file was written.`,
    action: "Import bounces and unsubscribes, or add a suppression list.",
  })),
  import_unknown: defineProblem("input", { name: z.string() }, (v) => ({
    title: "There is no such import",
    detail: `No import of bounces, unsubscribes or complaints is called '${v.name}', and no id begins with it.`,
    action: "Give the id that was shown after the import, or the name of its file.",
  })),
  import_nothing: defineProblem("input", { name: z.string() }, (v) => ({
    title: "The file says nothing that can be imported",
    detail: `Winnow recognises no verdicts, bounces, unsubscribes or complaints in ${v.name}. Nothing was imported.`,
    action: "Choose the export of a mailing or verification service, or clean the file as a list.",
  })),
  gate_refused: defineProblem(
    "refused",
    { most: z.number(), addresses: z.int(), middle: z.number(), high: z.number(), unverified: z.int() },
    (v) => ({
      title: `More than ${share(v.most)} may bounce`,
      detail: `About ${share(v.middle)} of ${counted(v.addresses, "address", "addresses")} will bounce, and up to ${share(v.high)} may.${v.unverified === 0 ? "" : ` ${counted(v.unverified, "is", "are")} not verified.`}`,
      action:
        v.unverified === 0
          ? "Leave out addresses that are likely to bounce, and try again."
          : "Verify the list first, and leave out addresses that are likely to bounce.",
    }),
  ),
  import_overturns: defineProblem(
    "input",
    { name: z.string(), held: z.number(), turned: z.number() },
    (v) => ({
      title: "Most of what you know as deliverable would change",
      detail: `By ${v.name}, ${count(v.turned)} of the ${count(v.held)} addresses that Winnow holds as deliverable are undeliverable. That is more than bounces usually are: it may be the wrong file. Nothing was imported.`,
      action: "Look at the file. Import it all the same if it is right.",
    }),
  ),
};
