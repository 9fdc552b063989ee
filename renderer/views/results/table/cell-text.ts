import type { ResultRow } from "../../../../shared/bridge/results.ts";
import { mailHostName } from "../../../../shared/mail-hosts.ts";
import { wordsOf } from "../../../components/VerdictMark.tsx";
import { moment } from "../../../times.ts";
import { facetWords, reasonWords } from "../../../words/facets.ts";
import { CLASS_WORDS, resultsWords } from "../../../words/results.ts";
import { FLAG_WORDS } from "../../../words/verdicts.ts";
import { listColumnIndex } from "../list-column.ts";
import type { ColumnKey } from "./columns.ts";

/** A label in the column of flags: the user's mark, suppression, a likely typo or a flag. */
export interface RowTag {
  readonly name: string;
  readonly help?: string;
}

export function tagsOf(row: ResultRow): readonly RowTag[] {
  return [
    ...(row.mark ? [{ name: resultsWords.marked[row.mark] }] : []),
    ...(row.suppressed && row.class !== "suppressed" ? [{ name: CLASS_WORDS.suppressed }] : []),
    ...(row.likelyTypo
      ? [{ name: facetWords.likelyTypo, help: facetWords.likelyTypoHelp(row.likelyTypo.meant) }]
      : []),
    ...row.flags.map((flag) => FLAG_WORDS[flag]),
  ];
}

/** Names the mail host of accept-all domains, since it causes the verdict. */
function reasonOf({ reason, verdict, mailHost }: ResultRow, sandbox: boolean): string {
  const words = reasonWords(reason, sandbox);
  const isHosts = verdict === "accept_all" && mailHost !== undefined && mailHost !== "other";
  return isHosts ? `${mailHostName(mailHost)} · ${words}` : words;
}

export function cellText(row: ResultRow, column: ColumnKey, sandbox: boolean): string {
  switch (column) {
    case "verdict":
      return wordsOf(row.verdict ?? "none").name;
    case "reason":
      return reasonOf(row, sandbox);
    case "mail_host":
      return row.mailHost === undefined ? "" : mailHostName(row.mailHost);
    case "flags":
      return tagsOf(row)
        .map(({ name }) => name)
        .join(", ");
    case "verified_at":
      return row.verifiedAt === null ? "" : moment(row.verifiedAt);
    default:
      return row.cells[listColumnIndex(column) ?? -1] ?? "";
  }
}
