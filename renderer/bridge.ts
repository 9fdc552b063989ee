import type { PageBridge } from "../shared/bridge.ts";
import { fail, type Result } from "../shared/result.ts";
import { hostGone } from "./words/common.ts";

/** Creates the bridge over the desktop's preload. The host writes files itself, so there are no downloads. */
export function desktopBridge(preload: PageBridge): Bridge {
  return {
    call: (name, input) => answered(preload.call(name, input)),
    listen: (listener) => preload.listen(listener),
    receiveFiles: (files) => answered(preload.receiveFiles(files)),
    downloadUrl: null,
  };
}

async function answered<T>(asked: Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await asked;
  } catch {
    return fail(hostGone);
  }
}

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
