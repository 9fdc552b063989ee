import Database from "better-sqlite3";
import { z } from "zod";
import { asProcess, timed } from "./as-process.ts";

const inputSchema = z.object({
  database: z.string(),
  questions: z.array(
    z.object({
      name: z.string(),
      sql: z.string(),
      values: z.array(z.array(z.union([z.string(), z.number()]))),
    }),
  ),
});

await asProcess(inputSchema, async ({ database, questions }) => {
  const db = new Database(database, { readonly: true });
  const { measured, value } = await timed(async () => questions.map((question) => answer(db, question)));
  return { ...measured, found: Object.fromEntries(value) };
});

function answer(
  db: Database.Database,
  { name, sql, values }: z.infer<typeof inputSchema>["questions"][number],
): [string, number[]] {
  const statement = db.prepare(sql);
  const times = values.map((set) => {
    const began = performance.now();
    statement.all(...set);
    return performance.now() - began;
  });
  return [name, times];
}
