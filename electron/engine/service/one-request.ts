import type { Dispatcher } from "undici";

/** Marks the error of a request that was to go out a second time, see network.ts. */
export const REPEATED = "ERR_WINNOW_REQUEST_REPEATED";

/**
 * Passes one request on and refuses a second: fetch repeats what was answered with a 421 by itself, and a start that is
 * repeated may be paid for twice. Make one for every fetch.
 */
export function oneRequest(): Dispatcher.DispatcherComposeInterceptor {
  let isSent = false;
  return (dispatch) => (options, handler) => {
    if (isSent) throw Object.assign(new Error("fetch was about to repeat the request"), { code: REPEATED });
    isSent = true;
    return dispatch(options, handler);
  };
}
