import { z } from "zod";
import { type Benchmark, ROWS } from "../bench-context.ts";
import { duckDbReviewed, expectSame, runDuckDb } from "../duckdb.ts";
import { CLEANING, LIST } from "../engine.ts";
import { median, quantile } from "../measure.ts";
import { peerDatabase, reviewedCleaning } from "../prepared.ts";
import { atMost, inWords, type Line, type Target } from "../report/line.ts";
import { absoluteLine } from "../report/lines.ts";
import { runMeasured } from "../run-process.ts";
import { workloadOf } from "../workload/workload.ts";

const SEARCHES = ["anna", "hansen", "firm1", "@yahoo", "virtanen.0001", "zz", "rossi.00", "9.co.uk"];
const OFFSETS = Array.from({ length: 50 }, (_, at) => (at * 7919 * 37) % 290_000);

/** Returns a query for the most frequent values of each column under one filter. */
function facetSql(...columns: readonly string[]): string {
  const counts = columns.map(
    (column) =>
      `SELECT * FROM (SELECT ${column}, count(*) FROM reviewed WHERE +verdict = (SELECT wanted FROM asked) GROUP BY 1 ORDER BY 2 DESC LIMIT 20)`,
  );
  return `WITH asked (wanted) AS (SELECT ?) ${counts.join(" UNION ALL ")}`;
}

/** Questions to Winnow and the same as SQL, for a SQLite database in the page cache. */
const QUESTIONS = {
  counts: {
    task: "counts by verdict × flags",
    against: "GROUP BY without an index",
    sql: "SELECT verdict, syntax, isp, role, disposable, trap, count(*) FROM reviewed GROUP BY 1, 2, 3, 4, 5, 6",
    values: SEARCHES.slice(0, 3).map(() => []),
    target: atMost(0.02),
  },
  window: {
    task: "a window of 100 rows anywhere, filtered and sorted",
    against: "OFFSET",
    sql: "SELECT * FROM reviewed WHERE +verdict = 'deliverable' ORDER BY +domain LIMIT 100 OFFSET ?",
    values: OFFSETS.slice(0, 5).map((offset) => [offset]),
    target: atMost(0.02),
  },
  search: {
    task: "substring search over 500,000 addresses",
    against: "LIKE",
    sql: "SELECT count(*) FROM reviewed WHERE email LIKE ?",
    values: SEARCHES.map((search) => [`%${search}%`]),
    target: atMost(0.3),
  },
  sort: {
    task: "sort 500,000 rows by domain",
    against: "ORDER BY, one page in the middle",
    sql: "SELECT * FROM reviewed ORDER BY +domain, rowid LIMIT 100 OFFSET 250000",
    values: [[]],
    target: atMost(0.1),
  },
  facets: {
    task: "recount five facets and the top 20 domains of 500,000 rows",
    against: "a GROUP BY for each, without an index",
    sql: facetSql("verdict", "isp", "role", "disposable", "trap", "domain"),
    values: [["deliverable"], ["undeliverable"]],
    target: atMost(0.05),
  },
} as const satisfies Record<string, QuestionAsked>;

interface QuestionAsked {
  readonly task: string;
  readonly against: string;
  readonly sql: string;
  readonly values: readonly (readonly (string | number)[])[];
  readonly target: Target | null;
}

const timesSchema = z.record(z.string(), z.array(z.number()));
type Times = z.infer<typeof timesSchema>;

