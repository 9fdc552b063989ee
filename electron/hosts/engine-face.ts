import type { BridgeEvent } from "../../shared/bridge.ts";
import type { Result } from "../../shared/result.ts";

/** What a host needs of the engine. */
export interface EngineFace {
  /** Never rejects: an unknown call, a bad input and a bug are problems too. */
  call(name: string, input: unknown, context?: { signal?: AbortSignal }): Promise<Result<unknown>>;
  on(listener: (event: BridgeEvent) => void): () => void;
  downloadFile(downloadId: string): { path: string; name: string } | null;
  registerUpload(upload: { uploadId: string; path: string; name: string }): void;
}
