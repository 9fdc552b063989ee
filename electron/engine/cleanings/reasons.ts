import { z } from "zod";
import { count } from "../../../shared/numbers.ts";
import { credits } from "../../../shared/problems/wording.ts";
import { storedProblem, storedProblemSchema } from "../../../shared/problems.ts";

/** Timeline texts by reason code. Stored codes must never be removed. */
const PLAIN = {
  "balance.read": "The balance was read",
  "check.answered": "The service answered",
  "check.begun": "Checking the address",
  "check.lost": "The answer to the check was lost",
  "check.unsent": "The check was not sent",
  "cleaning.cancelled": "Cancelled",
  "cleaning.done": "Done: the results are here",
  "cleaning.failed": "Ended: not every part could be verified",
  completed: "Verified; fetching the results",
  "fetch.too_early": "Not verified yet",
  "given_up.answered": "The service answered after you had given it up",
  "given_up.part": "You gave it up after it was started",
  "given_up.results": "You gave it up: the results could not be processed",
  imported: "Opened from a results file",
  "job.cancelled": "The service cancelled the list",
  "job.failed": "The service could not process the list",
  "job.gone": "The service no longer has the list",
  "job.gone_unpaid":
    "The service no longer has the list; it was not started, so sending it again costs nothing",
  "job.not_found": "The service cannot find the list; asking again",
  "job.unseen": "The service does not show the list; asking again",
  "job.vanishing": "The service never showed the list after it was sent",
  "out.left": "You chose not to write the cleaned list; the results are here",
  preparing: "The service is preparing the list",
  "price.again": "Sent again; verifying it costs credits",
  "price.higher": "The service counted more addresses than you agreed to",
  ready: "Ready to be verified",
  released: "Continuing",
  removed: "Deleted at the service",
  "restored.paused": "Restored from a backup, and paused",
  "results.filled_in": "You fetched the results again",
  "results.short": "Some results are missing; fetching them again",
  "results.taken": "The results are here",
  "results.taken_short": "The results are here; some addresses are missing",
  "results.unreadable": "The results could not be read",
  "results.unusable": "The results were not usable; fetching them again",
  "start.begun": "Starting the verification",
  "start.not_begun": "The service has not started yet",
  "start.repeated": "The start did not arrive; sending it again",
  "start.too_early": "The list is still being prepared",
  "start.unaffordable": "Waiting for credits, like the parts before it",
  "start.unheard": "The service does not show the start yet",
  "upload.answered": "Uploaded; the service is preparing the list",
  "upload.arrived": "The upload had arrived at the service",
  "upload.begun": "Uploading the addresses",
  "upload.interrupted": "The upload was interrupted; sending it again costs nothing",
  "upload.uncertain": "The upload may have arrived",
  "user.cancelled": "You cancelled it before it was started",
  "user.checked_again": "You asked to check the address again",
  "user.not_sent_again": "You chose not to send it again",
  "user.paused": "You paused it",
  "user.resumed": "Trying again",
  "user.resumed_gone": "Asking the service for the list once more",
  "user.sent_again": "You asked to send the list again",
  "user.went_on": "You resumed it",
  verifying: "The service is verifying the addresses",
  waiting: "Waiting",
} as const;

export type PlainReason = keyof typeof PLAIN;

const PLAIN_CODES = Object.keys(PLAIN) as [PlainReason, ...PlainReason[]];

const reasonSchema = z.discriminatedUnion("code", [
  z.object({ code: z.enum(PLAIN_CODES) }),
  z.object({ code: z.literal("problem"), problem: storedProblemSchema }),
  z.object({ code: z.literal("upload.again"), problem: storedProblemSchema }),
  z.object({ code: z.literal("agreed"), credits: z.int() }),
  /** `cut`: number of cells truncated to the file format's limit. */
  z.object({ code: z.literal("out.written"), cut: z.int() }),
]);

/** Reason for a state change: a code with the values its text needs. */
export type Reason = PlainReason | z.output<typeof reasonSchema>;

export function storedReason(reason: Reason): string {
  if (typeof reason === "string") return JSON.stringify({ code: reason });
  return JSON.stringify("problem" in reason ? { ...reason, problem: storedProblem(reason.problem) } : reason);
}

export function reasonInWords(stored: string): string {
  const reason = reasonSchema.parse(JSON.parse(stored));
  switch (reason.code) {
    case "problem":
      return reason.problem.title;
    case "upload.again":
      return `${reason.problem.title}; sending it again costs nothing`;
    case "agreed":
      return `You agreed to ${credits(reason.credits)}`;
    case "out.written":
      return reason.cut === 0
        ? "The cleaned list is written"
        : `The cleaned list is written; ${cutInWords(reason.cut)}`;
    default:
      return PLAIN[reason.code];
  }
}

function cutInWords(cells: number): string {
  return `${count(cells)} ${cells === 1 ? "cell was" : "cells were"} longer than a workbook allows, and cut`;
}
