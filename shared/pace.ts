/** After so many milliseconds without a higher count of verified addresses, nothing is said of speed and time left. */
export const STILL_AFTER = 30_000;
