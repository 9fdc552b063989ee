import { z } from "zod";
import { count } from "../numbers.ts";
import { refusal, refused } from "./refusal.ts";
import { inWords, reason } from "./values.ts";
import { said } from "./words.ts";

/** Which file of a list is lost. */
const LIST_FILES = {
  list: "what Winnow had read of it is missing",
  results: "it is not known any more which addresses were sent",
  upload: "the addresses that were to be sent are missing",
} as const;

/** What became of the decisions of the user's own that stood in results that were put together again. */
const MARKS = {
  kept: "Rows that you had decided about yourself are so still.",
  lost: "If you had decided about rows yourself, that stood in the same file and is lost.",
} as const;

/** Problems of what Winnow keeps: its journal, archive and files. */
export const storeProblems = {
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
  /** `aside`: where it was moved to, without: it is where it was. */
  store_corrupt: said(
    {
      path: z.string(),
      aside: z.string().optional(),
      missing: z.boolean().optional(),
    },
    (v) => ({
      title: v.aside === undefined ? "What is stored cannot be read" : "The history could not be opened",
      detail:
        v.aside === undefined
          ? `${v.path} is ${v.missing === true ? "missing" : "damaged. It was left as it is"}, and nothing is sent or paid for because of it.`
          : `${v.path} is damaged. It was put aside as ${v.aside}, not deleted, and Winnow begins with an empty history. Nothing was sent or paid for.`,
      action:
        v.aside === undefined
          ? "Restore the last backup: Settings, Data."
          : "Restore the last backup: Settings, Data. Suppression lists come back with it.",
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
} as const;

function cleaningsIn(n: number): string {
  return `${count(n)} ${n === 1 ? "cleaning" : "cleanings"}`;
}
