/** The only two names that cross between page and main: calls go in and are answered, events come out. */
export const CALL_CHANNEL = "winnow:call";
export const EVENT_CHANNEL = "winnow:event";
