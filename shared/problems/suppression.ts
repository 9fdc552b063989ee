import { z } from "zod";
import { count, counted, share } from "../numbers.ts";
import { plainDate, possibleDays } from "../times.ts";
import { defineProblem } from "./define-problem.ts";
import { named } from "./wording.ts";

export const suppressionProblems = {
  suppression_empty: defineProblem("input", { name: z.string() }, (v) => ({
    title: "No entries found",
    detail: `${v.name} contains neither email addresses nor domains. No suppression list was added.`,
    action: "Choose a file with an address or a domain on each line.",
  })),
  suppression_erased: defineProblem("input", { name: z.string(), erased: z.int() }, (v) => ({
    title: "Everyone in it was erased on request",
    detail: `${counted(v.erased, "entry", "entries")} of ${v.name} ${v.erased === 1 ? "was" : "were"} erased, and stay${v.erased === 1 ? "s" : ""} neither stored, verified nor written. No suppression list is needed, and none was added.`,
  })),
  import_erased: defineProblem("input", { name: z.string(), erased: z.int() }, (v) => ({
    title: "Everyone in it was erased on request",
    detail: `${counted(v.erased, "row", "rows")} of ${v.name} ${v.erased === 1 ? "is" : "are"} about people who were erased. They stay neither stored, verified nor written. Nothing was imported.`,
  })),
  suppression_not_suppressed: defineProblem(
    "input",
    { names: z.array(z.string()), isErased: z.boolean() },
    (v) => ({
      title: v.isErased ? "They were erased on request" : "They are not suppressed",
      detail: v.isErased
        ? `${v.names.join(", ")}: who was erased stays left out. Nothing was changed.`
        : `No suppression list and no opt-out is about ${v.names.join(", ")}. Nothing was changed.`,
      action: v.isErased
        ? "Let them back in on the address's page."
        : "Enter complete addresses. To allow a whole domain, remove the suppression list that has it.",
    }),
  ),
  suppression_none_new: defineProblem("input", { already: z.number() }, (v) => ({
    title: "No one to add",
    detail:
      v.already === 0
        ? "None of these rows has an email address. No suppression list was added."
        : v.already === 1
          ? "The only address in these rows is already on a suppression list. No new list was added."
          : `All ${count(v.already)} addresses in these rows are already on suppression lists. No new list was added.`,
    action: v.already === 0 ? "Choose rows with an address." : "There is nothing to do: they stay left out.",
  })),
  suppression_rows_changed: defineProblem("input", { shown: z.number(), now: z.number() }, (v) => ({
    title: "Different addresses would be added now",
    detail: `${counted(v.shown, "address was", "addresses were")} to be added, and now it would be ${count(v.now)}: results, marks or suppression lists have changed in the meantime. No suppression list was added.`,
    action: "Check the new number, then add them again.",
  })),
  suppression_unknown: defineProblem("input", { name: z.string() }, (v) => ({
    title: "There is no such suppression list",
    detail: `No suppression list is called '${v.name}', and no id begins with it.`,
    action: "`winnow suppress list` shows all of them.",
  })),
  suppression_ambiguous: defineProblem("input", { name: z.string() }, (v) => ({
    title: "More than one suppression list matches",
    detail: `Several suppression lists are called '${v.name}', or their ids begin with it. None was removed.`,
    action: "Use the id instead: `winnow suppress list` shows it.",
  })),
  suppression_sheets: defineProblem(
    "input",
    { name: z.string(), sheets: z.array(z.string()).readonly() },
    (v) => ({
      title: "More than one sheet contains addresses",
      detail: `${v.name} has addresses on several sheets: ${named(v.sheets)}. No suppression list was added.`,
      action: "Save each sheet as a separate file, and add them one by one.",
    }),
  ),
  suppression_column: defineProblem(
    "input",
    { name: z.string(), columns: z.array(z.string()).readonly() },
    (v) => ({
      title: "Which column should be suppressed?",
      detail: `Several columns of ${v.name} contain addresses or domains: ${named(v.columns)}. No suppression list was added.`,
      action: "Choose the column.",
      choices: v.columns,
    }),
  ),
  suppression_mixed: defineProblem("input", { name: z.string() }, (v) => ({
    title: "Suppress everyone in this file?",
    detail: `${v.name} comes from a service whose files also list people who bounced, unsubscribed or may be mailed. No suppression list was added.`,
    action: "Import its bounces and unsubscribes, or add everyone in it.",
  })),
  suppression_nobody: defineProblem("input", { since: z.number().nullable() }, (v) => ({
    title: "No addresses to export",
    detail:
      v.since === null
        ? "No suppression list or import contains an address that is not to be mailed. No file was written."
        : `No new suppressed addresses since ${plainDate(v.since)}. No file was written.`,
    action: "Import bounces and unsubscribes, or add a suppression list.",
  })),
  import_unknown: defineProblem("input", { name: z.string() }, (v) => ({
    title: "There is no such import",
    detail: `No import of bounces, unsubscribes or complaints is called '${v.name}', and no id begins with it.`,
    action: "Use the id that was shown after the import, or the name of its file.",
  })),
  import_nothing: defineProblem("input", { name: z.string() }, (v) => ({
    title: "The file contains nothing to import",
    detail: `Winnow recognises no verdicts, bounces, unsubscribes or complaints in ${v.name}. Nothing was imported.`,
    action: "Choose the export of a mailing or verification service, or clean the file as a list.",
  })),
  dates_unclear: defineProblem("input", { name: z.string(), sample: z.string() }, (v) => ({
    title: "Day and month cannot be told apart",
    detail: `“${v.sample}” in ${v.name} may be ${possibleDays(v.sample)?.join(" or ") ?? "two days"}, and nothing else in the file tells which. Nothing was imported.`,
    action: "Choose whether its dates begin with the day or the month.",
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
      title: "Most of your deliverable addresses would change",
      detail: `According to ${v.name}, ${count(v.turned)} of the ${count(v.held)} addresses that Winnow knows as deliverable are undeliverable. That is more than usual for bounces: it may be the wrong file. Nothing was imported.`,
      action: "Check the file. If it is the right one, import it anyway.",
    }),
  ),
};
