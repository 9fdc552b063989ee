import { z } from "zod";
import { defineProblem } from "./define-problem.ts";
import { reasonInParentheses, systemErrorShape } from "./refusal.ts";

export const storeProblems = {
  /** `holder`: the process that has the lock and its machine, if known. */
  store_locked: defineProblem(
    "in_use",
    { dir: z.string(), holder: z.object({ pid: z.number(), host: z.string() }).nullable().optional() },
    (v) => ({
      title: "Winnow is already running",
      detail: `Another Winnow${v.holder ? ` (process ${v.holder.pid} on ${v.holder.host})` : ""} uses the data in ${v.dir}. Nothing was changed.`,
      action: "Use the one that is open, or close it first.",
    }),
  ),
  store_newer: defineProblem("input", { dir: z.string() }, (v) => ({
    title: "The data belongs to a newer Winnow",
    detail: `The data in ${v.dir} was written by a newer version. It was left untouched.`,
    action: "Install the newer version again.",
  })),
  /** `aside`: where the file was moved; absent if it was not moved. */
  store_corrupt: defineProblem(
    "input",
    { path: z.string(), aside: z.string().optional(), missing: z.boolean().optional() },
    (v) => ({
      title: v.aside === undefined ? "The stored data cannot be read" : "The history could not be opened",
      detail:
        v.aside === undefined
          ? `${v.path} is ${v.missing === true ? "missing" : "damaged. It was left as it is"}, and nothing is sent or paid for because of it.`
          : `${v.path} is damaged. It was moved to ${v.aside}, not deleted, and Winnow starts with an empty history. Nothing was sent or paid for.`,
      action: "Restore the last backup: Settings, Data.",
    }),
  ),
  /** `files`: the user's files with names that Winnow uses. */
  store_shared: defineProblem("input", { dir: z.string(), files: z.array(z.string()) }, (v) => ({
    title: "This folder is used for something else",
    detail: `${v.dir} contains files of yours with names that Winnow uses for its own data: ${v.files.join(", ")}. Winnow did not start, and nothing in it was changed.`,
    action: `Choose an empty folder with WINNOW_DATA_DIR, such as one called Winnow in ${v.dir}.`,
  })),
  memory_unread: defineProblem("input", {}, () => ({
    title: "Winnow could not check earlier verdicts",
    detail: "Winnow's earlier verdicts cannot be read right now. Nothing was sent or paid for.",
    action: "Try again in a moment. If that does not help, close Winnow and start it again.",
  })),
  store_unwritable: defineProblem("disk", { dir: z.string(), ...systemErrorShape }, (v) => ({
    title: "Winnow cannot store anything",
    detail: `The folder ${v.dir} cannot be written to${reasonInParentheses(v)}. Winnow did not start; nothing was sent and nothing was charged.`,
    action: "Make the folder writable, or choose another with WINNOW_DATA_DIR.",
  })),
  /** A write failed at runtime. `dir`: the folder of that file, or the data folder. */
  store_failing: defineProblem("disk", { dir: z.string(), ...systemErrorShape }, (v) => ({
    title: "Winnow could not save data",
    detail: `Data could not be written to ${v.dir}${reasonInParentheses(v)}. What was stored before is safe, and what the service has finished can still be fetched.`,
    action:
      "Make sure that the drive is connected, has free space and can be written to. A cleaning that is under way then continues; otherwise try again.",
  })),
  /** `dir`, the data folder or one in it, disappeared at runtime. */
  store_gone: defineProblem("disk", { dir: z.string() }, (v) => ({
    title: "Winnow's data folder is missing",
    detail: `${v.dir} is no longer there: its drive was removed, or it was moved or deleted. Nothing more is sent or paid for without it. Results that are paid for and not fetched yet stay at the service for 30 days after the list was sent.`,
    action:
      "Put the folder back where it was. If it is gone for good, restore the last backup: Winnow then fetches what the service still has.",
  })),
  /** `owner`: another user owns `path`. `open`: everyone can write to it. */
  store_foreign: defineProblem("input", { path: z.string(), why: z.enum(["owner", "open"]) }, (v) => ({
    title:
      v.why === "owner" ? "The data folder belongs to another user" : "Everyone can write to the data folder",
    detail:
      v.why === "owner"
        ? `${v.path} belongs to another user of this machine, who could read your lists there and have Winnow write files in your name. Winnow read nothing from it and stored nothing in it.`
        : `Everyone who uses this machine can add or replace files in ${v.path}, and may have done so. Winnow read nothing from it and stored nothing in it.`,
    action:
      v.why === "owner"
        ? "Choose another folder with WINNOW_DATA_DIR. Make yourself the owner of this one only if you are sure that everything in it is yours."
        : `If everything in it is yours, run: chmod 700 "${v.path}". Or choose another folder with WINNOW_DATA_DIR.`,
  })),
} as const;
