import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { deleteSecurely } from "../../../electron/engine/store/index.ts";

it("deleting rows securely keeps every column of the others, even if a migration added or reordered columns", () => {
  const db = new Database(":memory:");
  db.exec("CREATE TABLE checks (b TEXT, id INTEGER PRIMARY KEY, a TEXT) STRICT");
  db.exec("INSERT INTO checks (id, a, b) VALUES (7, 'kept', 'x'), (8, 'gone', 'y'), (9, 'kept', NULL)");
  db.exec("ALTER TABLE checks ADD COLUMN later INTEGER DEFAULT 3");

  deleteSecurely(db, "checks", ({ a }) => a === "gone");

  expect(db.prepare("SELECT id, a, b, later FROM checks ORDER BY id").raw().all()).toEqual([
    [7, "kept", "x", 3],
    [9, "kept", null, 3],
  ]);
  db.close();
});
