import { initial } from "./0001-initial.ts";
import { setAside } from "./0002-set-aside.ts";
import { listRevision } from "./0003-list-revision.ts";

export interface Migration {
  /** The `user_version` that the journal has afterwards. */
  readonly version: number;
  readonly sql: string;
}

/** In order, without gaps. A migration that has been released is never edited. */
export const MIGRATIONS: readonly Migration[] = [initial, setAside, listRevision];
