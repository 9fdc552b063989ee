import type { NewCleaning } from "../../electron/engine/catalog/index.ts";
import type { PartRecord } from "../../electron/engine/cleanings/part/record.ts";
import { createRecords, type Records } from "../../electron/engine/cleanings/records.ts";
import type { Journal } from "../../electron/engine/store/index.ts";
import { DEFAULT_CLEANING_OPTIONS } from "../../shared/bridge/defaults.ts";
import { price } from "../fixtures/page.ts";

/** Inserts the list `l1` and its cleaning `c1` into an empty journal. Returns the journal's records. */
export function storeCleaning(
  journal: Journal,
  { parts = [], ...changes }: Partial<NewCleaning> & { readonly parts?: readonly PartRecord[] } = {},
): Records {
  const records = createRecords(journal);
  journal.db.prepare("INSERT INTO lists (id, name, created_at) VALUES ('l1', 'contacts.csv', 0)").run();
  records.insert(
    {
      ...{
        id: "c1",
        name: "contacts.csv",
        list_id: "l1",
        account_id: "a1",
        scope: "https://service.example",
      },
      ...{ options: DEFAULT_CLEANING_OPTIONS, price: price(), unique_addresses: 10, agreed_credits: 10 },
      ...{ out: null, state: "active", created_at: 0 },
      ...changes,
    },
    parts.map((record, i) => ({ ordinal: i + 1, bytes: 100, record })),
    0,
  );
  return records;
}
