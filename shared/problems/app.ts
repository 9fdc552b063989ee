import { z } from "zod";
import { defineProblem, reasonSchema, wordingOf } from "./entries.ts";
import { internal, signedOut } from "./page.ts";
import { REQUEST, USAGE, VARIABLE } from "./requests.ts";

export const appProblems = {
  check_under_way: defineProblem("input", {}, () => ({
    title: "This address is being checked right now",
    detail: "The answer has not arrived yet, and the check may already be paid for. Nothing was deleted.",
    action: "Wait for the result, then forget it.",
  })),
  cancelled: defineProblem("unfinished", {}, () => ({ title: "Cancelled", detail: "Nothing was changed." })),
  environment_invalid: defineProblem(
    "input",
    { name: z.string(), why: reasonSchema(VARIABLE), given: z.string().optional() },
    (v) => ({
      title: "An environment variable cannot be used",
      detail: `${v.name} ${wordingOf(VARIABLE, v.why, v) ?? "is not valid"}. Winnow did not start; nothing was sent and nothing was charged.`,
      action: "Correct the variable, or remove it, and start Winnow again.",
    }),
  ),
  /** `said`: the command-line parser's message. */
  usage: defineProblem(
    "input",
    { why: reasonSchema(USAGE).optional(), given: z.string().optional(), said: z.string().optional() },
    (v) => ({
      title: "The command is not valid",
      detail: `${v.said ?? wordingOf(USAGE, v.why ?? "", v) ?? "It could not be read."} Nothing was started.`,
      action: "See `winnow --help`.",
    }),
  ),
  call_unknown: defineProblem("input", { call: z.string() }, (v) => ({
    title: "Winnow does not recognise that request",
    detail: `Winnow was asked for '${v.call}', which does not exist.`,
  })),
  call_invalid: defineProblem(
    "input",
    { call: z.string().optional(), why: reasonSchema(REQUEST).optional() },
    (v) => ({
      title: "Winnow could not process that",
      detail: `The request${v.call === undefined ? "" : ` '${v.call}'`} is not valid${v.why === undefined ? "" : `: ${wordingOf(REQUEST, v.why, {})}`}. Nothing was changed.`,
      action:
        "Check what you entered, then try again. If that does not help, send us the diagnostics from Settings.",
    }),
  ),
  call_unsupported: defineProblem("input", { call: z.string() }, (v) => ({
    title: "Not possible here",
    detail: `'${v.call}' needs the desktop application.`,
  })),
  forbidden: defineProblem("input", {}, () => ({
    title: "Not allowed",
    detail: "This request does not come from Winnow's own page.",
  })),
  path_not_chosen: defineProblem("input", {}, () => ({
    title: "Choose the file again",
    detail: "Winnow reads and writes only files that you have chosen since it started. Nothing was done.",
    action: "Choose it in Winnow, or drop it on the window.",
  })),
  path_in_browser: defineProblem("input", {}, () => ({
    title: "Not possible in a browser",
    detail:
      "In a browser, Winnow reads only files that you choose or drop here, and writes files only as downloads. Nothing was done.",
    action: "Choose the file here, or download the result.",
  })),
  signed_out: defineProblem("input", {}, () => signedOut),
  download_gone: defineProblem("input", {}, () => ({
    title: "The file is no longer there",
    detail:
      "A finished file is kept here for an hour, or until its cleaning is deleted. The results are safe.",
    action: "Export it again.",
  })),
  thread_restarted: defineProblem("input", {}, () => ({
    title: "A part of Winnow had to restart",
    detail: "The part that looks up your results failed and was restarted. Nothing is lost.",
    action: "You can continue. If it happens again, send us the diagnostics from Settings.",
  })),
  internal: defineProblem("service", {}, () => internal),
} as const;
