import { timesFor } from "../shared/times.ts";

export { daysLeft, duration, fromNow } from "../shared/times.ts";
/** Moments in the order and with the clock that the browser's language is used to, in English words. */
export const { moment, momentAmong, date, day, clock } = timesFor(navigator.language);
