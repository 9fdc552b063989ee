import type { Client, QueryResult } from "pg";
import { z } from "zod";
import { ok, type Result } from "../../../shared/result.ts";
import { type FoldedText, foldedAt, textsOf } from "../text/index.ts";
import { bigintSchema, parseRow, parseRows, unixMs } from "./connect.ts";
import { MAX_BATCH_FACTS, MAX_ENTRY_LENGTH, MAX_TIME } from "./schema.ts";

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
  /** When the facts arrived at the member, in Unix ms. */
  readonly at: number;
}

const positionSchema = z.object({ number: bigintSchema, id: z.uuid(), member: z.int() });
const batchSchema = positionSchema.extend({
  key: bigintSchema,
  kind: z.enum(BATCH_KINDS),
  scope: z.string().nullable(),
  source: z.string().nullable(),
  facts: z.int().min(0).max(MAX_BATCH_FACTS),
  at: bigintSchema,
  pushedAt: z.number(),
});
/** A batch of the log. `number` orders batches by commit. `pushedAt`: Unix ms by the server's clock. */
export type SharedBatch = z.output<typeof batchSchema>;
/** Position of a batch that Winnow does not understand. */
const unreadSchema = positionSchema.transform((position) => ({ ...position, kind: "unread" as const }));

/** Returns facts that are only texts, such as hashes and ids. */
export function textFacts(texts: readonly string[]): SharedFacts {
  const { bytes, ends } = textsOf(texts);
  const [code, flags] = [new Uint8Array(texts.length), new Uint8Array(texts.length)];
  return { text: bytes, ends, code, flags, at: new Float64Array(texts.length) };
}

/** Facts in one request. */
const PIECE = 20_000;

/**
 * Appends a batch to the log; call it in a transaction. Returns its number; that of the existing batch if it was pushed
 * before. Entries that PostgreSQL can't store, or that are longer than any address, are left out. Throws errors of the server.
 */
export async function pushBatch(
  client: Client,
  batch: BatchToPush,
  facts: SharedFacts,
): Promise<Result<number>> {
  const earlier = await client.query("SELECT number FROM winnow.batches WHERE id = $1", [batch.id]);
  const [existing] = parseRows(z.object({ number: bigintSchema }), earlier);
  if (existing !== undefined) return ok(existing.number);
  const folded = foldedOf(facts);
  const all = [...facts.code.keys()];
  let key: number | null = null;
  for (let from = 0; from === 0 || from < all.length; from += PIECE) {
    const piece = all
      .slice(from, from + PIECE)
      .map((at) => ({ at, entry: foldedAt(folded, at) }))
      .filter(({ entry }) => entry.length <= MAX_ENTRY_LENGTH && !entry.includes("\0"));
    const appended: QueryResult = await client.query("SELECT winnow.append($1, $2, $3, $4, $5) AS key", [
      key,
      integers(piece.map(({ at }) => timeIn(facts.at[at]))),
      integers(piece.map(({ at }) => facts.code[at] ?? 0)),
      integers(piece.map(({ at }) => facts.flags[at] ?? 0)),
      piece.map(({ entry }) => entry),
    ]);
    key = parseRow(z.object({ key: bigintSchema }), appended).key;
  }
  const sealed = await client.query("SELECT winnow.seal($1, $2, $3, $4, $5, $6) AS number", [
    key,
    batch.id,
    batch.kind,
    batch.scope,
    batch.source,
    timeIn(batch.at),
  ]);
  return ok(parseRow(z.object({ number: bigintSchema }), sealed).number);
}

/** Returns PostgreSQL's text of an array, which the driver would write value by value. */
function integers(values: readonly number[]): string {
  return `{${values.join(",")}}`;
}

/** Returns a time that the log takes, in Unix ms. */
function timeIn(at = 0): number {
  return Math.min(Math.max(0, Math.round(at)), MAX_TIME);
}

/**
 * Returns the batches after number `after`, in order, at most `most`. Throws errors of the server.
 */
export async function readBatches(
  client: Client,
  after: number,
  most: number,
): Promise<(SharedBatch | z.output<typeof unreadSchema>)[]> {
  const found = await client.query(
    `SELECT number, key, id, member, kind, scope, source, facts, at, ${unixMs("pushed_at")} AS "pushedAt"
     FROM winnow.batches WHERE number > $1 ORDER BY number LIMIT $2`,
    [after, most],
  );
  return parseRows(z.union([batchSchema, unreadSchema]), found);
}

type Row = [at: number, code: number, flags: number, address: string];

/** Checks a row without a schema, which would take half of the time of a pull. */
function isFact(row: unknown): row is Row {
  if (!Array.isArray(row)) return false;
  const [at, code, flags, address]: unknown[] = row;
  const isShort = typeof address === "string" && address.length <= 2 * MAX_ENTRY_LENGTH;
  return typeof at === "number" && isByte(code) && isByte(flags) && isShort;
}

function isByte(value: unknown): boolean {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 255;
}

/**
 * Reads the facts of a batch; call it in a transaction. Returns `null` if they aren't those that the batch was sealed
 * with. Throws errors of the server.
 */
export async function readFactsOf(
  client: Client,
  { key, member, facts }: Pick<SharedBatch, "key" | "member" | "facts">,
): Promise<SharedFacts | null> {
  await client.query(
    `DECLARE facts NO SCROLL CURSOR FOR SELECT at::float8, code, flags, address FROM winnow.facts
     WHERE batch = ${Math.trunc(key)} AND member = ${Math.trunc(member)} LIMIT ${Math.trunc(facts) + 1}`,
  );
  const pieces: SharedFacts[] = [];
  let count = 0;
  let isRight = true;
  for (;;) {
    const { rows } = await client.query({ text: `FETCH ${PIECE} FROM facts`, rowMode: "array" });
    const piece = rows.filter(isFact);
    count += rows.length;
    isRight = piece.length === rows.length && count <= facts;
    if (!isRight || rows.length === 0) break;
    pieces.push(factsIn(piece));
  }
  await client.query("CLOSE facts");
  return isRight ? joined(pieces) : null;
}

/** Returns the entries of facts. */
export function foldedOf({ text, ends }: SharedFacts): FoldedText {
  return { bytes: Buffer.from(text.buffer, text.byteOffset, text.byteLength), ends };
}

function factsIn(rows: readonly Row[]): SharedFacts {
  const { bytes, ends } = textsOf(rows.map(([, , , address]) => address));
  return {
    text: bytes,
    ends,
    code: Uint8Array.from(rows, ([, code]) => code),
    flags: Uint8Array.from(rows, ([, , flags]) => flags),
    at: Float64Array.from(rows, ([at]) => timeIn(at)),
  };
}

function joined(pieces: readonly SharedFacts[]): SharedFacts {
  const count = pieces.reduce((sum, { ends }) => sum + ends.length, 0);
  const columns = {
    text: Buffer.concat(pieces.map(({ text }) => text)),
    ends: new Uint32Array(count),
    code: new Uint8Array(count),
    flags: new Uint8Array(count),
    at: new Float64Array(count),
  };
  let [from, bytes] = [0, 0];
  for (const { text, ends, code, flags, at } of pieces) {
    columns.ends.set(
      ends.map((end) => end + bytes),
      from,
    );
    columns.code.set(code, from);
    columns.flags.set(flags, from);
    columns.at.set(at, from);
    from += ends.length;
    bytes += text.length;
  }
  return columns;
}
