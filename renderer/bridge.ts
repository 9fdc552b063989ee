import type { PageBridge } from "../shared/bridge.ts";
import type { Result } from "../shared/result.ts";

/** What becomes of the connection to the host, on which events come. */
export interface Link {
  /** Events flow again after a break, and some may have been missed: what is shown should be read anew. */
  readonly resumed: () => void;
  /** The host has ended, not merely slowed down; it was last heard at `heardUntil`, in epoch milliseconds. */
  readonly gone: (heardUntil: number) => void;
}

/**
 * The page's way to its host. Nothing of it ever rejects. Answers are not parsed again: page and host are of one build,
 * and a page that a host of an earlier build served is not let in.
 */
export interface Bridge extends Omit<PageBridge, "listen"> {
  listen(listener: Parameters<PageBridge["listen"]>[0], link: Link): () => void;
  /** An address at which a finished file can be fetched, once and soon; null where the host writes files itself. */
  readonly downloadUrl: ((downloadId: string) => Promise<Result<string>>) | null;
}

declare global {
  interface Window {
    /** Handed over by the desktop's preload; absent in a browser. */
    readonly winnow?: PageBridge;
  }
}
