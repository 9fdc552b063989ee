import { connect } from "./connect.ts";

const TABLES = ["checks", "asked", "taken"] as const;

/** Another text once something was added to the archive at `path`, or taken from it; empty: it cannot be read. */
export function archiveState(path: string): string {
  try {
    const db = connect(path, true);
    try {
      const states = TABLES.map((table) =>
        db.prepare(`SELECT count(*), total(at) FROM ${table}`).raw().get(),
      );
      return JSON.stringify(states);
    } finally {
      db.close();
    }
  } catch {
    return "";
  }
}
