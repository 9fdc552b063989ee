import { randomUUID } from "node:crypto";
import { basename, join, parse } from "node:path";
import type { ExportTarget } from "../../../shared/bridge/exports.ts";
import { problem } from "../../../shared/problems.ts";
import { fail, ok } from "../../../shared/result.ts";
import type { Handlers } from "../handlers.ts";
import type { MemoryTasks } from "../memory/index.ts";
import type { TaskRunner } from "../store/index.ts";
import { writeContents } from "./files/atomic-write.ts";
import { checkTarget } from "./files/place.ts";
import { createDestinations, type DestinationsInput } from "./write/destination.ts";

export interface SuppressionFileInput extends DestinationsInput {
  readonly runner: Pick<TaskRunner<MemoryTasks>, "run">;
}

export function createSuppressionFileCalls(input: SuppressionFileInput): Handlers<"exports.suppression"> {
  const { layout, downloads, runner } = input;
  const destinationOf = createDestinations(input);
  return {
    async "exports.suppression"({ as, since = null, target, replaceNumbered = false }, { signal }) {
      const made = await runner.run(
        "memory.suppressionFile",
        { dataDir: layout.dataDir, as, since },
        { signal },
      );
      if (!made.ok) return made;
      const { texts, ...counts } = made.value;
      if (counts.addresses + counts.domains === 0) return fail(problem("suppression_nobody", { since }));
      const offered = `suppression-${as}.csv`;
      const parts = texts.map((text, index) => {
        const id = randomUUID();
        const isOnly = texts.length === 1;
        const name = isOnly ? offered : numbered(offered, index + 1);
        const own = isOnly ? target : numberedTarget(target, index + 1, replaceNumbered);
        return { id, text, to: destinationOf(own, { id, listId: null, name, isKept: true }), kept: false };
      });
      try {
        for (const { to } of parts) {
          const admitted = checkTarget(to.target);
          if (!admitted.ok) return admitted;
        }
        for (const part of parts) {
          const { target, temporary, mode } = part.to;
          const written = await writeContents(target, temporary, mode, part.text);
          if (!written.ok) return written;
          part.kept = true;
        }
      } finally {
        for (const { to, kept } of parts) to.end(kept);
      }
      const files = parts.map(({ id, text, to }) => {
        const path = to.target.path;
        const name = basename(path);
        const file = { cleaningId: null, path, name, bytes: Buffer.byteLength(text) };
        return { name, path, downloadId: target.kind === "download" ? downloads.register(id, file) : null };
      });
      return ok({ ...counts, files });
    },
  };
}

function numbered(path: string, part: number): string {
  const { dir, name, ext } = parse(path);
  return join(dir, `${name}-${part}${ext}`);
}

function numberedTarget(target: ExportTarget, part: number, overwrite: boolean): ExportTarget {
  return target.kind === "path" ? { kind: "path", path: numbered(target.path, part), overwrite } : target;
}
