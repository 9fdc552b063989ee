import { z } from "zod";
import { count } from "../numbers.ts";
import { COMMAND, REQUEST, USAGE, VARIABLE } from "./requests.ts";
import { refusalInWords } from "./system-codes.ts";
import { cause, inBrackets, inWords, reason, type SystemCode, systemCode } from "./values.ts";
import { said } from "./words.ts";

/** An id of Winnow's own: nobody called anything so. */
const IS_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What keeps a backup from being written, where it is not the system that says so. */
const NOT_BACKED_UP = {
  own_folder: "Winnow keeps its own data there",
  name_taken: "there is something of that name",
  swapped: "something else was put in its place",
} as const;

/** What is wrong with a backup as a whole. */
const BACKUP_DAMAGE = { too_many_files: "it holds too many files" } as const;

/** Which file of a list is lost. */
const LIST_FILES = {
  original:
    "Winnow's copy of your file is missing, and the file itself is not where it was, or was changed since",
  list: "what Winnow had read is missing or damaged, and reading its copy again gives other rows",
  results: "it is not known any more which addresses were sent",
  upload: "the addresses that were to be sent are missing",
} as const;

/** What became of the decisions of the user's own that stood in results that were put together again. */
const MARKS = {
  kept: "Rows that you had decided about yourself are so still.",
  lost: "If you had decided about rows yourself, that stood in the same file and is lost.",
} as const;

/** Nothing but what the system says, by its code; an earlier Winnow stored that in words. */
const refused = { code: systemCode.optional(), why: reason({}).optional() };

