import type { PageBridge } from "../../shared/bridge.ts";
import type { Transport } from "./transport.ts";

declare global {
  interface Window {
    /** Handed over by the desktop's preload; absent in a browser. */
    readonly winnow?: PageBridge;
  }
}

/** The desktop's wire, through its preload. Files are written by the host, so nothing is downloaded. */
export function preloadTransport(bridge: PageBridge): Transport {
  return {
    call: (name, input) => bridge.call(name, input),
    listen: (listener) => bridge.listen(listener),
    receiveFiles: (files) => bridge.receiveFiles(files),
    downloadAddress: null,
  };
}
