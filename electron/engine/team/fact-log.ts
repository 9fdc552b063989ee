import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Client } from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { z } from "zod";
import { ok, type Result } from "../../../shared/result.ts";
import type { FoldedText } from "../text/index.ts";
import { inTransaction } from "./connect.ts";

/** Facts of a batch as columns. An address is a folded one, or a domain with a leading `@`. */
export interface SharedFacts {
  /** Concatenated UTF-8 of the addresses. */
  readonly text: Uint8Array;
  /** Offset after each address. */
  readonly ends: Uint32Array;
  /** Code of the verdict or outcome. */
  readonly code: Uint8Array;
  readonly flags: Uint8Array;
  /** Unix ms, 0 if unknown. */
  readonly at: Float64Array;
}

const BATCH_KINDS = ["verdicts", "outcomes", "suppression", "removal", "erasure"] as const;
export type BatchKind = (typeof BATCH_KINDS)[number];

export interface BatchToPush {
  /** Chosen by the member, so that a push whose confirmation was lost is not repeated. */
  readonly id: string;
  readonly kind: BatchKind;
  readonly scope: string | null;
  readonly source: string | null;
  /** Batch of the same member that a removal undoes. */
  readonly removes: string | null;
  /** When the facts arrived at the member, in Unix ms. */
  readonly at: number;
}

const batchSchema = z.object({
  number: z.coerce.number(),
  key: z.coerce.number(),
  id: z.string(),
  member: z.int(),
  kind: z.enum(BATCH_KINDS),
  scope: z.string().nullable(),
  source: z.string().nullable(),
  removes: z.string().nullable(),
  facts: z.int(),
  at: z.coerce.number(),
  pushedAt: z.number(),
});
/** A batch of the log. `number` orders batches by commit. `pushedAt`: Unix ms by the server's clock. */
export type SharedBatch = z.output<typeof batchSchema>;

/** Bytes of one piece that is sent. */
const PIECE_BYTES = 64 * 1024;

/**
 * Appends a batch to the log, in one transaction. Returns its number; that of the existing batch if it was pushed
 * before. Throws errors of the server.
 */
export async function pushBatch(
  client: Client,
  batch: BatchToPush,
  facts: SharedFacts,
): Promise<Result<number>> {
  return inTransaction(client, async () => {
    const earlier = await client.query("SELECT number FROM winnow.batches WHERE id = $1", [batch.id]);
    const [existing] = z.array(z.object({ number: z.coerce.number() })).parse(earlier.rows);
    if (existing !== undefined) return ok(existing.number);
    const prepared = await client.query("SELECT nextval('winnow.batch_keys') AS key, winnow.me() AS member");
    const [{ key, member }] = z
      .tuple([z.object({ key: z.coerce.number(), member: z.int() })])
      .parse(prepared.rows);
    await client.query(
      `CREATE TEMP TABLE IF NOT EXISTS incoming
         (at bigint, code smallint, flags smallint, address text) ON COMMIT DROP`,
    );
    const rows = Readable.from(encoded(facts), { objectMode: false, highWaterMark: PIECE_BYTES });
    await pipeline(rows, client.query(copyFrom("COPY pg_temp.incoming FROM STDIN")));
    // Not copied directly: COPY does not check row-level security.
    await client.query(
      `INSERT INTO winnow.facts (batch, at, member, code, flags, address)
       SELECT $1, at, $2, code, flags, address FROM pg_temp.incoming`,
      [key, member],
    );
    const sealed = await client.query("SELECT winnow.seal($1, $2, $3, $4, $5, $6, $7, $8) AS number", [
      key,
      batch.id,
      batch.kind,
      batch.scope,
      batch.source,
      batch.removes,
      facts.ends.length,
      Math.round(batch.at),
    ]);
    const [{ number }] = z.tuple([z.object({ number: z.coerce.number() })]).parse(sealed.rows);
    return ok(number);
  });
}

/** Returns the batches after number `after`, in order, at most `most`. Throws errors of the server. */
export async function readBatches(client: Client, after: number, most: number): Promise<SharedBatch[]> {
  const found = await client.query(
    `SELECT number, key, id, member, kind, scope, source, removes, facts, at,
       (extract(epoch FROM pushed_at) * 1000)::float8 AS "pushedAt"
     FROM winnow.batches WHERE number > $1 ORDER BY number LIMIT $2`,
    [after, most],
  );
  return z.array(batchSchema).parse(found.rows);
}

