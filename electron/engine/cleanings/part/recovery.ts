import type { Transition } from "./events.ts";
import { to } from "./events.ts";
import { uncertainCheck } from "./failures.ts";
import type { PartRecord } from "./record.ts";

/** Winnow ended in the middle of the request that the part was sending. */
export function recovered(record: PartRecord): Transition | null {
  const { state } = record;
  if (state.kind === "checking") return uncertainCheck(record);
  if (state.kind !== "uploading") return null;
  // Until it is started the list costs nothing, however often it arrives.
  return to({ ...record, lostUploads: record.lostUploads + 1 }, { kind: "queued" }, "upload.interrupted");
}
