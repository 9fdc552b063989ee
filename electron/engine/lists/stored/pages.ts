import { readSync } from "node:fs";
import { z } from "zod";
import type { CallOutput, CallRequest } from "../../../../shared/bridge.ts";
import { domainOf } from "../../../../shared/fold-addresses.ts";
import { assertNever } from "../../../../shared/result.ts";
import { type ColumnStore, type ListLayout, openColumns } from "../../store/index.ts";
import {
  checkSyntax,
  type Dialect,
  decode,
  encodingNamed,
  fieldsOf,
  maskNonAscii,
  readCell,
  unquote,
} from "../../text/index.ts";
import { ADDRESS_BIT, LIST_COLUMNS, type ListMeta } from "../format.ts";
import { acceptedCorrections } from "./corrections.ts";
import { type OpenList, openReading } from "./open-list.ts";

export interface Page {
  readonly offset: number;
  readonly limit: number;
}

const MAX_CELL_LENGTH = 300;
/** Maximum bytes read of a record to show its cell. */
const MAX_RECORD_BYTES = 1024 * 1024;

export function malformedPage(list: ListLayout, page: Page): CallOutput<"lists.malformed"> {
  const { meta, columns, records, close } = openReading(list);
  try {
    const rows = columns.read(LIST_COLUMNS.malformedRow);
    const lines = columns.read(LIST_COLUMNS.malformedLine);
    const starts = columns.read(LIST_COLUMNS.malformedStart);
    const ends = columns.read(LIST_COLUMNS.malformedEnd);
    const found: CallOutput<"lists.malformed">["rows"] = [];
    for (let i = page.offset; i < Math.min(rows.length, page.offset + page.limit); i++) {
      const start = starts[i] ?? 0;
      const bytes = Buffer.alloc(Math.min(MAX_RECORD_BYTES, (ends[i] ?? start) - start));
      readSync(records, bytes, 0, bytes.length, start);
      const cell = addressCell(bytes, meta);
      const shown = { row: rows[i] ?? 0, line: lines[i] ?? 0, cell: cell.slice(0, MAX_CELL_LENGTH) };
      found.push({ ...shown, ...(bytes.includes('\\"') ? ESCAPED : malformedReason(cell)) });
    }
    return { total: rows.length, rows: found };
  } finally {
    close();
  }
}

const ESCAPED = {
  reason: "The row escapes quotation marks with a backslash, so its columns are shifted.",
};

function malformedReason(cell: string): { reason: string; suggestion?: string } {
  const reading = readCell(cell);
  switch (reading.kind) {
    case "empty":
      return { reason: "It is not an address." };
    case "address":
      return { reason: "There is other text around the address." };
    case "malformed":
      return { reason: checkSyntax(reading.text) ?? "It is not an address." };
    case "fixable": {
      if (reading.hasSeveral)
        return { reason: "There is more than one address in it.", suggestion: reading.address };
      const reason = checkSyntax(reading.text) ?? "It is not a valid address.";
      return { reason, suggestion: reading.address };
    }
    default:
      return assertNever(reading);
  }
}

function addressCell(bytes: Buffer, meta: ListMeta): string {
  const encoding = encodingNamed(meta.encoding);
  if (encoding === null || meta.addressColumn === null) return "";
  const { unit } = encoding;
  const dialect: Dialect = { delimiter: meta.delimiter, spacedQuotes: meta.spacedQuotes, flow: meta.flow };
  const units = Math.floor(bytes.length / unit);
  const view = maskNonAscii(bytes, bytes.length, encoding, new Uint8Array(units + 1));
  const field = fieldsOf(view, 0, units, dialect, meta.addressColumn + 1)[meta.addressColumn];
  if (field === undefined) return "";
  return unquote(decode(bytes.subarray(field.start * unit, field.end * unit), encoding), field.quoted);
}

const typoRowSchema = z.object({
  address: z.string(),
  suggestion: z.string(),
  rows: z.int(),
  accepted: z.int(),
  kind: z.enum(["typo", "fixable"]),
});

const TYPOS = "SELECT 'typo' AS kind, address, suggestion, rows, accepted, id FROM typos";
const CELLS = "SELECT kind, cell AS address, address AS suggestion, rows, accepted, id FROM cells";

/** Returns a page of likely typos and cells with a proposed correction, by rows descending. */
export function typoPage(
  list: ListLayout,
  of: CallRequest<"lists.typos">["of"],
  page: Page,
): CallOutput<"lists.typos"> {
  return withColumns(list, ({ db }) => {
    const all = of === "typos" ? TYPOS : of === "cells" ? CELLS : `${TYPOS} UNION ALL ${CELLS}`;
    const { total } = z
      .object({ total: z.int() })
      .parse(db.prepare(`SELECT count(*) AS total FROM (${all})`).get());
    const rows = db
      .prepare(`SELECT * FROM (${all}) ORDER BY rows DESC, kind, id LIMIT ? OFFSET ?`)
      .all(page.limit, page.offset);
    const typos = rows.map((row) => {
      const { accepted, ...typo } = typoRowSchema.parse(row);
      return { ...typo, accepted: accepted === 1 };
    });
    return { total, typos };
  });
}

