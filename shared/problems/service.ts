import { z } from "zod";
import { count } from "../numbers.ts";
import { plainMoment } from "../times.ts";
import { cause, defineProblem, reasonSchema, type Wording, wordingOf } from "./define-problem.ts";
import { credits } from "./wording.ts";

const ASKED = {
  upload: "the upload",
  status: "the state of the list",
  start: "the start of the verification",
  download: "the results",
  delete: "the deletion",
  balance: "the balance",
  verify: "the address",
} as const;

export interface NonsenseValues {
  readonly about?: string | undefined;
  readonly field?: string | undefined;
}

/**
 * Reasons why a response was invalid. `about`: the subject. `field`: the response field by its name in the contract.
 */
export const NONSENSE = {
  form: (v) => `${answered(v)} its answer has an unexpected format`,
  field: (v) =>
    `${answered(v)} ${v.field === undefined ? "a field" : `“${v.field}”`} is missing or not as expected`,
  too_large: (v) => `${answered(v)} its answer is larger than results can be`,
  no_results: (v) => `${answered(v)} there are no results in its answer`,
  web_page: (v) => `${answered(v)} it sent a web page instead`,
  empty: (v) => `${answered(v)} its answer is empty`,
  no_verdicts: "The results that the service sent contain no verdicts",
} as const satisfies Record<string, Wording<NonsenseValues>>;
export type Nonsense = keyof typeof NONSENSE;

function answered({ about }: NonsenseValues): string {
  const what = Object.entries(ASKED).find(([one]) => one === about)?.[1];
  return `The service answered${what === undefined ? "" : ` about ${what}`}, but`;
}

/** Worded for any request, because not all requests belong to a cleaning. */
const ASKS_AGAIN =
  "A cleaning that is under way tries again on its own. Otherwise wait a moment, then try again.";

/** For lists that may have been paid for: free options come first. */
const RETRY_ONCE =
  "Try again: Winnow asks the service once more, which costs nothing. If that does not help, ask the service's support before you send the list again: verifying it again costs credits.";

const CHECK_ADDRESS = "Check the account's address, in Settings or in WINNOW_BASE_URL.";

