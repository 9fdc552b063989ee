/** How the page reaches its host: the desktop's preload or the browser host's HTTP wire. Nothing is parsed here. */
export interface Transport {
  call(name: string, input: unknown): Promise<unknown>;
  /** `resumed` is called when events flow again after a break: some may have been missed. */
  listen(listener: (event: unknown) => void, resumed: () => void): () => void;
  receiveFiles(files: File[]): Promise<unknown>;
  /** Asks for an address at which a finished export can be fetched, once; null where the host writes files itself. */
  readonly downloadAddress: ((downloadId: string) => Promise<unknown>) | null;
}
