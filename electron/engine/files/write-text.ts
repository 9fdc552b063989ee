import type { Result } from "../../../shared/result.ts";
import { fail } from "../../../shared/result.ts";
import { createByteSink } from "./byte-sink.ts";
import { admit, type Place } from "./place.ts";
import { putFile } from "./put-file.ts";
import type { TemporaryPlace } from "./temporary.ts";
import { writeProblem } from "./write-problem.ts";

/** Writes a short text to its place, whole or not at all, by way of `temporary`. Problems: those of `admit`, `disk_full`. */
export async function writeText(
  place: Place,
  temporary: TemporaryPlace,
  mode: number,
  text: string,
): Promise<Result<null>> {
  const admitted = admit(place);
  if (!admitted.ok) return admitted;
  try {
    const sink = createByteSink(temporary.path, mode);
    try {
      sink.write(Buffer.from(text, "utf8"));
      await sink.finish();
      return putFile(place, sink.file);
    } finally {
      await sink.abandon();
    }
  } catch (error) {
    const refused = writeProblem(error, place.named);
    if (refused === null) throw error;
    return fail(refused);
  }
}
