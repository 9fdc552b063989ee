import type { Wording } from "./entries.ts";

/** Errors in command lines that Winnow detects itself. `given`: the option's name or its value. */
export const USAGE = {
  value: ({ given = "" }) => `The value of ${given} is not valid.`,
  key: "That is not a valid API key.",
  typing:
    "The installed Winnow cannot read what is typed in a Windows console: pipe it in, as in `type key.txt | winnow account add …`.",
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
