import { suppressionListSchema } from "../../../shared/bridge/suppression.ts";
import type { Journal } from "../store/index.ts";

/** The suppression lists that the journal knows, the oldest first. */
export function listedSuppression({ db }: Pick<Journal, "db">) {
  const rows = db
    .prepare(
      "SELECT id, name, addresses, domains, created_at AS createdAt FROM suppression_lists ORDER BY created_at",
    )
    .all();
  return rows.map((row) => suppressionListSchema.parse(row));
}
