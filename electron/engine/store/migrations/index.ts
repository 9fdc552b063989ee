import { initial } from "./0001-initial.ts";

export interface Migration {
  /** The `user_version` that the journal has afterwards. */
  readonly version: number;
  readonly sql: string;
}

/** In the order of their versions. A migration that has been released is never edited. */
export const MIGRATIONS: readonly Migration[] = [initial];
