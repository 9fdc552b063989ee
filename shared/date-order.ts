/** Order of day and month in dates such as 03/04/2026. */
export const DATE_ORDERS = ["day_first", "month_first"] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

const MONTH = new Intl.DateTimeFormat("en", { month: "long", timeZone: "UTC" });

/** Returns the two days that a date such as `03/04/2026` may mean, in words; `null` for other texts. */
export function possibleDays(date: string): readonly [string, string] | null {
  const [, first, second] = /^(\d{1,2})[-/](\d{1,2})[-/]/.exec(date) ?? [];
  if (first === undefined || second === undefined) return null;
  const dayIn = (month: string, day: string) =>
    `${MONTH.format(Date.UTC(2024, Number(month) - 1))} ${Number(day)}`;
  return [dayIn(second, first), dayIn(first, second)];
}
