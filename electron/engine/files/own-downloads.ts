import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Finished files that a host fetches, each in a folder of its own under Winnow's own folder. */
export interface Downloads {
  /** Makes the folder of the export `id`; its path. */
  make(id: string): string;
  discard(id: string): void;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Opens `folder`; what earlier runs left there goes: nobody has an id for it any more. */
export function openDownloads(folder: string): Downloads {
  if (existsSync(folder)) {
    for (const name of readdirSync(folder)) {
      if (UUID.test(name)) remove(join(folder, name));
    }
  }
  return {
    make(id) {
      mkdirSync(join(folder, id), { recursive: true, mode: 0o700 });
      return join(folder, id);
    },
    discard: (id) => remove(join(folder, id)),
  };
}

function remove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // It takes room, and is tried again at the next start.
  }
}
