import { rmSync } from "node:fs";
import { z } from "zod";
import { systemClock } from "../../../electron/engine/clock.ts";
import { createNodeFetch } from "../../../electron/engine/service/index.ts";
import { RECOMMENDED_VERDICTS } from "../../../shared/verdicts.ts";
import { hasEnded, openInProcess, PAY_FOR_ALL, readList, unwrap } from "../../support/in-process.ts";
import { asProcess, timed } from "./as-process.ts";

/** Cleans a list from opening to the output file, as `winnow clean --out` does, with the system clock. */
const inputSchema = z.object({
  dataDir: z.string(),
  list: z.string(),
  out: z.string(),
  baseUrl: z.string(),
  apiKey: z.string(),
  workers: z.object({ tasks: z.string(), reader: z.string() }),
});

await asProcess(inputSchema, async ({ dataDir, list, out, baseUrl, apiKey, workers }) => {
  rmSync(out, { force: true });
  const network = createNodeFetch();
  // As in a host that has been running for a moment.
  await network.warmUp();
  const winnow = unwrap(
    await openInProcess(dataDir, {
      fetch: network.fetch,
      sessionAccount: { baseUrl, apiKey },
      clock: systemClock,
      workers: { tasks: new URL(workers.tasks), reader: new URL(workers.reader) },
    }),
  );
  const { accounts } = unwrap(await winnow.call("accounts.list", {}));
  const accountId = accounts[0]?.id;
  if (accountId === undefined) throw new Error("there is no account");
  const { measured, value } = await timed(async () => {
    const listId = await readList(winnow, list);
    const price = unwrap(await winnow.call("cleanings.price", { listId, accountId, options: PAY_FOR_ALL }));
    const started = unwrap(
      await winnow.call("cleanings.start", {
        listId,
        accountId,
        options: PAY_FOR_ALL,
        agreedCredits: price.credits,
        out: {
          path: out,
          overwrite: false,
          keep: [...RECOMMENDED_VERDICTS],
          withVerdicts: false,
          keepDuplicates: false,
        },
      }),
    );
    return winnow.until(started.id, hasEnded);
  });
  if (value.state !== "done") throw new Error(`the cleaning is ${value.state}: ${value.problem?.code ?? ""}`);
  await winnow.close();
  return { ...measured, found: { cleaningId: value.id, listId: value.listId, parts: value.parts.length } };
});
