import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import { sandboxVerdict } from "../../electron/sandbox/index.ts";
import type { Cleaning } from "../../shared/bridge/cleanings.ts";
import type { Result } from "../../shared/result.ts";
import type { OwnList } from "./own-list.ts";

/** What Winnow says that it wrote, to be held against the files that stand there. */
export interface Written {
  /** An export was answered, or not (null): it tells its files. */
  answered(input: unknown, answer: Result<unknown> | null): void;
  /** The user marked rows to keep or to drop, whatever their verdicts. */
  marked(): void;
  /** A cleaning as it is told: its cleaned list, where it is written. */
  told(cleaning: Cleaning, list: OwnList | null): void;
  /** The user put a file of his own there. */
  replaced(path: string): void;
  /** P1, P2, P10: files that are not whole, or not what was said of them. */
  broken(): string[];
}

/** One thing that may stand at a path. Null: nobody knows what. */
type Claim = { readonly rows: number; readonly undeliverable: number | null } | null;

const targetSchema = z.object({ target: z.object({ kind: z.literal("path"), path: z.string() }) });
const copySchema = z.object({
  format: z.object({ kind: z.literal("exact") }),
  columns: z.null().optional(),
  split: z.literal("one").optional(),
});
const outcomeSchema = z.object({ files: z.array(z.object({ path: z.string(), rows: z.int() })) });

/** Records of one line each: that is how the lists of these worlds are. */
export const recordsOf = (text: string): string[] => text.split(/(?<=\n)/).filter((one) => one !== "");

const addressOf = (record: string): string => (record.split(",")[1] ?? "").replaceAll('"', "");

export function createWritten(): Written {
  const claims = new Map<string, Claim[]>();
  const claim = (path: string, one: Claim) => claims.set(path, [...(claims.get(path) ?? []), one]);
  const heard = new Set<string>();
  /** By cleaning, where a list is to be written, or was and that is not known yet. */
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
    told({ id, out, missing, unverified, skipped, state }, list) {
      if (out?.rows === null) {
        pending.set(id, out.path);
        // What stands there by and by is whole, whatever it is.
        claims.set(out.path, claims.get(out.path) ?? []);
      } else pending.delete(id);
      if (out === null || out.rows === null || state !== "done") return;
      const name = `${id} ${out.path} ${out.rows}`;
      if (heard.has(name)) return;
      heard.add(name);
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
