import type { ConsentColumn, ReadQuestion } from "./bridge/lists.ts";
import { hasMailOutcomes, type Mapping, sourceOfMapping } from "./mapping.ts";

type OptOutQuestion = Extract<ReadQuestion, { kind: "opt_outs" }>;
/** Decides about a word with a meaning, or an unclear one. */
type LeftOut = (column: ConsentColumn, word: ConsentColumn["words"][number]) => boolean;

/** Maps columns that say who opted out. An unclear word that is left out means `unsubscribed`. */
function mapOptOuts(columns: readonly ConsentColumn[], isLeftOut: LeftOut): Mapping {
  const mapped = columns.map((column) => {
    const meant = column.words.map((word) => {
      const isLeft = word.meaning !== "nothing" && isLeftOut(column, word);
      return { ...word, means: isLeft ? (word.meaning ?? "unsubscribed") : ("nothing" as const) };
    });
    const single = meant.filter((one) => one.isTime !== true && one.isOther !== true);
    return {
      column: `#${column.index + 1}`,
      read: column.hasItems === true ? ("items" as const) : ("word" as const),
      words: Object.fromEntries(single.map(({ word, means }) => [word, means])),
      times: meant.find(({ isTime }) => isTime === true)?.means,
      others: meant.find(({ isOther }) => isOther === true)?.means,
      name: column.name,
    };
  });
  const used = mapped.filter((column) => hasMailOutcomes({ columns: [column] }));
  const dated = used.find(({ times = "nothing" }) => times !== "nothing");
  const name = `the column ${used.map((column) => `'${column.name}'`).join(", ")}`;
  return {
    ...(dated === undefined ? {} : { date: dated.column }),
    name: name.slice(0, MAX_NAME_LENGTH),
    isAudience: true,
    columns: used.map(({ name: _name, ...column }) => column),
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
