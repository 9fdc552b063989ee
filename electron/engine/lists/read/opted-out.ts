import { noOutcomes, type OutcomeCounts } from "../../../../shared/mail-outcomes.ts";
import type { ListLayout } from "../../store/index.ts";
import { sourceNamed, translator } from "../../vocabularies/index.ts";
import { openList } from "../stored/open.ts";

export function countOutcomes(list: ListLayout, id: string): { rows: number; outcomes: OutcomeCounts } {
  const outcomes = noOutcomes();
  const opened = openList(list, { lazy: true });
  try {
    const source = sourceNamed(id);
    const translate = source === null ? null : translator(source, opened.meta.columns);
    if (translate === null) return { rows: opened.rows, outcomes };
    for (let row = 0; row < opened.rows; row++) {
      const said = translate(opened.cells(row));
      if (said.says === "outcome") outcomes[said.outcome]++;
    }
    return { rows: opened.rows, outcomes };
  } finally {
    opened.close();
  }
}