/** Returns all suggestions, accepted or not: folded address or cell key → suggested address. */
export function typoSuggestions(list: ListLayout): Map<string, string> {
  return withColumns(list, ({ db }) => {
    const rows = db
      .prepare("SELECT folded, suggestion FROM typos UNION ALL SELECT key, address FROM cells")
      .all();
    const schema = z.object({ folded: z.string(), suggestion: z.string() });
    return new Map(rows.map((row) => schema.parse(row)).map((typo) => [typo.folded, typo.suggestion]));
  });
}

const meantSchema = z.object({ folded: z.string(), suggestion: z.string(), accepted: z.int() });

function typosOf(list: ListLayout): z.infer<typeof meantSchema>[] {
  return withColumns(list, ({ db }) =>
    db
      .prepare("SELECT folded, suggestion, accepted FROM typos ORDER BY id")
      .all()
      .map((row) => meantSchema.parse(row)),
  );
}

const MAX_SOURCE_DOMAINS = 4;

/** Returns a page of intended domains with their likely typos, by addresses descending. */
export function typoDomains(list: ListLayout, { offset, limit }: Page): CallOutput<"lists.typoDomains"> {
  const groups = Map.groupBy(typosOf(list), ({ suggestion }) => domainOf(suggestion));
  const domains = [...groups].map(([domain, typos]) => ({
    domain,
    from: [...Map.groupBy(typos, ({ folded }) => domainOf(folded))]
      .map(([name, same]) => ({ domain: name, addresses: same.length }))
      .sort((a, b) => b.addresses - a.addresses)
      .slice(0, MAX_SOURCE_DOMAINS),
    addresses: typos.length,
    accepted: typos.filter(({ accepted }) => accepted === 1).length,
  }));
  domains.sort((a, b) => b.addresses - a.addresses || (a.domain < b.domain ? -1 : 1));
  return { total: domains.length, domains: domains.slice(offset, offset + limit) };
}

/** Returns the folded typos whose suggestion is at one of these domains, or all typos. */
export function typosMeaning(list: ListLayout, meant: CallRequest<"lists.acceptTypos">["meant"]): string[] {
  if (meant === undefined) return [];
  const wanted = meant === "all" ? null : new Set(meant);
  return typosOf(list)
    .filter(({ suggestion }) => wanted === null || wanted.has(domainOf(suggestion)))
    .map(({ folded }) => folded);
}

/** Returns the folded domains of typos not accepted yet, with the intended domains. */
export function domainsMeant(list: ListLayout): ReadonlyMap<string, string> {
  return withColumns(list, ({ db }) => {
    const schema = z.object({ address: z.string(), suggestion: z.string() });
    const typos = db.prepare("SELECT address, suggestion FROM typos WHERE accepted = 0").all();
    return new Map(
      typos
        .map((row) => schema.parse(row))
        .map(({ address, suggestion }) => [domainOf(address), domainOf(suggestion)]),
    );
  });
}

export function correctionsOf(list: ListLayout): ReadonlyMap<string, string> {
  return withColumns(list, acceptedCorrections);
}

function withColumns<T>(list: ListLayout, act: (columns: ColumnStore) => T): T {
  const columns = openColumns(list.columns, { readonly: true });
  try {
    return act(columns);
  } finally {
    columns.close();
  }
}

/** Returns a page of matched reference list entries: domains or, for roles, folded local parts. */
export function flaggedPage(
  list: OpenList,
  kind: "role" | "disposable" | "free",
  { offset, limit }: Page,
): CallOutput<"lists.flagged"> {
  const bit = ADDRESS_BIT[kind];
  const counts = new Map<string, number>();
  for (let id = 0; id < list.addresses; id++) {
    if (((list.addressBits[id] ?? 0) & bit) === 0) continue;
    const entry = kind === "role" ? roleOf(list.address(id)) : list.domain(list.addressDomain[id] ?? 0);
    counts.set(entry, (counts.get(entry) ?? 0) + 1);
  }
  const entries = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return {
    total: entries.length,
    entries: entries
      .slice(offset, offset + limit)
      .map(([entry, addresses]) => ({ entry: entry.slice(0, 255), addresses })),
  };
}

function roleOf(address: string): string {
  return address.slice(0, address.lastIndexOf("@")).split("+")[0]?.toLowerCase() ?? "";
}
