import { mkdirSync } from "node:fs";
import { fail, ok, type Result } from "../../../shared/result.ts";
import { writeProblem } from "./write-problem.ts";

/** Makes the folder at `path`, in one that is there. Problems: `out_exists`, `out_unwritable`, `disk_full`. */
export function makeNewFolder(path: string): Result<null> {
  try {
    mkdirSync(path);
    return ok(null);
  } catch (error) {
    const met = writeProblem(error, path);
    if (met === null) throw error;
    return fail(met);
  }
}
