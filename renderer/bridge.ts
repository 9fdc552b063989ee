import type { PageBridge } from "../shared/bridge.ts";
import type { Result } from "../shared/result.ts";

/** Connection events of the bridge. */
export interface Link {
  /** Reconnected. Events may have been missed, so reload what is shown. */
  readonly resumed: () => void;
  /** The host is gone. `heardUntil` is the time of its last sign of life, in Unix ms. */
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
