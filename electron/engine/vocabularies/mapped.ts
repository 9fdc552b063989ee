import { OUTCOMES } from "../../../shared/mail-outcomes.ts";
import { isOfMail, type Mapping, mappingOfSource } from "../../../shared/mapping.ts";
import { VERDICTS } from "../../../shared/verdicts.ts";
import type { OutcomeMeaning, Source, VerdictMeaning } from "./types.ts";

/** The source that a mapping by hand is, by its id; null: it is none. */
export function mappedSource(id: string): Source | null {
  const mapping = mappingOfSource(id);
  return mapping === null ? null : sourceOf(id, mapping);
}

function sourceOf(id: string, mapping: Mapping): Source {
  const { name, column, date, words } = mapping;
  const base = {
    ...{ id, name, tells: [column], proof: "words" as const },
    ...(date === undefined ? {} : { at: { column: date, written: "any" as const } }),
  };
  const said = Object.entries(words);
  if (isOfMail(mapping)) {
    const meant = said.map(([word, meaning]): [string, OutcomeMeaning] => [
      word,
      OUTCOMES.find((one) => one === meaning) ?? "none",
    ]);
    return { ...base, kind: "outcomes", signs: [{ read: "word", column, words: Object.fromEntries(meant) }] };
  }
  const meant = said.map(([word, meaning]): [string, VerdictMeaning] => {
    const verdict = VERDICTS.find((one) => one === meaning);
    return [word, verdict === undefined ? "none" : { verdict }];
  });
  return { ...base, kind: "verdicts", status: column, words: Object.fromEntries(meant) };
}
