import type { ConsentColumn, ReadQuestion } from "./bridge/lists.ts";
import { hasMailOutcomes, type Mapping, sourceOfMapping } from "./mapping.ts";

type OptOutQuestion = Extract<ReadQuestion, { kind: "opt_outs" }>;
/** Decides about a word with a meaning, or an unclear one. */
type LeftOut = (column: ConsentColumn, word: ConsentColumn["words"][number]) => boolean;

/**
 * Maps columns that say who opted out. An unclear word that is left out means `unsubscribed`.
 */
function mapOptOuts(columns: readonly ConsentColumn[], isLeftOut: LeftOut): Mapping {
  const dated = columns.find((column) =>
    column.words.some(
      (word) => word.isTime === true && word.meaning !== "nothing" && isLeftOut(column, word),
    ),
  );
  return {
    ...(dated === undefined ? {} : { date: `#${dated.index + 1}` }),
    name: columns
      .map(({ name }) => name)
      .join(", ")
      .slice(0, MAX_NAME_LENGTH),
    isAudience: true,
    columns: columns.map((column) => {
      const left = column.words.filter((word) => word.meaning !== "nothing" && isLeftOut(column, word));
      const meant = left.map((one) => [one, one.meaning ?? "unsubscribed"] as const);
      const times = meant.find(([{ isTime }]) => isTime === true)?.[1];
      return {
        column: `#${column.index + 1}`,
        read: column.hasItems === true ? "items" : "word",
        words: Object.fromEntries(
          meant.flatMap(([{ word, isTime }, meaning]) =>
            isTime === true ? [] : [[word.slice(0, 100), meaning]],
          ),
        ),
        ...(times === undefined ? {} : { times }),
      };
    }),
  };
}

/** Returns the sources by which to import the people who opted out. */
export function optOutSources({ export: known, columns }: OptOutQuestion, isLeftOut: LeftOut): string[] {
  const mapping = mapOptOuts(columns, isLeftOut);
  return [
    ...(known === null ? [] : [known.source]),
    ...(hasMailOutcomes(mapping) ? [sourceOfMapping(mapping)] : []),
  ];
}

/** Returns the rows that certainly opted out, and those of which it is unclear. */
export function countOptOuts(columns: readonly Pick<ConsentColumn, "words">[]): {
  certain: number;
  unclear: number;
} {
  let certain = 0;
  let unclear = 0;
  for (const { meaning, rows } of columns.flatMap(({ words }) => words)) {
    if (meaning === null) unclear += rows;
    else if (meaning !== "nothing") certain += rows;
  }
  return { certain, unclear };
}

const MAX_NAME_LENGTH = 100;
