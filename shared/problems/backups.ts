import { z } from "zod";
import { counted } from "../numbers.ts";
import { cause, defineProblem, inBrackets, reasonSchema, wordingOf } from "./define-problem.ts";
import { reasonInParentheses, systemErrorShape } from "./refusal.ts";

/** Reasons of Winnow's own why a backup is not written. */
const NOT_BACKED_UP = {
  own_folder: "Winnow keeps its own data there",
  name_taken: "something with that name is already there",
} as const;

const BACKUP_DAMAGE = { too_many_files: "it contains too many files" } as const;

export const backupProblems = {
  backup_unwritable: defineProblem(
    "input",
    { path: z.string(), ...systemErrorShape, why: reasonSchema(NOT_BACKED_UP).optional() },
    (v) => ({
      title: "The backup could not be written",
      detail: `${v.path} could not be written${reasonInParentheses(v, NOT_BACKED_UP)}. No incomplete backup was left, and your data is unchanged.`,
      action: "Choose another folder, then try again.",
    }),
  ),
  backup_not_one: defineProblem("input", { path: z.string() }, (v) => ({
    title: "This is not a Winnow backup",
    detail: `There is no backup at ${v.path}. Nothing was changed.`,
    action: "Choose the folder of a backup: its name begins with 'winnow-' and a date.",
  })),
  /** `path`: the damaged file. Without values, files are missing or truncated. */
  backup_damaged: defineProblem(
    "input",
    { path: z.string().optional(), why: reasonSchema(BACKUP_DAMAGE).optional() },
    (v) => {
      const what = v.path ?? (v.why === undefined ? null : wordingOf(BACKUP_DAMAGE, v.why, {}));
      return {
        title: "The backup is damaged or incomplete",
        detail: `Part of it is missing or has changed${what === null ? "" : `: ${what}`}. Nothing was changed.`,
        action: "Copy the whole folder again from where it was kept, or choose another backup.",
      };
    },
  ),
  backup_newer: defineProblem("input", {}, () => ({
    title: "The backup belongs to a newer Winnow",
    detail: "It was made by a newer version than this one. Nothing was changed.",
    action: "Install the newer version, then restore it.",
  })),
  backup_unreadable: defineProblem("input", { path: z.string() }, (v) => ({
    title: "The backup cannot be read",
    detail: `${v.path} could not be read completely. Nothing was changed.`,
    action: "Check that you have permission to read the folder and its contents, then try again.",
  })),
  backup_no_room: defineProblem("input", {}, () => ({
    title: "There is not enough space for the backup",
    detail: "The disk is full. Nothing was changed.",
    action: "Free some space, then try again.",
  })),
  copy_unknown: defineProblem("input", { id: z.string() }, (v) => ({
    title: "There is no such copy",
    detail: `'${v.id}' is not one of the copies in Winnow's own folder. Nothing was deleted.`,
    action: "Choose one of the listed copies.",
  })),
  copy_kept: defineProblem("input", { path: z.string(), ...systemErrorShape }, (v) => ({
    title: "The copy could not be deleted",
    detail: `${v.path}, or a part of it, is still there${reasonInParentheses(v)}. Your lists and results are not affected.`,
    action: "Close programs that use it, then try again. Winnow also finishes this the next time it starts.",
  })),
  erase_busy: defineProblem("input", {}, () => ({
    title: "A list is being cleaned",
    detail: "People cannot be erased while lists are being read, cleaned or written. Nothing was erased.",
    action: "Wait until every list is done, or pause or cancel them, then try again.",
  })),
  erase_not_erased: defineProblem("input", { names: z.array(z.string()) }, (v) => ({
    title: "They were not erased",
    detail: `Winnow knows of no request to erase ${v.names.join(", ")}. Nothing was changed.`,
  })),
  erase_unclear: defineProblem("input", { names: z.array(z.string()) }, (v) => ({
    title: "Not every entry is an address",
    detail: `These are neither email addresses nor domains with an @ before them: ${v.names.map((one) => `'${one}'`).join(", ")}. No one was erased.`,
    action: "Enter complete addresses, or whole domains such as @acme.example.",
  })),
  erase_nobody: defineProblem("input", {}, () => ({
    title: "No one to erase",
    detail: "No email address and no domain was given. Nothing was erased.",
    action: "Enter addresses, or whole domains such as @acme.example.",
  })),
  /** `names`: names of lists, imports and files. */
  erase_incomplete: defineProblem("input", { names: z.array(z.string()) }, (v) => ({
    title: "Not everything could be searched",
    detail: `Everything else is erased, but these could not be read, so the people may still be in them: ${v.names.map((name) => `'${name}'`).join(", ")}.`,
    action:
      "Delete them here for good, or restart Winnow if another program is using them, then erase again.",
  })),
  erase_unfinished: defineProblem("input", { by: cause.optional() }, (v, titleOf) => ({
    title: "The erasure is not finished",
    detail: `Some data could not be rewritten${v.by === undefined ? "" : inBrackets(within(titleOf(v.by)))}. No list is damaged, but the people may still be in Winnow's data and backups.`,
    action: "Fix the cause, then restart Winnow: it finishes the erasure before it opens anything.",
  })),
  erase_resumed: defineProblem(
    "input",
    { rows: z.int(), places: z.int(), verdicts: z.int(), facts: z.int(), backups: z.int() },
    (v) => ({
      title: "An interrupted erasure was completed",
      detail: `Winnow stopped while people were being erased. They are erased now: ${counted(v.rows, "row", "rows")}, ${counted(v.places, "other mention", "other mentions")}, ${counted(v.verdicts, "verdict", "verdicts")}, ${counted(v.facts, "entry", "entries")} of imports and suppression lists.`,
      action: "There is nothing to do.",
    }),
  ),
  restore_busy: defineProblem("input", {}, () => ({
    title: "A backup is being restored",
    detail: "Winnow can run only one backup operation at a time. Nothing was changed.",
    action: "Wait until it is done, then try again.",
  })),
  restore_failed: defineProblem("input", { ...systemErrorShape, by: cause.optional() }, (v, titleOf) => ({
    title: "The backup was not restored",
    detail: `It could not be put in place${v.by === undefined ? reasonInParentheses(v) : inBrackets(within(titleOf(v.by)))}. Your data is unchanged.`,
    action: "Try again; if it happens again, restart Winnow first.",
  })),
  restore_unfinished: defineProblem("input", systemErrorShape, (v) => ({
    title: "The restore is not finished",
    detail: `Not every file could be moved into place${reasonInParentheses(v)}. Nothing is lost: the backup and your data are both complete.`,
    action:
      "Close other programs that use Winnow's data folder, then start Winnow again: it continues from there.",
  })),
} as const;

function within(title: string | null): string | null {
  if (title === null || title.startsWith("Winnow")) return title;
  return title.slice(0, 1).toLowerCase() + title.slice(1);
}
