import { z } from "zod";
import { count } from "../numbers.ts";
import { refusal, refused } from "./refusal.ts";
import { cause, inBrackets, inWords, reason } from "./values.ts";
import { said } from "./words.ts";

/** What keeps a backup from being written, where it is not the system that says so. */
const NOT_BACKED_UP = {
  own_folder: "Winnow keeps its own data there",
  name_taken: "there is something of that name",
  swapped: "something else was put in its place",
} as const;

/** What is wrong with a backup as a whole. */
const BACKUP_DAMAGE = { too_many_files: "it holds too many files" } as const;

/** Problems of backups, restores and copies of the data folder. */
export const backupProblems = {
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
} as const;

function megabytes(bytes: number): string {
  return `${count(Math.ceil(bytes / 1_000_000))} MB`;
}

/** A title within a sentence. */
function within(title: string | null): string | null {
  if (title === null || title.startsWith("Winnow")) return title;
  return title.slice(0, 1).toLowerCase() + title.slice(1);
}
