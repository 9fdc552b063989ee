import type { ResultRow } from "../../../../shared/bridge/results.ts";
import { assertNever } from "../../../../shared/result.ts";
import { VerdictMark } from "../../../components/VerdictMark.tsx";
import { moment } from "../../../format/times.ts";
import { facetWords, reasonWords } from "../../../words/facets.ts";
import { CLASS_WORDS, resultsWords } from "../../../words/results.ts";
import { FLAG_WORDS } from "../../../words/verdicts.ts";
import { type AddedColumn, type ColumnKey, ownIndex } from "./columns.ts";
import css from "./ResultsTable.module.css";

function Tags(props: { row: ResultRow }) {
  const { row } = props;
  const tags: { name: string; help?: string }[] = [
    ...(row.mark ? [{ name: resultsWords.marked[row.mark] }] : []),
    ...(row.suppressed && row.class !== "suppressed" ? [{ name: CLASS_WORDS.suppressed }] : []),
    ...(row.likelyTypo
      ? [{ name: facetWords.likelyTypo, help: facetWords.likelyTypoHelp(row.likelyTypo.meant) }]
      : []),
    ...row.flags.map((flag) => FLAG_WORDS[flag]),
  ];
  return tags.map(({ name, help }) => (
    <span key={name} className={css.tag} title={help}>
      {name}
    </span>
  ));
}

function AddedCell(props: { row: ResultRow; column: AddedColumn; sandbox: boolean }) {
  const { row, column } = props;
  switch (column) {
    case "verdict":
      return <VerdictMark verdict={row.verdict ?? "none"} />;
    case "reason":
      return reasonWords(row.reason, props.sandbox);
    case "flags":
      return <Tags row={row} />;
    case "verified_at":
      return row.verifiedAt === null ? null : <span className="quiet num">{moment(row.verifiedAt)}</span>;
    default:
      return assertNever(column);
  }
}

/** The contents of one cell of the table; `sandbox`: its verdicts are made up. */
export function Cell(props: { row: ResultRow; column: ColumnKey; sandbox: boolean }) {
  const { row, column, sandbox } = props;
  const index = ownIndex(column);
  if (index !== null && index === row.corrected?.column)
    return (
      <span className={css.corrected} title={resultsWords.correctedFrom(row.corrected.before)}>
        {row.cells[index] ?? ""}
      </span>
    );
  if (index !== null) return row.cells[index] ?? "";
  switch (column) {
    case "verdict":
    case "reason":
    case "flags":
    case "verified_at":
      return <AddedCell row={row} column={column} sandbox={sandbox} />;
    default:
      return null;
  }
}
