import type { ResultRow } from "../../../../shared/bridge/results.ts";
import { assertNever } from "../../../../shared/result.ts";
import { VerdictMark } from "../../../components/VerdictMark.tsx";
import { moment } from "../../../format/times.ts";
import { CLASS_WORDS, resultsWords } from "../../../words/results.ts";
import { FLAG_WORDS } from "../../../words/verdicts.ts";
import { type ColumnKey, ownIndex } from "./columns.ts";
import css from "./ResultsTable.module.css";

function WinnowCell(props: { row: ResultRow; column: "verdict" | "flags" | "verified_at" }) {
  const { row, column } = props;
  switch (column) {
    case "verdict":
      return row.verdict ? (
        <VerdictMark verdict={row.verdict} />
      ) : (
        <span className="quiet">{CLASS_WORDS[row.class]}</span>
      );
    case "flags":
      return (
        <>
          {row.suppressed && row.class !== "suppressed" && (
            <span className={css.flag} title={resultsWords.suppressedHelp}>
              {CLASS_WORDS.suppressed}
            </span>
          )}
          {row.flags.map((flag) => (
            <span key={flag} className={css.flag} title={FLAG_WORDS[flag].help}>
              {FLAG_WORDS[flag].name}
            </span>
          ))}
        </>
      );
    case "verified_at":
      return row.verifiedAt === null ? null : <span className="quiet num">{moment(row.verifiedAt)}</span>;
    default:
      return assertNever(column);
  }
}

/** The contents of one cell of the table. */
export function Cell(props: { row: ResultRow; column: ColumnKey }) {
  const { row, column } = props;
  const index = ownIndex(column);
  if (index !== null && index === row.corrected?.column)
    return (
      <span className={css.corrected} title={resultsWords.correctedFrom(row.corrected.before)}>
        {row.cells[index] ?? ""}
      </span>
    );
  if (index !== null) return row.cells[index] ?? "";
  if (column === "verdict" || column === "flags" || column === "verified_at")
    return <WinnowCell row={row} column={column} />;
  return null;
}
