import type { PageBridge } from "../../shared/bridge.ts";

/** What becomes of the connection to the host, on which events come. */
export interface Link {
  /** Events flow again after a break, and some may have been missed: what is shown should be read anew. */
  readonly resumed: () => void;
  /** The host has ended, not merely slowed down; it was last heard at `heardUntil`, in epoch milliseconds. */
  readonly gone: (heardUntil: number) => void;
}

/** How the page reaches its host: the desktop's preload or the browser host's HTTP wire. Nothing is parsed here. */
export interface Transport {
  call(name: string, input: unknown): Promise<unknown>;
  listen(listener: (event: unknown) => void, link: Link): () => void;
  receiveFiles(files: File[]): Promise<unknown>;
  /** Asks for an address at which a finished export can be fetched, once; null where the host writes files itself. */
  readonly downloadAddress: ((downloadId: string) => Promise<unknown>) | null;
}

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