export const serviceProblems = {
  service_unreachable: defineProblem({ kind: "network", chargeUnknown: true }, { host: z.string() }, (v) => ({
    title: "The service cannot be reached",
    detail: `No connection to ${v.host}. Nothing is lost, and work in progress is kept.`,
    action: "Check the network. A cleaning that is under way continues when it is back.",
  })),
  download_cut: defineProblem({ kind: "network", chargeUnknown: true }, { host: z.string() }, (v) => ({
    title: "The download was cut off",
    detail: `The connection to ${v.host} was lost before all results arrived. Nothing is lost: the service keeps them.`,
    action: ASKS_AGAIN,
  })),
  service_timeout: defineProblem({ kind: "network", chargeUnknown: true }, { host: z.string() }, (v) => ({
    title: "The service is not responding",
    detail: `${v.host} took too long to respond. Nothing is lost.`,
    action: ASKS_AGAIN,
  })),
  service_broken: defineProblem(
    { kind: "service", retryable: true, chargeUnknown: true },
    { status: z.number() },
    (v) => ({
      title: "The service has a problem",
      detail: `The service returned an error (${v.status}). Nothing is lost.`,
      action: ASKS_AGAIN,
    }),
  ),
  /** `about`: the subject of the request. `field`: the response field by its name in the contract. */
  service_nonsense: defineProblem(
    { kind: "service", retryable: true },
    { what: reasonSchema(NONSENSE), about: reasonSchema(ASKED).optional(), field: z.string().optional() },
    (v) => ({
      title: "The service's answer could not be understood",
      detail: `${wordingOf(NONSENSE, v.what, v) ?? "It is not as expected"}. Nothing is lost.`,
      action: `${ASKS_AGAIN} If that does not help, send us the diagnostics from Settings.`,
    }),
  ),
  /** `text`: the service's message; if absent, only `status` is known. */
  service_refused: defineProblem(
    "service",
    { text: z.string().optional(), status: z.number().optional() },
    (v) => ({
      title: "The service refused the request",
      detail: `The service said: “${v.text ?? `error ${v.status}`}”. Nothing is lost.`,
      action: "If that does not help, ask the service's support.",
    }),
  ),
  service_redirect: defineProblem({ kind: "service", chargeUnknown: true }, { host: z.string() }, (v) => ({
    title: "The service redirects to another address",
    detail: `${v.host} redirected Winnow to another address. The key was not sent there.`,
    action: CHECK_ADDRESS,
  })),
  service_untrusted: defineProblem({ kind: "service", chargeUnknown: true }, { host: z.string() }, (v) => ({
    title: "The connection to the service is not safe",
    detail: `${v.host} could not prove its identity, or its encryption is too weak. The key was not sent.`,
    action:
      "Check the account's address in Settings (or WINNOW_BASE_URL), and the clock of this machine. On a company network, ask its administrator.",
  })),
  proxy_password: defineProblem({ kind: "input", chargeUnknown: true }, { host: z.string() }, (v) => ({
    title: "The network's proxy asks for a password",
    detail: `The connection to ${v.host} goes through a proxy that requires a user name and a password, which Winnow does not support. Nothing is lost.`,
    action:
      "Ask the network's administrator to let Winnow through without a password, or use another network.",
  })),
  service_absent: defineProblem({ kind: "service", chargeUnknown: true }, { host: z.string() }, (v) => ({
    title: "The service was not found at this address",
    detail: `${v.host} answered, but not as the verification service.`,
    action: CHECK_ADDRESS,
  })),
  rate_limited: defineProblem({ kind: "service", retryable: true }, {}, () => ({
    title: "The service asks for a pause",
    detail: "Too many requests in a short time. Nothing is lost; Winnow slows down and continues.",
  })),
  invalid_file_data: defineProblem("service", {}, () => ({
    title: "The service could not read the uploaded list",
    detail: "It says that the file's format or data is not valid. Nothing was charged.",
    action: "Check the addresses in the list, then try again.",
  })),
  lists_full: defineProblem({ kind: "service", chargeUnknown: true }, {}, () => ({
    title: "The account has too many unverified lists",
    detail: "The service takes no more lists until some are verified or deleted (500 at most).",
    action: "Winnow waits for a free slot. To free one, delete old lists at the service.",
  })),
  active_full: defineProblem({ kind: "service", chargeUnknown: true }, {}, () => ({
    title: "The account has too many lists under way",
    detail:
      "The service verifies no more lists at once (100 at most). Lists that are waiting were not started.",
    action: "Winnow waits for a free slot and then continues.",
  })),
  /** `paid`: credits that were or may have been charged; present once retries have ended. */
  job_gone: defineProblem(
    { kind: "service", retryable: true },
    { paid: z.number().optional() },
    ({ paid }) =>
      paid === undefined
        ? {
            title: "The service cannot find this list",
            detail:
              "It may be missing there only temporarily, or it was deleted or purged after 30 days. Results that Winnow already has are safe.",
            action: "Winnow keeps asking for about two minutes.",
          }
        : {
            title: "The service says that it no longer has this list",
            detail: `Its verification was started, so ${credits(paid)} may have been taken, and its results are not here. It may be missing there only temporarily, or it was deleted or purged after 30 days.`,
            action:
              "Try again: Winnow asks the service once more, which costs nothing. If that does not help, ask the service's support before you clean the list again: you would pay for its addresses a second time.",
          },
  ),
  /** The job was not started. `sent`: number of uploads; present once retries have ended. */
  job_unseen: defineProblem(
    { kind: "service", retryable: true },
    { sent: z.number().optional() },
    ({ sent }) =>
      sent === undefined
        ? {
            title: "The service accepted the list but does not show it",
            detail:
              "It says that it does not have the list it has just accepted. Nothing was started or charged. Winnow keeps asking for about two minutes, then sends the list again, three times at most.",
            action: "Wait, or cancel: that costs nothing.",
          }
        : {
            title: "The service accepted the list but never showed it",
            detail: `The list was sent ${sent === 1 ? "once" : `${count(sent)} times`}, and the service said each time that it does not have it. Nothing was started or charged. Copies of the addresses may still be there; Winnow deletes those that show up.`,
            action: "Try again later. If that does not help, ask the service's support.",
          },
  ),
  job_invalid: defineProblem({ kind: "service", retryable: true }, {}, () => ({
    title: "The service does not recognise this list's number",
    detail: "The service says that the job's number is not valid. Results that Winnow already has are safe.",
    action: "Winnow keeps asking for about two minutes.",
  })),
  /** `started`: the job was started and may have been paid for. */
  job_failed: defineProblem("service", { text: z.string(), started: z.boolean() }, (v) =>
    v.started
      ? {
          title: "The service says that the list failed",
          detail: `It said: “${v.text}”. That was after the verification had started, so its credits may have been taken. Results that Winnow already has are safe.`,
          action: RETRY_ONCE,
        }
      : {
          title: "The service could not process the list",
          detail: `The service said: “${v.text}”. It was not started, and nothing was charged for it.`,
          action: "Check the addresses in the list, then try again.",
        },
  ),
  job_cancelled: defineProblem("service", { started: z.boolean() }, (v) =>
    v.started
      ? {
          title: "The service says that the list was cancelled",
          detail:
            "That was after the verification had started, so its credits may have been taken. Results that Winnow already has are safe.",
          action: RETRY_ONCE,
        }
      : {
          title: "The service cancelled the list",
          detail:
            "The list was cancelled at the service before it was started. Nothing was charged for it, and results that Winnow already has are safe.",
          action: "Try again: Winnow sends it again, at the price that you agreed to.",
        },
  ),
  job_started: defineProblem("service", {}, () => ({
    title: "The verification has already started",
    detail: "The service is working on this list. It is not started or paid for twice.",
  })),
  job_not_ready: defineProblem({ kind: "service", retryable: true }, {}, () => ({
    title: "The list is still being prepared",
    detail: "The service has not finished preparing the list. Winnow starts it as soon as it is ready.",
  })),
  job_not_verified: defineProblem({ kind: "service", retryable: true }, {}, () => ({
    title: "The list is not verified yet",
    detail: "The results can be fetched once the service has verified the list.",
  })),
  job_processing: defineProblem("service", {}, () => ({
    title: "The list is being processed",
    detail: "The service cannot delete a list while it works on it. Nothing was deleted.",
    action: "Try again when the verification is done.",
  })),
  job_not_started: defineProblem({ kind: "service", retryable: true }, {}, () => ({
    title: "The service does not release the results yet",
    detail:
      "The service says that this list still has to be started, so it released no results. What was started stays started: it is not paid for twice.",
    action: "Winnow asks again on its own. If that does not help, ask the service's support.",
  })),
  job_preparing: defineProblem({ kind: "service", retryable: true }, {}, () => ({
    title: "The list is still being prepared",
    detail: "The service has not finished preparing the list, so there are no results to fetch yet.",
    action: "Winnow continues once it is prepared.",
  })),
  job_unusable: defineProblem("service", {}, () => ({
    title: "The service found invalid data in the list",
    detail: "The service cannot provide results for this list.",
    action: "Check the addresses in the list, then clean it again.",
  })),
  job_deleted: defineProblem("service", {}, () => ({
    title: "The list is no longer at the service",
    detail: "There was nothing left to delete there. Results that Winnow already has are safe.",
  })),
  credits_short: defineProblem("credits", {}, () => ({
    title: "Not enough credits",
    detail:
      "The account does not have enough credits to verify this list. Nothing was started and nothing was charged.",
    action: "Add credits, then continue.",
  })),
  credits_used_up: defineProblem("credits", {}, () => ({
    title: "The account has no credits left",
    detail: "The address was not checked and nothing was charged. You may keep it.",
    action: "Add credits, then check it again.",
  })),
  upload_too_large: defineProblem("input", { bytes: z.number(), limit: z.number() }, (v) => ({
    title: "The list is larger than the service accepts",
    detail: `It has ${count(v.bytes)} bytes and the service accepts ${count(v.limit)} at most. Nothing was uploaded.`,
    action: "Upload the addresses alone, or split the list.",
  })),
  filter_invalid: defineProblem("service", {}, () => ({
    title: "The service does not know that selection of results",
    detail: "The service refused the chosen verdicts. Nothing is lost.",
  })),
  address_required: defineProblem("input", { address: z.string() }, (v) => ({
    title: "That is not an email address",
    detail: `'${v.address}' is not an address that the service can check. Nothing was charged.`,
    action: "Correct the address and check it again.",
  })),
  address_erased: defineProblem("input", { address: z.string() }, (v) => ({
    title: "This person was erased on request",
    detail: `${v.address} is neither verified nor written. Nothing was charged.`,
    action: "If the person agrees to be contacted again, let the address back in on its page.",
  })),
  results_incomplete: defineProblem(
    { kind: "service", retryable: true },
    { expected: z.number(), received: z.number() },
    (v) => ({
      title: "The results are incomplete",
      detail: `${count(v.received)} of ${count(v.expected)} results arrived intact. Nothing was discarded.`,
      action:
        "Winnow fetches them again a few times. Trying again fetches them once more, which costs nothing.",
    }),
  ),
  results_foreign: defineProblem("service", { own: z.number(), foreign: z.number() }, (v) => ({
    title: "The service sent the results of another list",
    detail: `${count(v.foreign)} of the addresses received are not in this list, and ${v.own === 0 ? "none" : `only ${count(v.own)}`} of its addresses arrived. None of it was used, and results that Winnow already has are safe.`,
    action:
      "Winnow asks for them again a few times. Trying again asks once more, which costs nothing. If this goes on, ask the service's support.",
  })),
  results_expiring: defineProblem("input", { name: z.string(), days: z.number() }, (v) => ({
    title: "The service will soon delete results",
    detail:
      v.days > 0
        ? `The results of '${v.name}' have not been fetched yet, and the service deletes them in ${v.days} ${v.days === 1 ? "day" : "days"}. They are paid for.`
        : `The results of '${v.name}' have not been fetched yet. The service keeps them for 30 days, and according to this machine's clock, that time is over. They are paid for.`,
    action: "Check what the cleaning is waiting for, so that Winnow can fetch them.",
  })),
  start_unheard: defineProblem("service", {}, () => ({
    title: "It is unclear whether the verification was started",
    detail:
      "The answer to the start was lost, and the service does not show it as started yet. To avoid paying twice, Winnow keeps asking for half a minute before it sends the start again.",
  })),
  check_uncertain: defineProblem("unfinished", { checks: z.number().optional() }, ({ checks = 1 }) => ({
    title: `It is unclear whether ${checks === 1 ? "the address was" : `${count(checks)} addresses were`} checked`,
    detail: `The connection broke, or Winnow was closed, before the service answered. ${checks === 1 ? "The check" : "Each check"} may have cost one credit. Winnow does not repeat it on its own.`,
    action: `Check the balance, then decide whether to check again for ${credits(checks)} more.`,
  })),
  /** `why`: the error instead of a response. `cut`: Winnow stopped waiting for it. */
  check_unheard: defineProblem(
    "service",
    { why: cause.optional(), cut: z.boolean().optional() },
    ({ why, cut }, titleOf) => ({
      title: "It is unclear whether the address was checked",
      detail: `${cut ? "Winnow stopped before the service answered" : ((why === undefined ? null : titleOf(why)) ?? "The answer was lost")}. The check may have cost one credit. Winnow does not repeat it on its own.`,
      action: "Check the balance before you check the address again: that costs one more credit.",
    }),
  ),
  /** `name`: of the list, or of the colleague. */
  check_in_list: defineProblem(
    "unfinished",
    { name: z.string(), isColleague: z.boolean().optional() },
    ({ name, isColleague = false }) =>
      isColleague
        ? {
            title: `${name} is verifying this address`,
            detail: "Its verdict comes by itself and costs nothing. Nothing was sent this time.",
            action: "Wait for it. Checking the address separately costs one credit.",
          }
        : {
            title: `The address is in '${name}', which is not finished`,
            detail: "Its verdict comes with that list and costs nothing more. Nothing was sent this time.",
            action: "Wait for that list, or resume it. Checking the address separately costs one credit.",
          },
  ),
  /** `at`: when a check was sent, in Unix ms; absent if it was in a list. */
  check_unheard_before: defineProblem("service", { at: z.number().optional() }, ({ at }) => ({
    title: "The address may have been paid for already",
    detail: `It was sent to the service ${at === undefined ? "in a list" : `on ${plainMoment(at)}`}, and no verdict was returned. Nothing was sent this time.`,
    action: `${at === undefined ? "Try that list again: that costs nothing. " : "Check the balance; "}${at === undefined ? "C" : "c"}hecking the address again costs one credit.`,
  })),
  check_unsent: defineProblem("input", {}, () => ({
    title: "The address was not sent to the service",
    detail: "The command ended before its turn came. Nothing was charged for it.",
    action: "Run the command again if you still need it.",
  })),
  check_unkept: defineProblem("input", {}, () => ({
    title: "The verdict could not be stored",
    detail: "It is correct and paid for, but Winnow could not save it. It is shown only this once.",
    action:
      "Write it down, and make sure that the disk has free space. Checking the address again costs one more credit.",
  })),
  upload_uncertain: defineProblem("unfinished", {}, () => ({
    title: "It is unclear whether the upload arrived",
    detail:
      "The connection broke before the service answered. Sending it again could charge it twice, so Winnow asks you first.",
    action: "Check the lists on the service's site, then decide whether to send it again.",
  })),
} as const;
