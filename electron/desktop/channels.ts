export const CALL_CHANNEL = "winnow:call";
export const EVENT_CHANNEL = "winnow:event";
/** Used only by the preload, out of the page's reach: reports files that the user dropped or chose. */
export const FILES_CHANNEL = "winnow:files";
