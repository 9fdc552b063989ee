import { count } from "../numbers.ts";
import type { Told } from "./values.ts";

export interface UsageValues {
  readonly option?: string | undefined;
  readonly other?: string | undefined;
  readonly given?: string | undefined;
  readonly choices?: readonly string[] | undefined;
  readonly most?: number | undefined;
}

/**
 * Why a command cannot be understood. `option`, `other`: options or arguments by name; `given`: what it was given;
 * `choices`: what it takes; `most`: up to what.
 */
export const USAGE = {
  excluded: ({ option = "", other = "" }) => `${option} and ${other} exclude each other`,
  alone: ({ option = "", other = "" }) => `${option} belongs to ${other}`,
  choice: ({ option = "", choices = [] }) => `${option} is ${choices.join(" or ")}`,
  choices: ({ option = "", choices = [], given = "" }) =>
    `${option} takes ${choices.join(", ")}; not '${given}'.`,
  unusable: ({ option = "An option" }) => `${option} cannot be that`,
  too_long: ({ option = "An option", most = 0 }) => `${option} takes ${count(most)} characters at most`,
  too_high: ({ option = "An option", most = 0 }) => `${option} counts to ${count(most)}`,
  from_one: ({ option = "" }) => `${option} counts from 1`,
  line: ({ option = "" }) => `${option} takes a line, counted from 1`,
  empty: ({ option = "" }) => `${option} is empty, as where it comes from a variable that is not set`,
  above_zero: ({ option = "" }) => `${option} takes a number above 0`,
  whole_number: ({ option = "", given = "" }) => `${option} takes a whole number, not '${given}'.`,
  port: ({ option = "", given = "" }) => `${option} takes a number from 0 to 65535, not '${given}'.`,
  port_taken: ({ given = "" }) => `Port ${given} is not free on this machine.`,
  both_printed: "--json prints its object where --out would print the list",
  key_long: "No API key is that long",
  key_none: "An account needs its API key",
  unread: "It could not be read.",
  folder_needed: ({ option = "" }) => `Of several lists, ${option} takes a folder`,
  name_twice: ({ given = "" }) => `Two of the lists would both be written as '${given}'.`,
} as const satisfies Record<string, Told<UsageValues>>;
export type Usage = keyof typeof USAGE;

/** What is wrong with a command line as such. `given`: the option, command or argument that it is about. */
export const COMMAND = {
  option_unknown: ({ given }) => `There is no option '${given}'.`,
  command_unknown: ({ given }) => `There is no command '${given}'.`,
  option_missing: ({ given }) => `The option '${given}' is needed.`,
  value_missing: ({ given }) => `The option '${given}' needs a value.`,
  argument_missing: ({ given }) => `The argument '${given}' is missing.`,
  too_many: "There are more arguments than the command takes.",
  other: "It is not one of Winnow's.",
} as const satisfies Record<string, Told<{ given: string }>>;
export type CommandFault = keyof typeof COMMAND;

/** What is wrong with a variable of the environment, behind its name. `given`: what it holds, cut where it is long. */
export const VARIABLE = {
  without_key: "is set without WINNOW_API_KEY: an account needs both",
  without_address: "is set without WINNOW_BASE_URL: an account needs both",
  whole_number: ({ given = "" }) => `is '${given}', and has to be a whole number above 0`,
  number: ({ given = "" }) => `is '${given}', and has to be a number above 0`,
  no_home: "is not set, and the user whom Winnow runs as has no home folder to keep data in",
  tells_requests: "has Node print every request, and the account's key stands in each",
} as const satisfies Record<string, Told<{ given?: string | undefined }>>;
export type Variable = keyof typeof VARIABLE;

/** What is wrong with a request of the page's. */
export const REQUEST = {
  shape: "it has another shape",
  input: "its input has another shape",
  no_name: "the file has no name",
  not_json: "it is not JSON",
  too_long: "it is too long",
  stopped: "it stopped coming in",
} as const;
export type RequestFault = keyof typeof REQUEST;
