import { z } from "zod";
import { counted } from "../numbers.ts";

import { defineProblem } from "./define-problem.ts";

/** Matches a generated id, which is not a name that a user entered. */
const IS_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const cleaningProblems = {
  /** `shown`: matching rows when they were selected. `now`: rows that match now. */
  rows_changed: defineProblem("input", { shown: z.number(), now: z.number() }, (v) => ({
    title: "Different rows match these filters now",
    detail: `You chose all ${counted(v.shown, "row", "rows")} that were shown; more results have arrived since, and ${counted(v.now, "row matches", "rows match")} the same filters now. Nothing was marked.`,
    action: "Review the rows, then choose again.",
  })),
  column_too_varied: defineProblem("input", { column: z.string() }, (v) => ({
    title: "The column has too many different cells",
    detail: `'${v.column}' holds more different text than Winnow can sort, filter or count by. Nothing was changed.`,
    action: "Choose another column, or search all columns for a text.",
  })),
  cleaning_unknown: defineProblem("input", { cleaning: z.string() }, (v) => ({
    title: "There is no such cleaning",
    detail: IS_ID.test(v.cleaning)
      ? "It is not among the lists stored here: it may have been deleted for good."
      : `No cleaning is called '${v.cleaning}'.`,
    action: "Look for it under Lists.",
  })),
  cleaning_ambiguous: defineProblem("input", { cleaning: z.string() }, (v) => ({
    title: "More than one cleaning matches",
    detail: `Several cleanings are called '${v.cleaning}', or have an id that begins with it. Nothing was changed.`,
    action: "Look for it under Lists.",
  })),
  cleaning_not_deleted: defineProblem("input", { name: z.string() }, (v) => ({
    title: "The list is not in the bin",
    detail: `Only lists in the bin can be deleted for good, and '${v.name}' is not there. Nothing was changed.`,
    action: "Delete it first.",
  })),
  cleaning_kept: defineProblem("input", { name: z.string() }, (v) => ({
    title: "The list could not be deleted for good",
    detail: `Some of '${v.name}' is still on this machine. Nothing else was changed.`,
    action: "Close what uses it, such as an export, then delete it for good again: open Lists, then the bin.",
  })),
  cleaning_over: defineProblem("input", { name: z.string() }, (v) => ({
    title: "The cleaning has already ended",
    detail: `'${v.name}' is no longer under way, so there is nothing to cancel. Nothing was changed.`,
  })),
  cleaning_unfinished: defineProblem("unfinished", { name: z.string() }, (v) => ({
    title: "The cleaning is not finished",
    detail: `Not all results of '${v.name}' have been fetched yet.`,
    action: "Let it finish first. If it cannot, give it up.",
  })),
  /** `addresses`: number in the part. `spent`: credits that may have been charged for them. */
  given_up: defineProblem("input", { addresses: z.number(), spent: z.number() }, (v) => ({
    title: "You gave it up",
    detail: `The service's results for ${counted(v.addresses, "address", "addresses")} were not fetched, and up to ${counted(v.spent, "credit", "credits")} may have been charged for them.`,
    action: "Try again to fetch them: that costs nothing while the service still has the results.",
  })),
  given_up_results: defineProblem("input", {}, () => ({
    title: "You gave it up",
    detail: "The results were fetched, but could not be processed. They are kept as they are.",
    action: "Try again, or restore the last backup. If you no longer need them, delete the list here.",
  })),
  cleaning_settled: defineProblem("input", { name: z.string() }, (v) => ({
    title: "That is no longer possible",
    detail: `'${v.name}' has changed in the meantime. Nothing was changed.`,
  })),
  start_irreversible: defineProblem("unfinished", { name: z.string() }, (v) => ({
    title: "The verification cannot be stopped",
    detail: `The service is verifying '${v.name}' and cannot stop it. The credits are spent either way.`,
    action:
      "Pause it here if you like; the results can be fetched for 30 days. A cleaning that is paused or waiting can be given up.",
  })),
  list_awaited: defineProblem("unfinished", { names: z.array(z.string()) }, ({ names }) => ({
    title: names.length === 1 ? "The other list is not running" : "The other lists are not running",
    detail:
      names.length === 1
        ? "It is verifying some of the same addresses, and is paused or waits for you."
        : "They are verifying some of the same addresses, and are paused or wait for you.",
    action: `Resume ${names.map((name) => `'${name}'`).join(" and ")}: the verdicts cost nothing here. Or end this list without them.`,
  })),
  /** `addresses`: number in the parts that would be sent again. */
  verified_meanwhile: defineProblem("input", { addresses: z.number() }, (v) => ({
    title: "Some of these addresses were sent in the meantime",
    detail: `Since this failed, ${counted(v.addresses, "of its addresses has", "of its addresses have")} been verified elsewhere, or ${v.addresses === 1 ? "is" : "are"} being verified now. Sending ${v.addresses === 1 ? "it" : "them"} again would pay twice. Nothing was sent.`,
    action: "Clean this list again: you pay only for the addresses that are still unknown.",
  })),
  elsewhere_lost: defineProblem("unfinished", { addresses: z.number() }, ({ addresses }) => ({
    title: `${counted(addresses, "address has", "addresses have")} no verdict`,
    detail:
      "They were being verified in another list or a check, which ended without them. The other results are here.",
    action: "Clean this list again: addresses already known cost nothing.",
  })),
  interrupted: defineProblem("unfinished", { unfinished: z.boolean() }, (v) => ({
    title: "Interrupted",
    detail: "All progress so far is kept.",
    action: v.unfinished ? "Continue with `winnow resume`." : "Run the command again if you still need it.",
  })),
  not_begun: defineProblem("input", {}, () => ({
    title: "Nothing was started",
    detail: "The command ended before you agreed to anything. Nothing was changed, uploaded or charged.",
    action: "Run it again when you are ready.",
  })),
} as const;
