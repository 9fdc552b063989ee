/** How the page reaches its host: the desktop's preload or the browser host's HTTP wire. Nothing is parsed here. */
export interface Transport {
  call(name: string, input: unknown): Promise<unknown>;
  /** `resumed` is called when events flow again after a break: some may have been missed. */
  listen(listener: (event: unknown) => void, resumed: () => void): () => void;
  receiveFiles(files: File[]): Promise<unknown>;
  /** Where a finished export can be fetched from; null when the host writes files itself. */
  downloadAddress(id: string): string | null;
}
