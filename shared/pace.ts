/** Time without progress after which speed and time left are hidden, in milliseconds. */
export const STILL_AFTER = 30_000;
