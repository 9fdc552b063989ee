import { z } from "zod";
import { defineProblem, reasonSchema, type Wording, wordingOf } from "./define-problem.ts";
import { internal, signedOut } from "./page.ts";

/** Errors in command lines that Winnow detects itself. `given`: the option's name or its value. */
const USAGE = {
  value: ({ given = "" }) => `The value of ${given} is not valid.`,
  key: "That is not a valid API key.",
  typing:
    "The installed Winnow cannot read what is typed in a Windows console: pipe it in, as in `type key.txt | winnow account add …`.",
  team_url: "Give the URL of the team's server, or set WINNOW_TEAM_URL.",
  both_printed: "--json and --out - cannot both print to standard output.",
  port: ({ given = "" }) => `--port takes a number from 0 to 65535, not '${given}'.`,
  port_taken: ({ given = "" }) => `Port ${given} is not free on this machine.`,
} as const satisfies Record<string, Wording<{ given?: string | undefined }>>;

/** Errors in environment variables, to follow the name. `given`: the value, shortened. */
export const VARIABLE = {
  without_key: "is set without WINNOW_API_KEY: an account needs both",
  without_address: "is set without WINNOW_BASE_URL: an account needs both",
  whole_number: ({ given = "" }) => `is '${given}', but must be a whole number above 0`,
  number: ({ given = "" }) => `is '${given}', but must be a number above 0`,
  dns_server: ({ given = "" }) => `is '${given}', but must be the address of a DNS server, such as 9.9.9.9`,
  no_home: "is not set, and the user that Winnow runs as has no home folder to keep data in",
  tells_requests: "makes Node print every request, and the account's key is in each",
} as const satisfies Record<string, Wording<{ given?: string | undefined }>>;
export type Variable = keyof typeof VARIABLE;

export const REQUEST = {
  shape: "it has an unexpected format",
  input: "its input has an unexpected format",
  no_name: "the file has no name",
  not_json: "it is not JSON",
  too_long: "it is too long",
  stopped: "the transfer stopped",
} as const;
export type RequestFault = keyof typeof REQUEST;

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