/** Problems of Winnow's own: its store, its bridge, its commands. */
export const appProblems = {
  earlier_problem: said({}, () => ({
    title: "Something stood in the way",
    detail:
      "Another version of Winnow stored what it was, in words that this one does not have. Nothing is lost.",
    action: "Try again: if it still stands in the way, it is said anew.",
  })),
  /** `holder`: the process that has the data, and its machine, where that is known. */
  store_locked: said(
    { dir: z.string(), holder: z.object({ pid: z.number(), host: z.string() }).nullable().optional() },
    (v) => ({
      title: "Winnow is already running",
      detail: `Another Winnow${v.holder ? ` (process ${v.holder.pid} on ${v.holder.host})` : ""} uses the data in ${v.dir}. Nothing was changed.`,
      action: "Use the one that is open, or close it first.",
    }),
  ),
  store_newer: said({ dir: z.string() }, (v) => ({
    title: "The data belongs to a newer Winnow",
    detail: `The data in ${v.dir} was written by a newer version. It was left untouched.`,
    action: "Install the newer version again.",
  })),
  /** `aside`: where it was moved to, without: it is where it was; `suppression`: so many lists of it still count. */
  store_corrupt: said(
    {
      path: z.string(),
      aside: z.string().optional(),
      missing: z.boolean().optional(),
      suppression: z.number().optional(),
    },
    (v) => ({
      title: v.aside === undefined ? "What is stored cannot be read" : "The history could not be opened",
      detail:
        v.aside === undefined
          ? `${v.path} is ${v.missing === true ? "missing" : "damaged. It was left as it is"}, and nothing is sent or paid for because of it.`
          : `${v.path} is damaged. It was put aside as ${v.aside}, not deleted, and Winnow begins with an empty history. Nothing was sent or paid for. ${keptSuppression(v.suppression ?? 0)}`,
      action:
        v.aside === undefined
          ? "Restore the last backup: Settings, Data."
          : "Look at your suppression lists first, then restore the last backup: Settings, Data.",
    }),
  ),
  /** The journal is not there, or holds nothing, beside so many `cleanings`. */
  history_missing: said(
    { dir: z.string(), why: z.enum(["missing", "empty"]), cleanings: z.number() },
    (v) => ({
      title: "Winnow's history is missing",
      detail: `The file winnow.db in ${v.dir} is ${v.why === "missing" ? "not there" : "empty"}, though the results of ${cleaningsIn(v.cleanings)} lie beside it. Winnow did not start, so that nothing is paid for twice: nothing was changed or sent.`,
      action: `Bring winnow.db back: look at what your virus scanner has put away, and wait for a synchronised folder to be complete. If it is gone for good, move the folders 'lists' and 'cleanings' out of ${v.dir} and keep them; then start Winnow and restore the last backup under Settings, Data.`,
    }),
  ),
  /** Results of `cleanings` that the journal does not know; `aside`: where they are now, without: where they were. */
  history_lacks: said({ dir: z.string(), cleanings: z.number(), aside: z.string().optional() }, (v) => ({
    title: "There are results that the history does not know",
    detail: `Winnow's history in ${v.dir} knows nothing of ${cleaningsIn(v.cleanings)} whose results lie there; it may be an older one. ${
      v.aside === undefined
        ? "They were left where they are, in its folder 'cleanings'."
        : `They are kept in ${v.aside}; nothing of them was deleted, and what was verified in them stays known.`
    } Nothing was sent or paid for because of it.`,
    action:
      "If an older winnow.db was put back, by you or by a program that synchronises the folder, close Winnow and bring the newest one back: what was put aside comes back with it. Otherwise delete what you do not need under Settings, Data.",
  })),
  /** `files`: what of the user's own has names that Winnow uses. */
  store_shared: said({ dir: z.string(), files: z.array(z.string()) }, (v) => ({
    title: "This folder is used for something else",
    detail: `${v.dir} holds files of yours under names that Winnow keeps its own data by: ${v.files.join(", ")}. Winnow did not start, and nothing in it was changed.`,
    action: `Choose an empty folder with WINNOW_DATA_DIR, such as one called Winnow in ${v.dir}.`,
  })),
  /** Of the list `name`, that is what is missing or damaged and could not be made anew from the rest. */
  list_files_lost: said({ name: z.string(), file: reason(LIST_FILES) }, (v) => ({
    title: "A file of this list is lost",
    detail: `Of ${v.name}, ${inWords(LIST_FILES, v.file, v) ?? "a file"}, and what else is stored of it does not make up for that. Nothing is sent or paid for because of it; verdicts that came home stay known.`,
    action:
      "Open the list's own file again: what was verified of it is known, and the price shows what is not. Or restore the last backup: Settings, Data.",
  })),
  /** `lost`: so many addresses whose verdicts were not found anywhere here. */
  results_remade: said({ name: z.string(), marks: reason(MARKS), lost: z.number().optional() }, (v) => ({
    title: "Results were put together again",
    detail: `The stored results of ${v.name} were missing or damaged. They were put together again from what else is stored, and nothing was paid for. ${inWords(MARKS, v.marks, v) ?? ""}${
      v.lost === undefined
        ? ""
        : ` ${count(v.lost)} ${v.lost === 1 ? "verdict is" : "verdicts are"} not stored here any more.`
    }`,
    action:
      v.lost === undefined
        ? "There is nothing to do, unless you want to decide about rows again."
        : "Have the results fetched again: that costs nothing, while the service has them.",
  })),
  /**
   * `unread`: so many cleanings whose results could not be read; `isBehind`: it was sound, but lacked what came home since;
   * `lost`: single checks, and what stands in that file alone, could not be read wholly.
   */
  archive_rebuilt: said(
    { unread: z.number(), isBehind: z.boolean().optional(), lost: z.boolean().optional() },
    (v) => ({
      title: "What was verified before was put together again",
      detail: `The file in which Winnow looks up what it has paid for was ${
        v.isBehind === true
          ? "empty, or of an earlier time. What it lacked was taken"
          : "damaged. It was built anew"
      } from the results of your cleanings, and nothing was paid for. ${
        v.unread === 0
          ? ""
          : `The results of ${count(v.unread)} ${v.unread === 1 ? "cleaning" : "cleanings"} could not be read. `
      }${
        v.lost === false
          ? "What was found out about addresses that were checked one by one is there as well."
          : "Addresses that were checked one by one may be missing: of one that it does not know Winnow asks for a while before it checks it."
      }`,
      action:
        "Look at the price before you agree to it: what is missing is counted there, and would be paid for again.",
    }),
  ),
  /** `shown`: rows that passed the filter when they were chosen; `now`: rows that pass it now. */
  rows_changed: said({ shown: z.number(), now: z.number() }, (v) => ({
    title: "Other rows pass these filters by now",
    detail: `You chose all ${count(v.shown)} ${v.shown === 1 ? "row" : "rows"} that were shown; results have come home since, and ${count(v.now)} ${v.now === 1 ? "row passes" : "rows pass"} the same filters now. Nothing was marked.`,
    action: "Look at the rows as they are now, and choose again.",
  })),
  memory_unread: said({}, () => ({
    title: "It could not be looked up whether this was verified before",
    detail:
      "What Winnow has stored of earlier verdicts cannot be read just now. Nothing was sent or paid for.",
    action: "Try again in a moment; if it stays so, close Winnow and start it again.",
  })),
  history_unreadable: said({}, () => ({
    title: "An entry of the history cannot be read",
    detail:
      "What is stored about this is damaged. It is kept as it is, and nothing is sent or paid for because of it.",
    action: "Try again: Winnow asks the service what became of it.",
  })),
  store_unwritable: said({ dir: z.string(), ...refused }, (v) => ({
    title: "Winnow cannot store anything",
    detail: `The folder ${v.dir} cannot be written to${refusal(v, "stored")}. Winnow did not start; nothing was sent and nothing was charged.`,
    action: "Make the folder writable, or choose another with WINNOW_DATA_DIR.",
  })),
  /** While Winnow is at work: `dir` is the folder of the file that could not be written, or the one of all of them. */
  store_failing: said({ dir: z.string(), ...refused }, (v) => ({
    title: "Winnow could not store something",
    detail: `It could not be written in ${v.dir}${refusal(v, "stored")}. What was stored before is safe, and what the service has finished can still be fetched.`,
    action:
      "See that the drive is there, has room and can be written to. A cleaning that is under way then goes on by itself; otherwise try again.",
  })),
  /** While Winnow is at work: `dir`, the data folder or one in it, was there and is not any more. */
  store_gone: said({ dir: z.string() }, (v) => ({
    title: "What Winnow stores is not where it was",
    detail: `${v.dir} is not there any more: its drive was taken away, or it was moved or deleted. Nothing more is sent or paid for without it. What was paid for and is not here yet stays at the service for 30 days after it was sent.`,
    action:
      "Put the folder back where it was. If it is gone for good, restore the last backup: what the service still has is fetched then.",
  })),
  /** While Winnow is at work: `what` it has open in `dir` has lost its name. `isKept`: the next start goes on with it. */
  store_replaced: said({ dir: z.string(), what: z.enum(["journal", "lock"]), isKept: z.boolean() }, (v) => ({
    title:
      v.what === "journal"
        ? "Another program replaced Winnow's data"
        : "Another Winnow may use the same data",
    detail:
      v.what === "journal"
        ? `Winnow keeps what it knows of your lists in winnow.db in ${v.dir}. While it was at work, that file was replaced or deleted, as programs do that synchronise, clean up or bring back folders. So Winnow stopped: nothing more is sent or paid for. ${v.isKept ? "What it knew until then is kept there, in winnow.db.kept; what" : "What"} was sent is at the service for 30 days.`
        : `The file by which a Winnow keeps others out of its data, lock.db in ${v.dir}, was replaced or deleted while this one was at work. So that two of them do not pay for the same, this one stopped: nothing more is sent or paid for here. What was sent goes on at the service, and nothing of it is lost.`,
    action:
      v.what === "journal"
        ? "Close Winnow, see that no other program works in that folder, then start Winnow again: it goes on from where it stopped."
        : "Close every Winnow that uses this data, then start one of them again: it goes on from where they stopped.",
  })),
  /** `aside`: where the file is now that stood in its place; without: none did. */
  journal_put_back: said({ dir: z.string(), aside: z.string().optional() }, (v) => ({
    title: "Winnow goes on with its own data",
    detail: `When Winnow was last at work, another program replaced or deleted winnow.db in ${v.dir}. Winnow had kept what it knew and put it back. ${v.aside === undefined ? "Nothing" : `The other file was not deleted: it is ${v.aside} now. Nothing`} was sent or paid for because of it.`,
    action:
      "See that no program which synchronises or cleans up folders works in that one while Winnow runs.",
  })),
  /** `owner`: somebody else made `path`; `open`: everybody may put something into it. */
  store_foreign: said({ path: z.string(), why: z.enum(["owner", "open"]) }, (v) => ({
    title:
      v.why === "owner" ? "The data folder is not yours alone" : "Everybody can write to the data folder",
    detail:
      v.why === "owner"
        ? `${v.path} belongs to another user of this machine, who could read your lists there and have Winnow write files in your name. Winnow took nothing from it and stored nothing in it.`
        : `Everybody who uses this machine may put files into ${v.path}, or replace what is in it, so your data would not be yours alone there. Winnow took nothing from it and stored nothing in it.`,
    action:
      v.why === "owner"
        ? "Choose another folder with WINNOW_DATA_DIR. Only if you know that all that is in this one is your own, become its owner."
        : "Choose another folder with WINNOW_DATA_DIR, or take the right to write there away from the others.",
  })),
  backup_unwritable: said({ path: z.string(), ...refused, why: reason(NOT_BACKED_UP).optional() }, (v) => ({
    title: "The backup could not be written",
    detail: `${v.path} could not be written${refusal(v, "kept", NOT_BACKED_UP)}. Nothing half-written was left, and your data is as it was.`,
    action: "Choose another folder, then try again.",
  })),
  backup_not_one: said({ path: z.string() }, (v) => ({
    title: "This is not a backup of Winnow",
    detail: `There is no backup at ${v.path}. Nothing was changed.`,
    action: "Choose the folder of a backup: its name begins with 'winnow-' and a date.",
  })),
  backup_incomplete: said({}, () => ({
    title: "The backup is not complete",
    detail: "Files of it are missing or cut short. Nothing was changed.",
    action: "Copy the whole folder again from where it was kept, or choose another backup.",
  })),
  /** `path`: of the file that is damaged, where it is one. */
  backup_damaged: said({ path: z.string().optional(), why: reason(BACKUP_DAMAGE).optional() }, (v) => {
    const what = v.path ?? (v.why === undefined ? null : inWords(BACKUP_DAMAGE, v.why, {}));
    return {
      title: "The backup is damaged",
      detail: `It holds something that is not as it was written${what === null ? "" : `: ${what}`}. Nothing was changed.`,
      action: "Choose another backup.",
    };
  }),
  backup_newer: said({}, () => ({
    title: "The backup belongs to a newer Winnow",
    detail: "It was made by a newer version than this one. Nothing was changed.",
    action: "Install the newer version, then restore it.",
  })),
  backup_unreadable: said({ path: z.string() }, (v) => ({
    title: "The backup cannot be read",
    detail: `${v.path} could not be read whole. Nothing was changed.`,
    action: "Check that you may open the folder and all that is in it, then try again.",
  })),
  /** In bytes; 0: the system did not say. */
  backup_no_room: said({ needed: z.number(), free: z.number() }, (v) => ({
    title: "There is no room for the backup",
    detail: `${v.needed === 0 ? "The disk is full" : `It takes ${megabytes(v.needed)}, and ${megabytes(v.free)} are free`}. Nothing was changed.`,
    action: "Free some space, then try again.",
  })),
  copy_unknown: said({ id: z.string() }, (v) => ({
    title: "Winnow keeps no copy of that name",
    detail: `'${v.id}' is none of the copies in Winnow's own folder. Nothing was deleted.`,
    action: "Choose one of those that are listed.",
  })),
  copy_elsewhere: said({ path: z.string() }, (v) => ({
    title: "The copy is kept in another place",
    detail: `${v.path} is a link to somewhere else, and Winnow deletes only what is in its own folder. Nothing was deleted there.`,
    action: "Delete it yourself, where the link leads.",
  })),
  copy_kept: said({ path: z.string(), ...refused }, (v) => ({
    title: "The copy could not be deleted",
    detail: `${v.path} is still there, or a part of it${refusal(v, "kept")}. Your lists and results are as they were.`,
    action: "Close what uses it, then try again. What was begun is also finished when Winnow starts next.",
  })),
  copies_in_use: said({}, () => ({
    title: "A backup is being restored",
    detail: "While it is, no copy is deleted. Nothing was changed.",
    action: "Wait until it is done, then try again.",
  })),
  check_under_way: said({}, () => ({
    title: "This address is being checked right now",
    detail: "Its answer is still to come, and may be paid for already. Nothing was forgotten.",
    action: "Wait for the answer, then forget it.",
  })),
  restore_busy: said({}, () => ({
    title: "Winnow is at work",
    detail:
      "Something is being read, uploaded, fetched or written. Nothing was restored and nothing was changed.",
    action: "Let it finish or cancel it, then restore the backup.",
  })),
  /** `by`: what was met when what was restored was opened. */
  restore_failed: said({ ...refused, by: cause.optional() }, (v, titleOf) => ({
    title: "The backup was not restored",
    detail: `It could not be put in place${v.by === undefined ? refusal(v, "kept") : inBrackets(within(titleOf(v.by)))}. Your data is as it was.`,
    action: "Try again; if it happens again, start Winnow anew first.",
  })),
  restore_unfinished: said(refused, (v) => ({
    title: "The restore is not finished",
    detail: `Not every file could be put in its place${refusal(v, "kept")}. Nothing is lost: both the backup and your data are there whole.`,
    action: "Close whatever else uses Winnow's data folder, then start Winnow again: it goes on from there.",
  })),
  data_copied: said({ cleanings: z.number() }, (v) => ({
    title: "This data is a copy",
    detail: `The data folder was copied or brought back since Winnow last worked in it, so what is unfinished may have gone on elsewhere: ${count(v.cleanings)} ${v.cleanings === 1 ? "cleaning is" : "cleanings are"} paused. Nothing was sent and nothing was charged.`,
    action: "Go on with each where it should go on: Winnow asks you before anything is paid.",
  })),
  restored_paused: said({}, () => ({
    title: "Paused, because the data was brought back",
    detail:
      "This cleaning stands as it did when the backup or the copy was made. Nothing was sent, fetched or deleted since.",
    action: "Go on: Winnow asks the service what became of it, and asks you before anything is paid.",
  })),
  restored_unsure: said({ credits: z.number() }, (v) => ({
    title: "This may have been paid for already",
    detail: `The data was brought back from a backup or a copy. Since that was made, these addresses may have been sent and paid for: verifying them costs up to ${count(v.credits)} ${v.credits === 1 ? "credit" : "credits"}, perhaps a second time. Nothing was sent and nothing was charged.`,
    action:
      "Look at the lists on the service's site. Start the verification if they are not there, or cancel it.",
  })),
  balance_fell: said({ credits: z.number() }, (v) => ({
    title: "This may have been paid for already",
    detail: `The account has fewer credits than when Winnow last looked, by more than Winnow spent. If this machine was set back to an earlier state or its drive was copied, these addresses may have been sent since: verifying them costs up to ${count(v.credits)} ${v.credits === 1 ? "credit" : "credits"}, perhaps a second time. Nothing was sent and nothing was charged.`,
    action:
      "If the account was used for something else, start the verification. Otherwise look at the lists on the service's site first, and cancel it if they are there.",
  })),
  out_held: said({ path: z.string() }, (v) => ({
    title: "The cleaned list was not written again",
    detail: `The data was brought back from a backup or a copy, so ${v.path} may have been written and changed since. It was left as it is; the results are safe here.`,
    action: "Try again: it is written where nothing else stands now. Or export the list under another name.",
  })),
  cleaning_unknown: said({ cleaning: z.string() }, (v) => ({
    title: "There is no such cleaning",
    detail: IS_ID.test(v.cleaning)
      ? "It is not among the lists that are kept here: it may have been deleted for good."
      : `No cleaning is called '${v.cleaning}'.`,
    action: "Look for it under Lists.",
  })),
  cleaning_ambiguous: said({ cleaning: z.string() }, (v) => ({
    title: "Several cleanings are meant",
    detail: `More than one cleaning is called '${v.cleaning}', or has an id that begins so. Nothing was changed.`,
    action: "Look for it under Lists.",
  })),
  cleaning_not_deleted: said({ name: z.string() }, (v) => ({
    title: "The list is not in the bin",
    detail: `Only what is in the bin is deleted for good, and '${v.name}' is not. Nothing was changed.`,
    action: "Delete it first.",
  })),
  cleaning_kept: said({ name: z.string() }, (v) => ({
    title: "The list could not be deleted for good",
    detail: `Some of '${v.name}' is still on this machine. Nothing else was changed.`,
    action: "Close what uses it, an export for example, then delete it for good under Lists, in the bin.",
  })),
  cleaning_half_erased: said({ name: z.string() }, (v) => ({
    title: "The list cannot be brought back",
    detail: `'${v.name}' was being deleted for good, and part of it is gone already. Nothing was changed.`,
    action: "Delete it for good once more: the rest goes too. Your original file was never touched.",
  })),
  cleaning_over: said({ name: z.string() }, (v) => ({
    title: "It is over already",
    detail: `'${v.name}' is not under way any more, so there is nothing to cancel. Nothing was changed.`,
  })),
  cleaning_unfinished: said({ name: z.string() }, (v) => ({
    title: "The cleaning is not finished",
    detail: `The results of '${v.name}' are not all here yet.`,
    action: "Let it finish first. Where it cannot, give it up.",
  })),
  /** `addresses`: of one part. `spent`: what may have been charged for them. */
  given_up: said({ addresses: z.number(), spent: z.number() }, (v) => ({
    title: "You gave it up",
    detail: `What the service found out about ${count(v.addresses)} ${v.addresses === 1 ? "address" : "addresses"} is not here, and up to ${count(v.spent)} ${v.spent === 1 ? "credit" : "credits"} may have been charged for it.`,
    action: "Try again to have it after all: that costs nothing while the service still has the results.",
  })),
  given_up_results: said({}, () => ({
    title: "You gave it up",
    detail: "The results were brought here, and cannot be read or summed up. They are kept as they are.",
    action: "Try again, or restore the last backup. If they are not wanted any more, delete the list here.",
  })),
  cleaning_settled: said({ name: z.string() }, (v) => ({
    title: "That is not possible any more",
    detail: `'${v.name}' has gone on in the meantime. Nothing was changed.`,
  })),
  nothing_to_retry: said({ name: z.string() }, (v) => ({
    title: "There is nothing to try again",
    detail: `No part of '${v.name}' came to no results. Nothing was changed.`,
  })),
  start_irreversible: said({ name: z.string() }, (v) => ({
    title: "The verification cannot be stopped",
    detail: `The service is verifying '${v.name}' and cannot stop it. The credits are spent either way.`,
    action:
      "Stop watching it if you like; the results can be fetched for 30 days. What is not watched, or stands still, can be given up.",
  })),
  started_after_all: said({ name: z.string() }, (v) => ({
    title: "The verification was started after all",
    detail: `'${v.name}' cannot be cancelled: the service had begun with it, from its own site or by a start whose answer was lost. Its credits are spent. Nothing was deleted, and Winnow brings the results home.`,
    action: "Look at the results when they are here. What is not wanted can be given up.",
  })),
  /** `unfinished`: cleanings are under way. */
  interrupted: said({ unfinished: z.boolean() }, (v) => ({
    title: "Interrupted",
    detail: "Everything so far is kept.",
    action: v.unfinished ? "Go on with `winnow resume`." : "Run the command again if it is still wanted.",
  })),
  not_begun: said({}, () => ({
    title: "Nothing was begun",
    detail: "The command ended before anything was agreed to. Nothing was uploaded and nothing was charged.",
    action: "Run it again whenever you like.",
  })),
  cancelled: said({}, () => ({ title: "Cancelled", detail: "It was cancelled. Nothing was changed." })),
  environment_invalid: said(
    { name: z.string(), why: reason(VARIABLE), given: z.string().optional() },
    (v) => ({
      title: "A variable of the environment cannot be used",
      detail: `${v.name} ${inWords(VARIABLE, v.why, v) ?? "is not as it has to be"}. Winnow did not start; nothing was sent and nothing was charged.`,
      action: "Correct the variable, or remove it, and start Winnow again.",
    }),
  ),
  command_invalid: said({ fault: reason(COMMAND), given: z.string() }, (v) => ({
    title: "The command cannot be understood",
    detail: `${inWords(COMMAND, v.fault, v) ?? "It could not be read."} Nothing was begun.`,
    action: "See `winnow --help`.",
  })),
  /** `given`: the argument or option that it is the value of. */
  path_undecodable: said({ given: z.string() }, (v) => ({
    title: "The file's name cannot be read",
    detail: `What was given for ${v.given} has characters that are no UTF-8, and their place is all that is left of them. Nothing was read and nothing was written.`,
    action: "Give the file or folder a name of ordinary characters, then run the command again.",
  })),
  /** `said`: what the library that reads the arguments said of them. */
  usage: said(
    {
      why: reason(USAGE),
      option: z.string().optional(),
      other: z.string().optional(),
      given: z.string().optional(),
      choices: z.array(z.string()).readonly().optional(),
      most: z.number().optional(),
      said: z.string().optional(),
    },
    (v) => ({
      title: "The command cannot be understood",
      detail: v.said ?? inWords(USAGE, v.why, v) ?? "It could not be read.",
      action: "See `winnow --help`.",
    }),
  ),
  call_unknown: said({ call: z.string() }, (v) => ({
    title: "Winnow does not know that request",
    detail: `Winnow was asked for '${v.call}', which does not exist.`,
  })),
  /** `said`: what the library that reads requests said of this one. */
  call_invalid: said(
    { call: z.string().optional(), why: reason(REQUEST).optional(), said: z.string().optional() },
    (v) => {
      const why = v.said ?? (v.why === undefined ? null : inWords(REQUEST, v.why, {}));
      return {
        title: "The request was not understood",
        detail: `Winnow was asked for ${v.call === undefined ? "something" : `'${v.call}'`} in a way that is not allowed${why === null ? "" : `: ${why}`}.`,
      };
    },
  ),
  call_unsupported: said({ call: z.string() }, (v) => ({
    title: "Not possible here",
    detail: `'${v.call}' needs the desktop application.`,
  })),
  forbidden: said({}, () => ({
    title: "Not allowed",
    detail: "This request does not come from Winnow's own page.",
  })),
  path_not_chosen: said({}, () => ({
    title: "Choose the file once more",
    detail: "Winnow reads and writes only files that you chose since it was opened. Nothing was done.",
    action: "Choose the file again, or drop it on the window.",
  })),
  path_in_browser: said({}, () => ({
    title: "Not possible in a browser",
    detail:
      "In a browser, Winnow takes the files that you choose or drop here, and hands its own back as downloads. It reads and writes nothing else on this computer. Nothing was done.",
    action: "Choose the file here, or download the result.",
  })),
  signed_out: said({}, () => ({
    title: "Open Winnow's address once more",
    detail:
      "An address of Winnow opens once, in one browser, and not for ever. Your lists and cleanings are safe, and what is under way goes on.",
    action:
      "Go to the window in which Winnow was started, press Enter there, and open the new address that it prints.",
  })),
  host_busy: said({}, () => ({
    title: "Too much at once",
    detail: "Winnow has its hands full with other pages and files. Nothing was done.",
    action: "Try again in a moment; if it stays so, close other windows of Winnow.",
  })),
  uploads_full: said({ name: z.string() }, (v) => ({
    title: "Too many files at once",
    detail: `Files that you added earlier still wait to be opened, and there is no room beside them for ${v.name}. Your file is as it was.`,
    action: "Let those be opened first, then add it again.",
  })),
  download_gone: said({}, () => ({
    title: "The file is not there any more",
    detail:
      "A finished file is kept here for an hour, and until its cleaning is deleted. The results are safe.",
    action: "Export it again.",
  })),
  thread_restarted: said({}, () => ({
    title: "A part of Winnow had to be started again",
    detail: "What looks your results up broke down and was started anew. Nothing is lost.",
    action: "Go on; if it happens again, send us the diagnostics from Settings.",
  })),
  internal: said({}, () => ({
    title: "Winnow has made a mistake",
    detail:
      "Something happened that should not. What is stored is safe; nothing is repeated that costs credits.",
    action: "Try again; if it stays so, send us the diagnostics from Settings.",
  })),
} as const;

function cleaningsIn(n: number): string {
  return `${count(n)} ${n === 1 ? "cleaning" : "cleanings"}`;
}

function keptSuppression(lists: number): string {
  if (lists === 0) return "No suppression list was found.";
  return lists === 1
    ? "The suppression list that was found still counts."
    : `The ${count(lists)} suppression lists that were found still count.`;
}

function megabytes(bytes: number): string {
  return `${count(Math.ceil(bytes / 1_000_000))} MB`;
}

/** Why the system refused, in brackets; or why Winnow did, by the table `words`. */
function refusal(
  { why, code }: { why?: string | undefined; code?: SystemCode | undefined },
  act: "stored" | "kept",
  words: Readonly<Record<string, string>> = {},
): string {
  return inBrackets(why === undefined ? refusalInWords(code, act) : inWords(words, why, {}));
}

/** A title within a sentence. */
function within(title: string | null): string | null {
  if (title === null || title.startsWith("Winnow")) return title;
  return title.slice(0, 1).toLowerCase() + title.slice(1);
}
