import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { foldAddress } from "../../../shared/addresses.ts";
import { ok } from "../../../shared/result.ts";
import type { Task } from "../store/index.ts";

export interface Suppressed {
  /** Folded addresses, and domains with a leading `@`; each once. */
  readonly entries: string[];
}

const BETWEEN = /[\s,;|"'<>()]+/u;
const DOMAIN = /^@?(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}]{2,}$/u;

/** Finds the addresses and domains in any text file: one a line, CSV, or pasted prose. */
const readSuppressed: Task<{ path: string }, Suppressed> = async ({ path }) => {
  const entries = new Set<string>();
  for await (const line of createInterface({
    input: createReadStream(path, "utf8"),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    const words = line.split(BETWEEN).filter((word) => word !== "");
    for (const word of words) {
      const at = word.lastIndexOf("@");
      if (at > 0 && at < word.length - 1) entries.add(foldAddress(word));
      else if (DOMAIN.test(word) && (at === 0 || words.length === 1))
        entries.add(foldAddress(at === 0 ? word : `@${word}`));
    }
  }
  return ok({ entries: [...entries] });
};

export const settingsTasks = { "settings.readSuppressed": readSuppressed };
