import { randomUUID } from "node:crypto";
import { suppressionListSchema } from "../../../shared/bridge/app.ts";
import type { ListSource } from "../../../shared/bridge/lists.ts";
import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import type { Clock, Handlers } from "../handlers.ts";
import type { Journal } from "../store/index.ts";
import type { Suppressed } from "./tasks.ts";

export interface SuppressionOptions {
  readonly journal: Journal;
  readonly clock: Clock;
  /** Brings the source's bytes into the data folder; `discard` takes them away again. */
  readonly copy: (
    source: ListSource,
  ) => Promise<Result<{ path: string; name: string; discard(): Promise<unknown> }>>;
  readonly read: (path: string) => Promise<Result<Suppressed>>;
}

/** The user's suppression lists: addresses and whole domains (`@acme.example`) that are never verified or exported. */
export function createSuppressionCalls(
  options: SuppressionOptions,
): Handlers<"suppression.list" | "suppression.add" | "suppression.remove"> {
  const { journal, clock } = options;
  const { db } = journal;
  const list = db.prepare(
    "SELECT id, name, addresses, domains, created_at AS createdAt FROM suppression_lists ORDER BY created_at",
  );
  return {
    async "suppression.list"() {
      return ok({ lists: list.all().map((row) => suppressionListSchema.parse(row)) });
    },
    async "suppression.add"({ name, source }) {
      const copied = await options.copy(source);
      if (!copied.ok) return copied;
      const read = await options.read(copied.value.path);
      await copied.value.discard();
      if (!read.ok) return read;
      const { entries } = read.value;
      if (entries.length === 0) return fail(problem("file_no_addresses", { name: copied.value.name }));
      const domains = entries.filter((entry) => entry.startsWith("@")).length;
      const added = {
        id: randomUUID(),
        name,
        addresses: entries.length - domains,
        domains,
        createdAt: clock.now(),
      };
      journal.commit(() => {
        db.prepare(
          "INSERT INTO suppression_lists (id, name, addresses, domains, created_at) VALUES (?, ?, ?, ?, ?)",
        ).run(added.id, added.name, added.addresses, added.domains, added.createdAt);
        const insert = db.prepare("INSERT OR IGNORE INTO suppressed (list_id, entry) VALUES (?, ?)");
        for (const entry of entries) insert.run(added.id, entry);
      });
      return ok(added);
    },
    async "suppression.remove"({ id }) {
      journal.commit(() => db.prepare("DELETE FROM suppression_lists WHERE id = ?").run(id));
      return ok({});
    },
  };
}
