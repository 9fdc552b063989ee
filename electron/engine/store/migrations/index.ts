import { initial } from "./0001-initial.ts";
import { setAside } from "./0002-set-aside.ts";
import { listRevision } from "./0003-list-revision.ts";
import { keyAddress } from "./0004-key-address.ts";
import { jobForm } from "./0006-job-form.ts";
import { unscrubbed } from "./0009-unscrubbed.ts";
import { keyMark } from "./0012-key-mark.ts";
import { codes } from "./0013-codes.ts";
import { accountKeyMark } from "./0014-account-key-mark.ts";
import { balances } from "./0015-balances.ts";

export interface Migration {
  /** The `user_version` that the journal has afterwards. */
  readonly version: number;
  readonly sql: string;
}

/** In the order of their versions. A migration that has been released is never edited. */
export const MIGRATIONS: readonly Migration[] = [
  initial,
  setAside,
  listRevision,
  keyAddress,
  jobForm,
  unscrubbed,
  keyMark,
  codes,
  accountKeyMark,
  balances,
];