export const reviewBenchmark: Benchmark = {
  name: "review",
  async run(context) {
    const layout = await reviewedCleaning(context);
    const workload = workloadOf(context.cache, ROWS);
    const duckdb = await duckDbReviewed(context, workload);
    const columnar: Times[] = [];
    const own: Times[] = [];
    const peer: Times[] = [];
    const memory: number[] = [];
    const gaps: number[] = [];
    const database = context.peers.sqlite3 === null ? null : await peerDatabase(context, workload);
    for (let run = 0; run < context.runs; run++) {
      const asked = await runMeasured("review", {
        worker: context.workers.reader,
        dataDir: layout.dataDir,
        listId: LIST,
        cleaningId: CLEANING,
        searches: SEARCHES,
        offsets: OFFSETS,
      });
      own.push(timesSchema.parse(asked.found));
      memory.push(asked.peakMegabytes);
      gaps.push(asked.gapMilliseconds);
      if (database !== null) peer.push(await askPeer(database));
      const { times, answer } = await askDuckDb(duckdb);
      columnar.push(times);
      expectSame("rows found by a search", own.at(-1)?.searchAnswers, answer);
    }
    const task = "review 500,000 rows";
    return [
      ...Object.entries(QUESTIONS).map(([name, question]) => compared(name, question, own, peer)),
      ...COLUMNAR.map(({ name, target }) =>
        compared(name, { ...QUESTIONS[name], against: "DuckDB", target }, own, columnar),
      ),
      absoluteLine(
        task,
        "a window, 95th percentile",
        quantile(
          own.flatMap(({ window = [] }) => window),
          0.95,
        ),
        "ms",
        atMost(1),
      ),
      absoluteLine(task, "facets, recounted", middle(own, "facets"), "ms", atMost(50)),
      absoluteLine(task, "facets, the first time", middle(own, "facetsFirst"), "ms", null),
      absoluteLine(
        task,
        "facets and a column of one's own, recounted",
        middle(own, "column"),
        "ms",
        atMost(50),
      ),
      absoluteLine(task, "a column's values, the first time", middle(own, "columnFirst"), "ms", null),
      absoluteLine(task, "the answer", middle(own, "answer"), "ms", null),
      absoluteLine(task, "what is worth knowing", middle(own, "insights"), "ms", null),
      absoluteLine(task, "opening, first page", middle(own, "open"), "ms", atMost(60)),
      absoluteLine(task, "filter and sort, first page", middle(own, "filter"), "ms", null),
      absoluteLine(task, "peak memory", median(memory), "MB", atMost(400)),
      absoluteLine(task, "longest gap on the main thread", median(gaps), "ms", atMost(16)),
    ];
  },
};

async function askPeer(database: string): Promise<Times> {
  const questions = Object.entries(QUESTIONS).map(([name, { sql, values }]) => ({ name, sql, values }));
  return timesSchema.parse((await runMeasured("sql", { database, questions })).found);
}

/** Questions also sent to DuckDB. */
const COLUMNAR: readonly { name: keyof typeof QUESTIONS; target: Target | null }[] = [
  { name: "counts", target: null },
  { name: "window", target: null },
  { name: "search", target: atMost(0.4) },
  { name: "sort", target: atMost(0.1) },
  { name: "facets", target: atMost(0.5) },
];

/** Adapts the questions to DuckDB, which has no unary `+` and a case-sensitive LIKE. */
async function askDuckDb(database: string): Promise<{ times: Times; answer: number[] }> {
  const inItsWords = (sql: string, values: readonly (string | number)[]) =>
    values.reduce<string>(
      (text, value) => text.replace("?", typeof value === "string" ? `'${value}'` : String(value)),
      sql.replaceAll(/\+(?=verdict|domain)/g, "").replaceAll("LIKE", "ILIKE"),
    );
  const questions = COLUMNAR.map(({ name }) => {
    const { sql, values } = QUESTIONS[name];
    return { name, sql: values.map((own) => inItsWords(sql, own)) };
  });
  const answer = SEARCHES.map(
    (search) => `SELECT count(*)::INT AS n FROM reviewed WHERE email ILIKE '%${search}%'`,
  ).join(" UNION ALL ");
  const { found } = await runDuckDb({ database, questions, answer });
  return { times: found.times, answer: found.answer.map(([n]) => Number(n)) };
}

function middle(runs: readonly Times[], name: string): number {
  return median(runs.map((times) => median(times[name] ?? [])));
}

function compared(name: string, question: QuestionAsked, own: Times[], peer: Times[]): Line {
  const ours = middle(own, name);
  const theirs = peer.length === 0 ? null : middle(peer, name);
  return {
    task: question.task,
    peer: question.against,
    winnow: inWords(ours, "ms"),
    other: theirs === null ? "not installed" : inWords(theirs, "ms"),
    figure: theirs === null ? null : ours / theirs,
    unit: "×",
    target: question.target,
    memory: "",
  };
}
