import type { Price } from "../../../shared/bridge/cleanings.ts";

/** What can be had for nothing once an unfinished cleaning is home; null: nothing. */
export function underWayLine({ underWay }: Price): string | null {
  if (underWay === undefined) return null;
  const n = underWay.toLocaleString("en-US");
  return `${n} of them are being verified in a cleaning that is not finished: after 'winnow resume' they cost nothing.`;
}

/** The price in one line that adds up. */
export function priceLine(price: Price): string {
  const n = (value: number) => value.toLocaleString("en-US");
  const less = [
    [price.repeated, "repeated"],
    [price.malformed, "malformed"],
    [price.empty, "without an address"],
    [price.suppressed, "suppressed"],
    [price.known, "already known"],
    [price.beyondLimit, "beyond the limit"],
  ] as const;
  const terms = less.filter(([value]) => value > 0).map(([value, word]) => ` − ${n(value)} ${word}`);
  const sum = `${n(price.rows)} rows${terms.join("")} = ${n(price.credits)} credits.`;
  if (price.available === null) return sum;
  const left = price.available - price.credits;
  return left >= 0
    ? `${sum} You have ${n(price.available)}; ${n(left)} will be left.`
    : `${sum} You have ${n(price.available)}; ${n(-left)} are missing.`;
}
