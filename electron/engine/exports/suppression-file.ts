import { randomUUID } from "node:crypto";
import { problem } from "../../../shared/problems.ts";
import { fail, ok } from "../../../shared/result.ts";
import type { Handlers } from "../handlers.ts";
import type { MemoryTasks } from "../memory/index.ts";
import type { TaskRunner } from "../store/index.ts";
import { writeText } from "./files/put-file.ts";
import { createDestinations, type DestinationsInput } from "./write/destination.ts";

export interface SuppressionFileInput extends DestinationsInput {
  readonly runner: Pick<TaskRunner<MemoryTasks>, "run">;
}

/** Writes those who are not to be mailed as a mailing service takes them: whole, or not at all. */
export function createSuppressionFileCalls(input: SuppressionFileInput): Handlers<"exports.suppression"> {
  const { layout, downloads, runner } = input;
  const destinationOf = createDestinations(input);
  return {
    async "exports.suppression"({ as, since = null, target }, { signal }) {
      const made = await runner.run(
        "memory.suppressionFile",
        { dataDir: layout.dataDir, as, since },
        { signal },
      );
      if (!made.ok) return made;
      const { text, ...counts } = made.value;
      if (counts.addresses + counts.domains === 0) return fail(problem("suppression_nobody", { since }));
      const name = `suppression-${as}.csv`;
      const id = randomUUID();
      const to = destinationOf(target, { id, listId: null, name });
      const path = to.place.named;
      let kept = false;
      try {
        if (to.stream !== null) return fail(problem("out_not_a_file", { path: to.stream.path }));
        const written = await writeText(to.place, to.temporary, to.mode, text);
        if (!written.ok) return written;
        kept = true;
      } finally {
        to.end(kept);
      }
      const offered = { cleaningId: null, path, name, bytes: Buffer.byteLength(text) };
      const downloadId = target.kind === "download" ? downloads.offer(id, offered) : null;
      return ok({ ...counts, name, path, downloadId });
    },
  };
}
