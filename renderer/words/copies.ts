import type { KnownBackup } from "../../shared/bridge/app.ts";
import { copiesHold } from "../../shared/deletion.ts";
import { count } from "../../shared/numbers.ts";

const copies = (n: number) => (n === 1 ? "One copy" : `${count(n)} copies`);

export const copyWords = {
  title: "Copies in Winnow's own folder",
  help: "Backups, and data that a restore or a repair put aside, still hold what you delete for good later. Delete those you no longer need here. Backups in a folder of your own are yours to delete.",
  none: "There are none.",
  kinds: {
    backup: "Backup",
    replaced: "Moved aside by a restore",
    damaged: "Put aside as damaged",
    before_update: "Before an update",
  } satisfies Record<KnownBackup["kind"], string>,
  facts: (size: string, whole: boolean) => (whole ? size : `${size}, not complete`),
  delete: "Delete…",
  deleteOf: (kind: string, time: string) => `Delete: ${kind}, ${time}`,
  deleteAll: "Delete all…",
  deleteOne: {
    title: "Delete this copy?",
    text: (kind: string, time: string, size: string) =>
      `${kind}, ${time}, ${size}. It is deleted for good and cannot be recovered. What is in Winnow now stays as it is.`,
    act: "Delete copy",
  },
  deleteMany: {
    title: (n: number) => `Delete ${n === 1 ? "one copy" : `all ${count(n)} copies`}?`,
    text: (n: number, from: string, to: string, size: string) =>
      `${copies(n)} from ${from === to ? from : `${from} to ${to}`}, ${size} in all. They are deleted for good and cannot be recovered: there is no backup in Winnow's own folder then. What is in Winnow now stays as it is.`,
    act: "Delete all copies",
  },
  alsoHold: copiesHold,
  toCopies: "To the copies",
} as const;
