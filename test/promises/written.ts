import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import { sandboxVerdict } from "../../electron/sandbox/index.ts";
import type { Cleaning } from "../../shared/bridge/cleanings.ts";
import type { Result } from "../../shared/result.ts";
import type { OwnList } from "./own-list.ts";

/** The files that Winnow reported as written, compared with those on the disk. */
export interface Written {
  /** Records the files of an export; `answer` is `null` if it was lost. */
  answered(input: unknown, answer: Result<unknown> | null): void;
  /** The user marked rows, so verdicts no longer decide what is written. */
  marked(): void;
  /** Records the reported output file of a cleaning. */
  recordOutput(cleaning: Cleaning, list: OwnList | null): void;
  replaced(path: string): void;
  /** Checks P1, P2 and P10: returns incomplete files and files that differ from their report. */
  broken(): string[];
}

/** Expected content of a file; `null` if it is unknown. */
type Claim = { readonly rows: number; readonly undeliverable: number | null } | null;

const targetSchema = z.object({ target: z.object({ kind: z.literal("path"), path: z.string() }) });
const copySchema = z.object({
  format: z.object({ kind: z.literal("exact") }),
  columns: z.null().optional(),
  split: z.literal("one").optional(),
});
const outcomeSchema = z.object({ files: z.array(z.object({ path: z.string(), rows: z.int() })) });

/** Splits a text into records of one line each, as these lists have no line breaks in cells. */
export const recordsOf = (text: string): string[] => text.split(/(?<=\n)/).filter((one) => one !== "");

const addressOf = (record: string): string => (record.split(",")[1] ?? "").replaceAll('"', "");

export function createWritten(): Written {
  const claims = new Map<string, Claim[]>();
  const claim = (path: string, one: Claim) => claims.set(path, [...(claims.get(path) ?? []), one]);
  const seenOutputs = new Set<string>();
  /** Output paths by cleaning, while it is not known whether the file was written. */
  const pending = new Map<string, string>();
  let areMarked = false;
  return {
    answered(input, answer) {
      const asked = targetSchema.safeParse(input).data;
      if (asked === undefined || answer?.ok === false) return;
      const outcome = outcomeSchema.safeParse(answer?.value).data;
      const file = outcome?.files.find(({ path }) => path === asked.target.path);
      const isCopied = copySchema.safeParse(input).success && file !== undefined;
      claim(asked.target.path, isCopied ? { rows: file.rows, undeliverable: null } : null);
    },
    marked() {
      areMarked = true;
    },
    recordOutput({ id, out, missing, unverified, skipped, state }, list) {
      if (out?.rows === null) {
        pending.set(id, out.path);
        // Once a file appears there, it must be complete.
        claims.set(out.path, claims.get(out.path) ?? []);
      } else pending.delete(id);
      if (out === null || out.rows === null || state !== "done") return;
      const name = `${id} ${out.path} ${out.rows}`;
      if (seenOutputs.has(name)) return;
      seenOutputs.add(name);
      const isJudged =
        !areMarked && missing === 0 && unverified === null && skipped.beyondLimit === 0 && list !== null;
      claim(out.path, {
        rows: out.rows,
        undeliverable: isJudged && !out.keep.includes("undeliverable") ? 0 : null,
      });
    },
    replaced: (path) => void claim(path, null),
    broken() {
      const found: string[] = [];
      for (const [path, all] of claims) {
        if (all.includes(null) || !existsSync(path)) continue;
        const [header = "", ...records] = recordsOf(readFileSync(path, "utf8"));
        if (![header, ...records].every((one) => one.endsWith("\n")))
          found.push(`P1: ${path} is not written to its end`);
        if (all.length === 0 || [...pending.values()].includes(path)) continue;
        const bad = records.filter(
          (one) => sandboxVerdict(addressOf(one)).verdict === "undeliverable",
        ).length;
        const fits = all.some(
          (one) => one !== null && one.rows === records.length && (one.undeliverable ?? bad) === bad,
        );
        if (!fits)
          found.push(`P2: ${path} has ${records.length} rows, ${bad} undeliverable: ${JSON.stringify(all)}`);
      }
      return found;
    },
  };
}
