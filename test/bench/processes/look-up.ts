import { z } from "zod";
import { openArchive } from "../../../electron/engine/ledger/index.ts";
import { openList } from "../../../electron/engine/lists/index.ts";
import { layoutOf } from "../../../electron/engine/store/index.ts";
import { lookupKeys } from "../../../electron/engine/text/index.ts";
import { asProcess, timed } from "./as-process.ts";

/** Looks up every address of a list in the archive, as planning a cleaning does. */
const inputSchema = z.object({
  dataDir: z.string(),
  listId: z.string(),
  archive: z.string(),
  scope: z.string(),
});

await asProcess(inputSchema, async ({ dataDir, listId, archive, scope }) => {
  const list = openList(layoutOf(dataDir).list(listId));
  const { measured, value } = await timed(async () => {
    const opened = openArchive(archive, { readonly: true });
    const known = opened.lookUp(scope, lookupKeys(list), {
      now: Date.now(),
      freshAfter: 0,
      freshAfterUnknown: 0,
    });
    opened.close();
    return known.verdict.reduce((found, verdict) => found + (verdict === 0 ? 0 : 1), 0);
  });
  list.close();
  return { ...measured, found: value };
});
