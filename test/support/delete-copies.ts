import { z } from "zod";
import { deleteBackups } from "../../electron/engine/backups/delete.ts";

/** Deletes the copies with the given ids in the data folder that is named first. */
const [dataDir, ...ids] = z.array(z.string()).parse(process.argv.slice(2));
const deleted = await deleteBackups({ dataDir: dataDir ?? "", ids });
process.stdout.write(deleted.ok ? "gone\n" : `${deleted.problem.code}\n`);
