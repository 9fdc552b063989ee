import { z } from "zod";
import { count, counted } from "../numbers.ts";
import { cause, defineProblem, reasonSchema, wordingOf } from "./define-problem.ts";
import { priceChanged } from "./page.ts";
import { balanceWords, credits } from "./wording.ts";

export const KEYCHAIN = {
  libsecret_missing:
    "The library libsecret is not installed (on Debian and Ubuntu: the package libsecret-1-0).",
  library_missing: "Winnow's keychain module could not be loaded.",
  locked: "The keychain is locked.",
  no_keyring: "The keychain has no keyring yet, and none could be created in this session.",
  refused: "The keychain denied access.",
  no_answer: "The keychain did not respond.",
  no_service: "No keychain service (Secret Service) is running in this session.",
  error: "The keychain returned an error.",
} as const;
export type KeychainReason = keyof typeof KEYCHAIN;

export const accountProblems = {
  key_invalid: defineProblem({ kind: "account", chargeUnknown: true }, { account: z.string() }, (v) => ({
    title: "The service does not accept the API key",
    detail: `The key of '${v.account}' was refused: it may have been revoked or mistyped, or it may be limited to other networks.`,
    action:
      "Copy the key from the service's dashboard and replace it in Settings or in WINNOW_API_KEY, depending on where it came from.",
  })),
  key_missing: defineProblem({ kind: "account", chargeUnknown: true }, { account: z.string() }, (v) => ({
    title: "The API key is missing",
    detail: `There is no key for '${v.account}' on this machine. Cleanings that wait for it are safe and continue once it is back.`,
    action: "Enter the key again in Settings.",
  })),
  key_elsewhere: defineProblem(
    { kind: "account", chargeUnknown: true },
    { account: z.string(), given: z.string(), address: z.string() },
    (v) => ({
      title: "The API key belongs to another address",
      detail: `The key of '${v.account}' was entered for ${v.given}, and the account's address is now ${v.address}. The key was not sent there.`,
      action:
        "If you know this address, enter its key in Settings, under 'Change address'; otherwise enter the correct address and its key there.",
    }),
  ),
  account_given: defineProblem("account", { account: z.string() }, (v) => ({
    title: "This account's key and address are set elsewhere",
    detail: `'${v.account}' comes from the environment for this run, or is Winnow's built-in sandbox. Nothing was changed.`,
    action: "Change WINNOW_API_KEY or WINNOW_BASE_URL and start Winnow again, or add another account.",
  })),
  account_changed: defineProblem("account", { account: z.string() }, (v) => ({
    title: "The account has changed in the meantime",
    detail: `The address of '${v.account}' changed while its new key was being checked. The new key was not saved.`,
    action: "Check the account in Settings and enter the key again.",
  })),
  /** `was`, `now`: the account's base URL when the list was sent, and the current one. */
  account_moved: defineProblem(
    { kind: "account", chargeUnknown: true },
    { account: z.string(), was: z.string(), now: z.string() },
    (v) => ({
      title: "The list is at the account's old address",
      detail: `It was sent to ${v.was}, but the address of '${v.account}' is now ${v.now}. Winnow sent no request there.`,
      action:
        "Restore the old address in Settings, with its key, then try again. Otherwise the old service deletes the list 30 days after it was sent.",
    }),
  ),
  /** `removed`: the account existed, and `account` is its former label. */
  account_unknown: defineProblem(
    { kind: "account", chargeUnknown: true },
    { account: z.string(), removed: z.boolean().optional() },
    (v) =>
      v.removed === true
        ? {
            title: "The account was removed",
            detail: `'${v.account}' was removed from Winnow, so Winnow no longer sends requests for it.`,
            action:
              "Add it again in Settings with the same address and key: its lists continue with it. Or clean the list again with another account.",
          }
        : {
            title: "There is no such account",
            detail: `No account is called '${v.account}'.`,
            action: "Check the accounts in Settings, or add it there.",
          },
  ),
  account_none: defineProblem("account", {}, () => ({
    title: "No account is connected",
    detail: "Winnow verifies lists through an account at the service.",
    action: "Connect an account in Settings, or try the sandbox.",
  })),
  account_ambiguous: defineProblem("account", { accounts: z.string() }, (v) => ({
    title: "Which account?",
    detail: `There are several accounts: ${v.accounts}.`,
    action: "Choose one.",
  })),
  account_gone: defineProblem("account", { accounts: z.string() }, (v) => ({
    title: "The account for new cleanings is no longer available",
    detail: `It was removed, or the environment no longer provides it. Winnow does not spend another account's credits without asking. Available: ${v.accounts}.`,
    action: "Choose one.",
  })),
  key_in_arguments: defineProblem("input", {}, () => ({
    title: "An API key cannot be passed as an argument",
    detail:
      "Other users of this machine can read command lines, and the shell keeps them in its history. Nothing was sent and nothing was stored.",
    action:
      "Remove the key from the history. Then run `winnow account add` without it: the command asks for the key. A script passes it in WINNOW_API_KEY or on standard input.",
  })),
  account_exists: defineProblem("input", { account: z.string() }, (v) => ({
    title: "There is already an account with that name",
    detail: `The name '${v.account}' is taken.`,
    action: "Choose another name.",
  })),
  account_in_use: defineProblem("input", { account: z.string(), cleanings: z.number() }, (v) => ({
    title: "The account is still in use",
    detail: `${v.cleanings === 1 ? "1 cleaning" : `${count(v.cleanings)} cleanings`} of '${v.account}' ${v.cleanings === 1 ? "is" : "are"} not finished.`,
    action: "Wait until they are done, or cancel them or give them up first.",
  })),
  account_restricted: defineProblem({ kind: "account", chargeUnknown: true }, {}, () => ({
    title: "The account is restricted or under review",
    detail: "The service does not verify lists for this account at the moment.",
    action: "Ask the service's support, then continue here.",
  })),
  download_restricted: defineProblem({ kind: "account", chargeUnknown: true }, {}, () => ({
    title: "The account may not download results",
    detail:
      "The service withholds the results while the account is restricted or under review. It keeps them until they are purged.",
    action: "Ask the service's support, then continue here.",
  })),
  keychain_unavailable: defineProblem("account", { why: reasonSchema(KEYCHAIN) }, (v) => ({
    title: "The system's keychain cannot be used",
    detail: `${keychain(v.why)}The key is kept in memory for this run only and is not written anywhere.`,
    action:
      "Install or start the system's keychain (on Debian: libsecret-1-0 and gnome-keyring), then enter the key again.",
  })),
  keychain_closed: defineProblem(
    { kind: "account", chargeUnknown: true },
    { why: reasonSchema(KEYCHAIN) },
    (v) => ({
      title: "The keychain cannot be reached",
      detail: `The key is saved in the system's keychain, but Winnow cannot reach it. ${keychain(v.why)}Nothing is lost.`,
      action: "Start the keychain, or replace the key in Settings for this run.",
    }),
  ),
  keychain_silent: defineProblem({ kind: "account", chargeUnknown: true }, {}, () => ({
    title: "The keychain is not responding",
    detail:
      "The key is saved in the system's keychain. The keychain is running, but has not responded for a long time. Nothing is lost.",
    action:
      "Check whether it shows a prompt on the screen. Otherwise restart it, or log out and in again. Then try again in half a minute.",
  })),
  keychain_locked: defineProblem({ kind: "account", chargeUnknown: true }, {}, () => ({
    title: "Your keychain is locked",
    detail: "The key is saved, but the system's keychain is locked. Nothing is lost.",
    action: "Unlock the keychain, then continue.",
  })),
  keychain_refused: defineProblem({ kind: "account", chargeUnknown: true }, {}, () => ({
    title: "The keychain denied access",
    detail: "The system's keychain did not let Winnow read or save the key. Nothing is lost.",
    action: "Allow Winnow to use the keychain, then try again.",
  })),
  sandbox_kept: defineProblem("input", {}, () => ({
    title: "The sandbox could not be removed",
    detail:
      "The data sent to the sandbox is still on this machine, because some of its files are in use. The account was not removed.",
    action: "Close programs that use the data folder, then remove the account again.",
  })),
  sandbox_failed: defineProblem("service", {}, () => ({
    title: "The sandbox could not be started",
    detail: "The practice service inside Winnow did not start. Your accounts and lists are not affected.",
    action: "Try again. If that does not help, restart Winnow.",
  })),
  key_left_behind: defineProblem("account", { account: z.string(), why: reasonSchema(KEYCHAIN) }, (v) => ({
    title: "The key could not be removed",
    detail: `The key of '${v.account}' is still in the system's keychain. ${keychain(v.why)}Winnow kept the account, so that the key can still be removed.`,
    action: "Unlock or start the keychain, then remove the account again.",
  })),
  base_url_missing: defineProblem("input", {}, () => ({
    title: "What is the service's address?",
    detail: "Winnow has no address for the service, and none was entered. Nothing was sent.",
    action: "Enter the address that the service's dashboard shows for its API.",
  })),
  base_url_invalid: defineProblem("input", { url: z.string() }, (v) => ({
    title: "That is not a valid service address",
    detail: `'${v.url}' is not a web address that Winnow can use.`,
    action: "Enter an address that begins with https://.",
  })),
  base_url_insecure: defineProblem("input", { host: z.string() }, (v) => ({
    title: "Plain HTTP is not allowed",
    detail: `The connection to ${v.host} would not be encrypted, so others could read the key. Nothing was sent.`,
    action: "Use an address that begins with https://.",
  })),
  /**
   * `available`: credits that the list may use, which excludes credits promised to other cleanings. `parked`: a part of
   * a list waits for credits; others may be done.
   */
  credits_insufficient: defineProblem(
    "credits",
    {
      needed: z.number(),
      available: z.number().nullable(),
      balance: z.number().optional(),
      promised: z.number().optional(),
      parked: z.boolean().optional(),
    },
    (v) => {
      const title = "Not enough credits";
      const promised =
        v.promised !== undefined && v.promised > 0
          ? `, and ${counted(v.promised, "is", "are")} reserved for other cleanings`
          : "";
      const balance = v.balance ?? v.available;
      const has =
        balance === null
          ? "the account has fewer"
          : balance < 0
            ? `the account is ${balanceWords(balance)}`
            : `the account has ${count(balance)}${promised}`;
      const missing = balance !== null && balance < 0 ? credits(v.needed - balance) : "credits";
      if (v.parked === true) {
        return {
          title,
          // Past tense: the message may be shown for days while the balance changes.
          detail: `${credits(v.needed)} ${v.needed === 1 ? "is" : "are"} needed to continue, and ${has.replace("has", "had").replace(" is ", " was ")}${balance === null ? "" : " when Winnow last checked"}. Nothing that is waiting was started or charged.`,
          action: `Add ${missing}: it continues on its own once the account has enough.`,
        };
      }
      return {
        title,
        detail: `This list needs ${credits(v.needed)} and ${has}. Nothing was started and nothing was charged.`,
        action:
          v.available !== null && v.available > 0
            ? `Add credits, or clean the first ${count(Math.min(v.available, v.needed))} now.`
            : `Add ${missing}, then continue.`,
      };
    },
  ),
  credits_refused: defineProblem("credits", { needed: z.number(), available: z.number() }, (v) => ({
    title: "The service says there are not enough credits",
    detail: `${credits(v.needed)} ${v.needed === 1 ? "is" : "are"} needed to continue. The service shows a balance of ${count(v.available)}, but still refused to start. Nothing that is waiting was started or charged.`,
    action:
      "Winnow tries again once the balance has risen. Add credits, ask the service's support, or try again.",
  })),
  /** `why`: the error of the last attempt. */
  balance_unread: defineProblem({ kind: "service", chargeUnknown: true }, { why: cause }, (v, titleOf) => ({
    title: "The balance could not be read",
    detail: `${titleOf(v.why) ?? "It could not be read"}, although Winnow tried several times. Winnow starts nothing without it.`,
    action: "Try again later.",
  })),
  credits_over_limit: defineProblem("credits", { needed: z.number(), limit: z.number() }, (v) => ({
    title: "The price is over your limit",
    detail: `It needs ${credits(v.needed)} and the limit is ${count(v.limit)}. None of it was started, and nothing was charged for it.`,
    action: "Raise the limit, or clean a smaller list.",
  })),
  price_outdated: defineProblem("credits", {}, () => ({
    title: "The price is out of date",
    detail:
      "The account or the suppression lists were changed while the cleaning was being prepared. Nothing was started and nothing was charged.",
    action: "Review the price again, then start.",
  })),
  price_changed: defineProblem("credits", { shown: z.number(), now: z.number() }, priceChanged),
  price_again: defineProblem("credits", { now: z.number(), spent: z.number() }, (v) => ({
    title: "Verifying the list again costs credits",
    detail: `It was sent again, which costs nothing. Verifying it costs ${credits(v.now)}${v.spent === 0 ? "; it may have been paid for before" : `, on top of the ${credits(v.spent)} that may have been charged for it before`}. It has not been started again yet.`,
    action: "Review the price and agree to it, or cancel.",
  })),
  consent_needed: defineProblem("input", { flag: z.string() }, (v) => ({
    title: "Your agreement to the price is needed",
    detail: "Winnow cannot ask without a terminal, so nothing was uploaded and nothing was charged.",
    action: `Run it again with ${v.flag} to agree to the price.`,
  })),
} as const;

function keychain(why: string): string {
  const known = wordingOf(KEYCHAIN, why, {});
  return known === null ? "" : `${known} `;
}
