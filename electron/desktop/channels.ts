/** The names that cross between page and main: calls go in and are answered, events come out. */
export const CALL_CHANNEL = "winnow:call";
export const EVENT_CHANNEL = "winnow:event";
/** From the preload alone, out of the page's reach: the files that the user just dropped or chose. */
export const FILES_CHANNEL = "winnow:files";