/** Reads the facts of a batch. Throws errors of the server. */
export async function readFactsOf(
  client: Client,
  { key, member, facts }: Pick<SharedBatch, "key" | "member" | "facts">,
): Promise<SharedFacts> {
  const rows = client.query(
    copyTo(
      `COPY (SELECT at, code, flags, address FROM winnow.facts
             WHERE batch = ${Math.trunc(key)} AND member = ${Math.trunc(member)}) TO STDOUT`,
    ),
  );
  const decoder = createDecoder(facts);
  for await (const piece of rows) decoder.push(z.instanceof(Uint8Array).parse(piece));
  return decoder.facts();
}

/** Returns the entries of facts. */
export function foldedOf({ text, ends }: SharedFacts): FoldedText {
  return { bytes: Buffer.from(text.buffer, text.byteOffset, text.byteLength), ends };
}

const [TAB, LF, BACKSLASH] = [9, 10, 92];

/** Yields the facts in the text format of COPY. */
function* encoded({ text, ends, code, flags, at }: SharedFacts): Generator<Buffer> {
  let piece = "";
  let start = 0;
  const bytes = Buffer.from(text.buffer, text.byteOffset, text.byteLength);
  for (const [index, end] of ends.entries()) {
    const address = bytes.toString("utf8", start, end).replace(/[\\\t\n\r]/g, (one) => ESCAPES[one] ?? one);
    piece += `${at[index] ?? 0}\t${code[index] ?? 0}\t${flags[index] ?? 0}\t${address}\n`;
    start = end;
    if (piece.length < PIECE_BYTES) continue;
    yield Buffer.from(piece);
    piece = "";
  }
  if (piece !== "") yield Buffer.from(piece);
}

const ESCAPES: Readonly<Record<string, string>> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };

/** Creates a decoder of COPY's text format for about `expected` facts. */
function createDecoder(expected: number) {
  let text = Buffer.alloc(Math.max(64, expected * 32));
  let ends = new Uint32Array(Math.max(16, expected));
  let code = new Uint8Array(ends.length);
  let flags = new Uint8Array(ends.length);
  let at = new Float64Array(ends.length);
  let count = 0;
  let used = 0;
  let rest = Buffer.alloc(0);

  function grow(): void {
    const size = ends.length * 2;
    const [longer, codes, bits, times] = [
      new Uint32Array(size),
      new Uint8Array(size),
      new Uint8Array(size),
      new Float64Array(size),
    ];
    longer.set(ends);
    codes.set(code);
    bits.set(flags);
    times.set(at);
    [ends, code, flags, at] = [longer, codes, bits, times];
  }

  function line(bytes: Buffer, start: number, end: number): void {
    if (count === ends.length) grow();
    const first = bytes.indexOf(TAB, start);
    const second = bytes.indexOf(TAB, first + 1);
    const third = bytes.indexOf(TAB, second + 1);
    at[count] = Number(bytes.toString("latin1", start, first));
    code[count] = Number(bytes.toString("latin1", first + 1, second));
    flags[count] = Number(bytes.toString("latin1", second + 1, third));
    const from = third + 1;
    if (used + end - from > text.length) text = Buffer.concat([text], text.length * 2 + end - from);
    if (bytes.subarray(from, end).includes(BACKSLASH))
      used += text.write(unescaped(bytes.toString("utf8", from, end)), used, "utf8");
    else used += bytes.copy(text, used, from, end);
    ends[count] = used;
    count++;
  }

  return {
    push(piece: Uint8Array): void {
      const bytes = rest.length === 0 ? Buffer.from(piece) : Buffer.concat([rest, piece]);
      let start = 0;
      for (let end = bytes.indexOf(LF); end >= 0; end = bytes.indexOf(LF, start)) {
        line(bytes, start, end);
        start = end + 1;
      }
      rest = Buffer.from(bytes.subarray(start));
    },
    facts: (): SharedFacts => ({
      text: text.subarray(0, used),
      ends: ends.subarray(0, count),
      code: code.subarray(0, count),
      flags: flags.subarray(0, count),
      at: at.subarray(0, count),
    }),
  };
}

function unescaped(text: string): string {
  const plain: Readonly<Record<string, string>> = { t: "\t", n: "\n", r: "\r", b: "\b", f: "\f", v: "\v" };
  return text.replace(/\\(.)/g, (_, one: string) => plain[one] ?? one);
}
