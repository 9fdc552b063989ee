import type { Problem, ProblemCode } from "../../../../shared/problems.ts";
import { sentences } from "../../../../shared/sentences.ts";

const DIAGNOSTICS = "If that does not help, send us the diagnostics: Winnow's window, Settings.";
const CHECK_ADDRESS = "Check the account's address: WINNOW_BASE_URL, or Winnow's window, Settings.";

export const AGAIN = "Run the command again: it shows the current price and asks.";

/**
 * Command-line advice for problems whose own advice refers to a window. Context-dependent advice (output files, reading
 * lists, credits) is added where the context is known.
 */
const ADVICE: Readonly<Partial<Record<ProblemCode, string>>> = {
  account_changed:
    "`winnow account list` shows the account. Enter its key again with `winnow account replace-key <label>`.",
  account_moved:
    "Put the old address back, with its key, then try again: WINNOW_BASE_URL, or Winnow's window, Settings. Otherwise the old service deletes the list 30 days after it was sent.",
  account_ambiguous: "Choose one with --account <label>.",
  account_gone: "Choose one with --account <label>.",
  account_in_use:
    "Finish them with `winnow resume`, or end them with `winnow cancel <cleaning>`; --give-up ends what was started.",
  account_none: "Connect an account with `winnow account add`, or try the sandbox with --sandbox.",
  account_unknown: "`winnow account list` shows the accounts, `winnow account add` connects one.",
  list_awaited: "Resume that list: `winnow resume`. Or end this one: `winnow cancel <cleaning>`.",
  base_url_missing: "Give the address that the service's dashboard shows for its API: --base-url <address>.",
  call_invalid: `Check what you entered, then try again. ${DIAGNOSTICS}`,
  check_in_list:
    "`winnow resume` continues lists that are not finished. `winnow check --again` checks anyway, for a credit each.",
  check_unheard:
    "Look at the balance. `winnow check --again` checks again, for a credit each, addresses that may have been paid for.",
  check_unheard_before:
    "Look at the balance. `winnow check --again` checks again, for a credit each, addresses that may have been paid for.",
  check_uncertain:
    "Look at the balance; `winnow resume` says what checking again costs, and asks (--yes agrees, --max-credits limits it).",
  cleaning_ambiguous: "Name it by its id: `winnow lists` shows every one.",
  cleaning_unfinished: "Let it finish: `winnow resume`.",
  gate_refused:
    "Write a list that stays below: `winnow clean`, then `winnow export <cleaning> --max-bounce <percent>`. --verify --max-credits <n> verifies what is not known.",
  given_up:
    "`winnow resume` asks the service for the results once more, which costs nothing while it has them.",
  given_up_results: "Try `winnow resume`, or restore the last backup with `winnow restore <folder>`.",
  cleaning_unknown: "`winnow lists` shows every cleaning.",
  credits_refused:
    "Add credits or ask the service's support, then continue with `winnow resume`; --wait-for-credits waits for them.",
  credits_used_up: "Add credits, then run the command again.",
  delimiter_unknown: "Give --delimiter comma, semicolon, tab or pipe.",
  encoding_unknown: "Give --encoding a name such as utf-8, windows-1252 or iso-8859-2.",
  export_empty: "Keep more with --keep.",
  file_column_unclear: "Choose one with --column <name or number>.",
  file_column_unknown: "Give --column one of them, by name or by number counted from 1.",
  file_line_unknown: "Give --header-line the line with the header, or --no-header.",
  file_no_addresses: "Name the column that holds them with --column <name or number>, or give another file.",
  file_sheet_unknown: "Give --sheet one of them.",
  file_too_many_columns:
    "If rows are split in the wrong places, give --delimiter. Otherwise save the list with fewer columns.",
  job_gone:
    "`winnow resume` asks the service once more, which costs nothing. If that does not help, ask the service's support before you clean the list again: you would pay for its addresses a second time.",
  account_given: "Change WINNOW_API_KEY or WINNOW_BASE_URL for the next run.",
  internal: `Try again. ${DIAGNOSTICS}`,
  key_elsewhere:
    "If you know this address, enter its key in Winnow's window, Settings, under 'Change address'; otherwise enter the right address there, with its key.",
  key_invalid:
    "Copy the key from the service's dashboard, and replace it where it came from: `winnow account replace-key <label>`, or WINNOW_API_KEY.",
  key_missing:
    "Enter it with `winnow account replace-key <label>`, or give WINNOW_API_KEY and WINNOW_BASE_URL for this run.",
  keychain_silent:
    "See whether it is asking for something on the screen, or restart it. Then run the command again. Or give WINNOW_API_KEY and WINNOW_BASE_URL for this run.",
  keychain_closed: "Start the keychain, or give WINNOW_API_KEY and WINNOW_BASE_URL for this run.",
  list_changed: AGAIN,
  start_irreversible:
    "`winnow resume` fetches the results, for 30 days. To end it without them: `winnow cancel <cleaning> --give-up`; the credits count as spent.",
  price_outdated: AGAIN,
  results_expiring: "Fetch them with `winnow resume`.",
  service_absent: CHECK_ADDRESS,
  service_nonsense: `A cleaning that is under way tries again on its own. Otherwise wait a little, then try again. ${DIAGNOSTICS}`,
  service_redirect: CHECK_ADDRESS,
  service_untrusted:
    "Check the account's address (WINNOW_BASE_URL, or Winnow's window, Settings), and the clock of this machine. On a company network, ask its administrator.",
  store_failing:
    "Make sure that the drive is there, has room and can be written to. Then continue with `winnow resume`, or run the command again if nothing was started.",
  store_gone:
    "Put the folder back where it was, then continue with `winnow resume`. If it is gone for good, restore the last backup with `winnow restore <folder>`, then `winnow resume`: what the service still has is fetched then.",
  store_corrupt: "Restore the last backup with `winnow restore <folder>`.",
  suppression_column: "Choose one with --column <name or number>.",
  suppression_mixed: "`winnow import` imports what it says; --everyone suppresses everyone in it.",
  import_nothing:
    "Say whose file it is with --as <source>, or clean it as a list with `winnow clean`. --as suppression: no one in it is ever mailed.",
  import_overturns: "Look at the file. If it is right, import it with --yes.",
  thread_restarted: `Carry on. ${DIAGNOSTICS}`,
  upload_too_large: "Split the list.",
  upload_uncertain:
    "Look at the lists on the service's site. If yours is not there, `winnow resume --yes` sends it again.",
};

/** Returns the problem with advice for the command line, if there is any. */
export function withTerminalAdvice(met: Problem): Problem {
  const action = ADVICE[met.code];
  return action === undefined ? met : { ...met, action };
}

/** Returns the problem with the list's name if there are several lists and it is not named already. */
export function withListName(met: Problem, name: string, isOneOfSeveral: boolean): Problem {
  if (!isOneOfSeveral || met.detail.includes(name)) return met;
  return { ...met, detail: sentences(`${name}: ${met.detail}`) };
}
