import { parseVerdict, plainColumnName } from "../../service/index.ts";

/** What says that a file may hold the results of an earlier verification. */
export interface VerdictsInside {
  /** Rows that were looked at, and those of them with a verdict. */
  readonly looked: number;
  readonly verdicts: number;
  /** Nearly every row has one, and the service's other columns stand beside it. */
  readonly whole: boolean;
}

const VERDICT_NAME = "verificationresult";
const OTHER_NAMES = ["syntaxerror", "isp", "role", "disposable", "trap"];
const NEARLY_ALL = 0.9;

/**
 * Whether a file could be read as results: one column has the service's name for verdicts, and verdicts stand in it. With
 * two such columns it would not be certain which one counts, and a column in other words holds no verdicts: those are
 * lists. null: it is one.
 */
export function verdictsInside(
  headers: readonly string[] | null,
  rows: readonly (readonly string[])[],
): VerdictsInside | null {
  const names = headers?.map(plainColumnName) ?? [];
  const column = names.indexOf(VERDICT_NAME);
  if (column < 0 || names.indexOf(VERDICT_NAME, column + 1) >= 0) return null;
  const verdicts = rows.filter((cells) => parseVerdict(cells[column] ?? "").known).length;
  if (verdicts === 0) return null;
  const whole = verdicts >= rows.length * NEARLY_ALL && OTHER_NAMES.every((name) => names.includes(name));
  return { looked: rows.length, verdicts, whole };
}
