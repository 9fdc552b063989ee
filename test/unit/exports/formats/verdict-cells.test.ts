import { readFileSync } from "node:fs";
import { join } from "node:path";
import Papa from "papaparse";
import { expect, it } from "vitest";
import { ALL_FLAGS, flagsOf, VERDICTS } from "../../../../shared/verdicts.ts";
import { buildCleaning } from "../../results/build-cleaning.ts";
import { CSV, targetFolder, writeOne } from "../write-one.ts";

const SETS = Array.from({ length: ALL_FLAGS + 1 }, (_, bits) => flagsOf(bits));
const results = VERDICTS.flatMap((verdict) => SETS.map((flags) => ({ verdict, flags }))).map(
  (result, at) => ({
    ...result,
    at: at * at * 65_536_137,
    fate: "part" as const,
  }),
);
const COLUMNS = ["syntax_error", "free", "role", "disposable", "trap"] as const;

it.each([{ kind: "exact" as const }, CSV, { ...CSV, delimiter: "\t" as const }])(
  "every verdict with every set of flags is written as $kind and read back",
  async (format) => {
    const made = buildCleaning(
      [...results.map((_, at): [string] => [`p${at}@x.example`]), ["unheard@x.example"], [null]],
      [...results, { verdict: null, flags: [], at: 0, fate: "part" }],
    );
    const target = join(targetFolder(), "out.csv");
    await writeOne(made, { withVerdicts: true, format }, { target });
    const { data } = Papa.parse<string[]>(readFileSync(target, "utf8"), { skipEmptyLines: true });
    const cells = results.map(({ verdict, flags, at }) => [
      verdict,
      ...COLUMNS.map((flag) => (flags.includes(flag) ? "Y" : "N")),
      at === 0 ? "" : new Date(at).toISOString(),
    ]);
    const blank = Array.from({ length: 7 }, () => "");
    expect(data.slice(1).map((row) => row.slice(1))).toEqual([...cells, blank, blank]);
  },
);
