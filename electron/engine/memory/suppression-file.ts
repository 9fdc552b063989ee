import { OUTCOME_EFFECTS } from "../../../shared/mail-outcomes.ts";
import { ok, type Result } from "../../../shared/result.ts";
import {
  formatOf,
  type SuppressionEntry,
  type SuppressionFormat,
  type SuppressionShape,
} from "../../../shared/suppression-formats.ts";
import type { Layout } from "../store/index.ts";
import { createFormulaGuard, mayHarm } from "../text/index.ts";
import { readAllowed } from "./allowed-people.ts";
import { eachImport } from "./import-store.ts";

export interface SuppressionFile {
  /** Contents of each file; several if the service's import limits require it. */
  readonly texts: readonly string[];
  readonly addresses: number;
  /** Domains written. */
  readonly domains: number;
  /** Domains left out because the service doesn't accept them. */
  readonly domainsLeftOut: number;
  /** Entries prefixed with an apostrophe, so that spreadsheets don't run them. */
  readonly guarded: number;
}

/**
 * Returns all suppressed and hard-bounced entries, sorted. With `since` (Unix ms), only new ones. Fails with
 * `store_corrupt`.
 */
export function suppressionFile(
  layout: Layout,
  as: SuppressionShape,
  since: number | null,
): Result<SuppressionFile> {
  const gathered = gather(layout, since);
  if (!gathered.ok) return gathered;
  const shape = formatOf(as);
  const { row, domain } = shape;
  const entries = [...gathered.value].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
  const people = entries.filter(({ address }) => !address.startsWith("@"));
  const whole = entries.filter(({ address }) => address.startsWith("@"));
  const guard = createFormulaGuard(",");
  let guarded = 0;
  const disarmed = (cell: string): string => {
    // Entries may begin with `@`, `+` or `-`, and must stay recognisable.
    if (!mayHarm(cell) || !guard.isDangerous(cell)) return cell;
    guarded++;
    return guard.disarmed(cell);
  };
  const rows = [
    ...(domain === null ? [] : whole.map(({ address }) => disarmed(domain(address.slice(1))))),
    ...people.map((entry) => row({ ...entry, address: disarmed(entry.address) })),
  ];
  return ok({
    texts: splitRows(rows, shape),
    addresses: people.length,
    domains: domain === null ? 0 : whole.length,
    domainsLeftOut: domain === null ? whole.length : 0,
    guarded,
  });
}

/** Splits `rows` into files with a header, within the format's limits. */
export function splitRows(
  rows: readonly string[],
  { header, maxRows, maxBytes }: Pick<SuppressionFormat, "header" | "maxRows" | "maxBytes">,
): string[] {
  const head = header === null ? [] : [header];
  const sizeOf = (line: string) => Buffer.byteLength(line) + 1;
  const headBytes = header === null ? 0 : sizeOf(header);
  const files: string[][] = [];
  let lines: string[] = [];
  let bytes = 0;
  for (const row of rows) {
    bytes += sizeOf(row);
    if (bytes > maxBytes || lines.length - head.length >= maxRows || files.length === 0) {
      lines = [...head];
      files.push(lines);
      bytes = headBytes + sizeOf(row);
    }
    lines.push(row);
  }
  return files.map((file) => `${file.join("\n")}\n`);
}

function gather(layout: Layout, since: number | null): Result<Map<string, SuppressionEntry>> {
  const allowed = readAllowed(layout);
  if (!allowed.ok) return allowed;
  const found = new Map<string, SuppressionEntry>();
  const before = new Set<string>();
  const read = eachImport(
    layout,
    "addresses + domains + bounces > 0",
    ({ kind, source, at, createdAt, position }, facts) => {
      for (let fact = 0; fact < facts.count; fact++) {
        const outcome = facts.outcome(fact);
        if (outcome === null) continue;
        const { isNeverMailed, isUndeliverable } = OUTCOME_EFFECTS[outcome];
        if (kind === "outcomes" && !isNeverMailed && !isUndeliverable) continue;
        const address = facts.entry(fact);
        const optOut = { source, at: facts.time(fact) ?? at, position };
        if (isNeverMailed && allowed.value.isAllowedAfter(address, optOut)) continue;
        if (since !== null && createdAt < since) before.add(address);
        else if (!before.has(address))
          found.set(address, { address, isBounce: isUndeliverable, at: facts.time(fact) ?? at });
      }
    },
  );
  return read.ok ? ok(found) : read;
}
