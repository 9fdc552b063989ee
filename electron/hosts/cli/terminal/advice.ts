import type { Problem, ProblemCode } from "../../../../shared/problems.ts";
import { sentences } from "../../../../shared/sentences.ts";

const DIAGNOSTICS = "If that does not help, send us the file that `winnow diagnostics` writes.";
const CHECK_ADDRESS = "Check the account's address: WINNOW_BASE_URL, or Winnow's window, Settings.";

export const RERUN_ADVICE = "Run the command again: it shows the current price and asks.";

/**
 * Command-line advice for problems whose own advice refers to a window. Context-dependent advice (output files, reading
 * lists, credits) is added where the context is known.
 */
const ADVICE: Readonly<Partial<Record<ProblemCode, string>>> = {
  account_changed:
    "`winnow account list` shows the account. Enter its key again with `winnow account replace-key <label>`.",
  account_moved:
    "Restore the old address, with its key, then try again: WINNOW_BASE_URL, or Winnow's window, Settings. Otherwise the old service deletes the list 30 days after it was sent.",
  account_ambiguous: "Choose one with --account <label>.",
  account_gone: "Choose one with --account <label>.",
  account_in_use:
    "Finish them with `winnow resume`, or end them with `winnow cancel <cleaning>`; --give-up also ends those that were started.",
  account_none: "Connect an account with `winnow account add`, or try the sandbox with --sandbox.",
  account_unknown: "`winnow account list` shows the accounts, `winnow account add` connects one.",
  list_awaited: "Resume that list: `winnow resume`. Or end this one: `winnow cancel <cleaning>`.",
  base_url_missing: "Enter the address that the service's dashboard shows for its API: --base-url <address>.",
  call_invalid: `Check what you entered, then try again. ${DIAGNOSTICS}`,
  check_in_list:
    "`winnow resume` continues lists that are not finished. `winnow check --again` checks anyway, for a credit each.",
  check_unheard:
    "Check the balance. `winnow check --again` checks again, for a credit each, addresses that may have been paid for.",
  check_unheard_before:
    "Check the balance. `winnow check --again` checks again, for a credit each, addresses that may have been paid for.",
  check_uncertain:
    "Check the balance; `winnow resume` shows what checking again costs, and asks (--yes agrees, --max-credits limits it).",
  cleaning_ambiguous: "Use its id instead: `winnow lists` shows all of them.",
  cleaning_unfinished: "Finish it with `winnow resume`.",
  gate_refused:
    "Write a list that stays below the limit: `winnow clean`, then `winnow export <cleaning> --max-bounce <percent>`. --verify --max-credits <n> verifies addresses that are not known yet.",
  given_up:
    "`winnow resume` asks the service for the results once more, which costs nothing while it has them.",
  given_up_results: "Try `winnow resume`, or restore the last backup with `winnow restore <folder>`.",
  cleaning_unknown: "`winnow lists` shows every cleaning.",
  credits_refused:
    "Add credits or ask the service's support, then continue with `winnow resume`; --wait-for-credits waits for them.",
  credits_used_up: "Add credits, then run the command again.",
  dates_unclear: "Use --dates day-first or --dates month-first.",
  delimiter_unknown: "Use --delimiter with comma, semicolon, tab or pipe.",
  encoding_unknown: "Use --encoding with a name such as utf-8, windows-1252 or iso-8859-2.",
  export_empty: "Keep more with --keep.",
  file_column_unclear: "Choose one with --column <name or number>.",
  file_column_unknown: "Choose one with --column, by name or by number, starting at 1.",
  file_line_unknown: "Use --header-line with the line number of the header, or --no-header.",
  file_no_addresses:
    "Choose the column that contains them with --column <name or number>, or use another file.",
  file_sheet_unknown: "Choose one with --sheet <name>.",
  file_too_many_columns:
    "If rows are split in the wrong places, use --delimiter. Otherwise save the list with fewer columns.",
  job_gone:
    "`winnow resume` asks the service once more, which costs nothing. If that does not help, ask the service's support before you clean the list again: you would pay for its addresses a second time.",
  account_given: "Change WINNOW_API_KEY or WINNOW_BASE_URL for the next run.",
  team_login: "Connect with the password again: `winnow team join <url>`.",
  team_missing: "Check the name of the database, or create the team with `winnow team init <url>`.",
  team_none: "Join one with `winnow team join <url>`, or create it with `winnow team init <url>`.",
  team_not_member: "Ask the person who created the team to run `winnow team admit <login>`.",
  team_password_missing:
    "Enter it again with `winnow team join <url>`. Without a keychain, set WINNOW_TEAM_URL for each run.",
  team_unsynced: "`winnow team status` shows the reason. Without --yes, Winnow asks whether to start anyway.",
  team_replaced: "Check the name of the database. To join this team instead, run `winnow team leave` first.",
  internal: `Try again. ${DIAGNOSTICS}`,
  key_elsewhere:
    "If you know this address, enter its key in Winnow's window, Settings, under 'Change address'; otherwise enter the correct address and its key there.",
  key_invalid:
    "Copy the key from the service's dashboard and replace it with `winnow account replace-key <label>` or in WINNOW_API_KEY, depending on where it came from.",
  key_missing:
    "Enter it with `winnow account replace-key <label>`, or set WINNOW_API_KEY and WINNOW_BASE_URL for this run.",
  keychain_silent:
    "Check whether it shows a prompt on the screen, or restart it. Then run the command again. Or set WINNOW_API_KEY and WINNOW_BASE_URL for this run.",
  keychain_closed: "Start the keychain, or set WINNOW_API_KEY and WINNOW_BASE_URL for this run.",
  list_changed: RERUN_ADVICE,
  start_irreversible:
    "`winnow resume` fetches the results, for 30 days. To end it without them: `winnow cancel <cleaning> --give-up`; the credits count as spent.",
  price_outdated: RERUN_ADVICE,
  results_expiring: "Fetch them with `winnow resume`.",
  service_absent: CHECK_ADDRESS,
  service_nonsense: `A cleaning that is under way tries again on its own. Otherwise wait a moment, then try again. ${DIAGNOSTICS}`,
  service_redirect: CHECK_ADDRESS,
  service_untrusted:
    "Check the account's address (WINNOW_BASE_URL, or Winnow's window, Settings), and the clock of this machine. On a company network, ask its administrator.",
  store_failing:
    "Make sure that the drive is connected, has free space and can be written to. Then continue with `winnow resume`, or run the command again if nothing was started.",
  store_gone:
    "Put the folder back where it was, then continue with `winnow resume`. If it is gone for good, restore the last backup with `winnow restore <folder>`, then run `winnow resume`, which fetches what the service still has.",
  store_corrupt: "Restore the last backup with `winnow restore <folder>`.",
  suppression_column: "Choose one with --column <name or number>.",
  suppression_mixed:
    "`winnow import` imports its bounces and unsubscribes; --everyone suppresses everyone in it.",
  suppression_not_suppressed:
    "`winnow address <address>` shows why someone is left out. `winnow erase --forget-request <address>` lets erased people back in.",
  import_nothing:
    "Name the file's source with --as <source>, or explain its columns with --map <file>. --as suppression: no one in it is ever mailed.",
  import_overturns: "Check the file. If it is the right one, import it with --yes.",
  thread_restarted: `You can continue. ${DIAGNOSTICS}`,
  upload_too_large: "Split the list.",
  upload_uncertain:
    "Check the lists on the service's site. If yours is not there, `winnow resume --yes` sends it again.",
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
