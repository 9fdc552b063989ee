import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/** A file to download, and the cleaning it belongs to, if any. */
export interface OfferedFile {
  readonly cleaningId: string | null;
  readonly path: string;
  readonly name: string;
  readonly bytes: number;
}

export interface DownloadsOptions {
  readonly clock: { after(milliseconds: number, act: () => void): () => void };
  /** Lifetime of an export after its last use, in ms. */
  readonly keptFor?: number;
  /** Total size limit in bytes; the newest export is always kept. */
  readonly mostBytes?: number;
}

interface Offered {
  readonly files: Map<string, OfferedFile>;
  forget: () => void;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const HOUR = 3600_000;
const GIGABYTE = 1024 ** 3;

/** Temporary downloads, one folder per export. */
export type Downloads = ReturnType<typeof openDownloads>;

export function openDownloads(folder: string, options: DownloadsOptions) {
  const { clock, keptFor = HOUR, mostBytes = 4 * GIGABYTE } = options;
  /** By export, least recently used first. */
  const offered = new Map<string, Offered>();
  function discard(id: string): void {
    offered.get(id)?.forget();
    offered.delete(id);
    remove(join(folder, id));
  }

  function touch(id: string, one: Offered): void {
    one.forget();
    one.forget = clock.after(keptFor, () => discard(id));
    offered.delete(id);
    offered.set(id, one);
  }

  function bytesOf(one: Offered): number {
    return [...one.files.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  }

  function makeRoom(): void {
    let bytes = [...offered.values()].reduce((sum, one) => sum + bytesOf(one), 0);
    for (const [id, one] of [...offered].slice(0, -1)) {
      if (bytes <= mostBytes) return;
      bytes -= bytesOf(one);
      discard(id);
    }
  }

  return {
    make(id: string): string {
      mkdirSync(join(folder, id), { recursive: true, mode: 0o700 });
      return join(folder, id);
    },
    /** Registers a file of export `id` and returns its download ID. Evicts the oldest exports over the size limit. */
    register(id: string, file: OfferedFile): string {
      const downloadId = randomUUID();
      const one = offered.get(id) ?? { files: new Map<string, OfferedFile>(), forget() {} };
      one.files.set(downloadId, file);
      touch(id, one);
      makeRoom();
      return downloadId;
    },
    /** Returns a file and extends its lifetime; `null` if it has expired. */
    find(downloadId: string): { path: string; name: string } | null {
      for (const [id, one] of offered) {
        const file = one.files.get(downloadId);
        if (file === undefined) continue;
        touch(id, one);
        return { path: file.path, name: file.name };
      }
      return null;
    },
    discard,
    discardOf(cleaningId: string) {
      for (const [id, { files }] of [...offered]) {
        if ([...files.values()].some((file) => file.cleaningId === cleaningId)) discard(id);
      }
    },
    /** Removes downloads of earlier runs, which can no longer be fetched. */
    removeLeftovers() {
      for (const name of existsSync(folder) ? readdirSync(folder) : [])
        if (UUID.test(name)) remove(join(folder, name));
    },
    close() {
      for (const id of [...offered.keys()]) discard(id);
    },
  };
}

function remove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // The next start retries.
  }
}
