import { parseDate } from "../../vocabularies/index.ts";

/** A report about one recipient, or a message that is no report. */
export interface MailRow {
  /** Empty if the message is no report, or doesn't name the recipient. */
  readonly recipient: string;
  readonly report: "delivery report" | "complaint" | "other mail";
  /** Action of a delivery report, or type of a complaint, in lower case. */
  readonly action: string;
  readonly status: string;
  readonly reply: string;
  /** In ISO 8601; empty if unknown. */
  readonly date: string;
}

/** Fields of a header by lower-case name; values without folding. */
export type Fields = ReadonlyMap<string, readonly string[]>;

/** Parses groups of fields that blank lines separate, such as those of a delivery report. Ignores other lines. */
export function parseGroups(text: string, most = Number.POSITIVE_INFINITY): Fields[] {
  const groups: Map<string, string[]>[] = [];
  let group: Map<string, string[]> | null = null;
  let values: string[] | undefined;
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === "") {
      if (groups.length >= most) break;
      group = null;
      values = undefined;
    } else if (/^[ \t]/.test(line)) {
      if (values !== undefined) values.push(`${values.pop()} ${line.trim()}`);
    } else {
      const colon = line.indexOf(":");
      const name = line.slice(0, Math.max(0, colon)).trim().toLowerCase();
      if (group === null) {
        group = new Map();
        groups.push(group);
      }
      values = name === "" ? undefined : (group.get(name) ?? []);
      if (values === undefined) continue;
      values.push(line.slice(colon + 1).trim());
      group.set(name, values);
    }
  }
  return groups;
}

export function fieldIn(fields: Fields | undefined, name: string): string {
  return fields?.get(name)?.[0] ?? "";
}

/** Returns the addresses in a field, each once. */
export function addressesIn(value: string): string[] {
  const words = value.split(/[\s<>,;:"()]/).map((word) => word.replace(/^'|'$/g, ""));
  return [...new Set(words.filter((word) => /^[^@]+@[^@]+$/.test(word)))];
}

/** Returns the address of a field such as `rfc822;ann@a.example` or `utf-8;j\x{F6}rg@a.example`; empty if it has none. */
export function typedAddress(value: string): string {
  const [address = ""] = addressesIn(value.replace(/^[\w-]+\s*;/, ""));
  return address.replace(/\\x\{([0-9a-f]{2,5})\}/gi, (_escape, digits: string) =>
    String.fromCodePoint(Number.parseInt(digits, 16)),
  );
}

/** Returns the time of a field in ISO 8601, in UTC; the field's text if it isn't a time. Without a zone it counts as UTC. */
export function timeIn(value: string): string {
  const text = value.replace(/\([^()]*\)/g, "").trim();
  const at = parseDate(text, "day_first");
  return at === null ? text.slice(0, MAX_TIME_LENGTH) : new Date(at).toISOString();
}

const MAX_TIME_LENGTH = 60;
