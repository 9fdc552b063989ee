import type { ProblemCode } from "../../../shared/problems.ts";

/** What the command's exit code tells a script. */
export const EXIT = {
  done: 0,
  /** The file or the command is wrong. */
  input: 2,
  /** The key or the account: invalid key, restricted, keychain. */
  account: 3,
  credits: 4,
  /** The service or the network. */
  service: 5,
  /** Interrupted or still under way: go on with `resume`. */
  unfinished: 6,
  /** A gate refuses the list. */
  refused: 7,
  /** Another Winnow uses the data folder. */
  inUse: 8,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The same in words, for the help. */
export const EXIT_MEANINGS: Readonly<Record<ExitCode, string>> = {
  [EXIT.done]: "done",
  [EXIT.input]: "the file or the command is wrong, or nothing was started",
  [EXIT.account]: "the key or the account",
  [EXIT.credits]: "credits",
  [EXIT.service]: "the service or the network",
  [EXIT.unfinished]: "interrupted or still under way: continue with 'winnow resume'",
  [EXIT.refused]: "'winnow gate' refuses the list: too much of it would bounce",
  [EXIT.inUse]: "another Winnow uses the data folder",
};

/** What the help says behind the codes. */
export const EXIT_NOTE =
  "A command ends with its own code even if nobody reads its output. If standard output cannot be written, it ends with 2 instead of 0.";

const ACCOUNT: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  "key_invalid",
  "key_missing",
  "key_elsewhere",
  "account_changed",
  "account_given",
  "account_moved",
  "account_unknown",
  "account_none",
  "account_ambiguous",
  "account_gone",
  "account_restricted",
  "download_restricted",
  "keychain_unavailable",
  "keychain_locked",
  "keychain_refused",
  "keychain_silent",
  "keychain_closed",
  "key_left_behind",
]);
const CREDITS: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  "credits_insufficient",
  "credits_over_limit",
  "price_changed",
  "price_again",
  "credits_refused",
  "price_outdated",
  "credits_short",
  "credits_used_up",
]);
const UNFINISHED: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  "interrupted",
  "cancelled",
  "cleaning_unfinished",
  "start_irreversible",
  "upload_uncertain",
  "list_awaited",
  "elsewhere_lost",
  "check_in_list",
  "check_uncertain",
]);
const SERVICE =
  /^(service_|check_unheard|balance_unread|sandbox_failed|job_|rate_limited|lists_full|active_full|download_cut|results_incomplete|results_foreign|start_lost|start_unheard|invalid_file_data|filter_invalid)/;

/** The exit code for a problem. */
export function exitCodeOf(code: ProblemCode): ExitCode {
  if (ACCOUNT.has(code)) return EXIT.account;
  if (CREDITS.has(code)) return EXIT.credits;
  if (UNFINISHED.has(code)) return EXIT.unfinished;
  if (code === "gate_refused") return EXIT.refused;
  if (code === "store_locked") return EXIT.inUse;
  return SERVICE.test(code) || code === "internal" ? EXIT.service : EXIT.input;
}
