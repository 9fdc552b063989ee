import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/** A finished file for a host to fetch, and the cleaning that it is of; null: of none. */
export interface OfferedFile {
  readonly cleaningId: string | null;
  readonly path: string;
  readonly name: string;
  readonly bytes: number;
}

/** Finished files that a host fetches, each export in a folder of its own under Winnow's own folder, and not for ever. */
export interface Downloads {
  /** Makes the folder of the export `id`; its path. */
  make(id: string): string;
  /** Offers a finished file of the export `id`; what it is fetched by. Older ones go where there are too many. */
  offer(id: string, file: OfferedFile): string;
  /** The file, and a while longer; null: it is gone. */
  find(downloadId: string): { path: string; name: string } | null;
  discard(id: string): void;
  /** Takes away what was exported of a cleaning that is not wanted any more. */
  discardOf(cleaningId: string): void;
  /** Takes everything away: what is not fetched by now is exported again. */
  close(): void;
}

export interface DownloadsOptions {
  readonly clock: { after(milliseconds: number, act: () => void): () => void };
  /** How long an export is kept after it was offered or asked for the last time, in milliseconds. */
  readonly keptFor?: number;
  /** Bytes of all exports together; the last one is kept whatever it holds. */
  readonly mostBytes?: number;
}

interface Offered {
  readonly files: Map<string, OfferedFile>;
  forget: () => void;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const HOUR = 3600_000;
const GIGABYTE = 1024 ** 3;

/** Opens `folder`; what earlier runs left there goes: nobody has an id for it any more. */
export function openDownloads(folder: string, options: DownloadsOptions): Downloads {
  const { clock, keptFor = HOUR, mostBytes = 4 * GIGABYTE } = options;
  /** By export, the one that was asked for last at the end. */
  const offered = new Map<string, Offered>();
  if (existsSync(folder)) {
    for (const name of readdirSync(folder)) {
      if (UUID.test(name)) remove(join(folder, name));
    }
  }

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
    make(id) {
      mkdirSync(join(folder, id), { recursive: true, mode: 0o700 });
      return join(folder, id);
    },
    offer(id, file) {
      const downloadId = randomUUID();
      const one = offered.get(id) ?? { files: new Map<string, OfferedFile>(), forget() {} };
      one.files.set(downloadId, file);
      touch(id, one);
      makeRoom();
      return downloadId;
    },
    find(downloadId) {
      for (const [id, one] of offered) {
        const file = one.files.get(downloadId);
        if (file === undefined) continue;
        touch(id, one);
        return { path: file.path, name: file.name };
      }
      return null;
    },
    discard,
    discardOf(cleaningId) {
      for (const [id, { files }] of [...offered]) {
        if ([...files.values()].some((file) => file.cleaningId === cleaningId)) discard(id);
      }
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
    // It takes room, and is tried again at the next start.
  }
}
