import { count } from "./numbers.ts";

export const DELETE_HERE =
  "The list goes to the bin here and can be restored for 30 days. Nothing changes at the service, and your original file is never touched.";

/** Returns a warning that `copies` of the data may still contain the deleted items. */
export function copiesHold(copies: number): string {
  return copies === 1
    ? "A copy of Winnow's data, made as a backup or by a restore, may hold it too. It stays there until you delete that copy."
    : `${count(copies)} copies of Winnow's data, made as backups or by restores, may hold it too. It stays there until you delete those copies.`;
}
