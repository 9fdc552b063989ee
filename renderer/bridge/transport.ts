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
