import { DuckDBInstance } from "@duckdb/node-api";
import { z } from "zod";
import { asProcess, timed } from "./as-process.ts";

/**
 * Runs statements in DuckDB with two threads, like the target machine's two cores. `database` is a file or `:memory:`.
 * Timed are `statements` together and each of `questions`; `answer` is a query whose result is compared.
 */
const inputSchema = z.object({
  database: z.string(),
  setup: z.array(z.string()).default([]),
  statements: z.array(z.string()).default([]),
  questions: z.array(z.object({ name: z.string(), sql: z.array(z.string()) })).default([]),
  answer: z.string().nullable().default(null),
});

await asProcess(inputSchema, async ({ database, setup, statements, questions, answer }) => {
  const instance = await DuckDBInstance.create(database, { threads: "2" });
  const duckdb = await instance.connect();
  for (const sql of setup) await duckdb.run(sql);
  const { measured, value: times } = await timed(async () => {
    for (const sql of statements) await duckdb.run(sql);
    const found: Record<string, number[]> = {};
    for (const { name, sql } of questions) {
      found[name] = [];
      for (const one of sql) {
        const began = performance.now();
        await duckdb.runAndReadAll(one);
        found[name].push(performance.now() - began);
      }
    }
    return found;
  });
  const rows = answer === null ? [] : (await duckdb.runAndReadAll(answer)).getRowsJson();
  duckdb.closeSync();
  instance.closeSync();
  return { ...measured, found: { times, answer: rows } };
});
