import { type FaultKind, kind } from "./fault-kind.ts";

/** What a service says that is not so. */
export const LIES = {
  "balance-off": kind(["balance"], "says another balance than there is", {
    about: "how many more",
    usual: 1000,
  }),
  "balance-drifts": kind(["balance"], "changes the balance by itself, then says it", {
    about: "by how many",
    usual: -5,
  }),
  "status-back": kind(["status"], "says ready of a list that was started"),
  "status-jumps": kind(["status"], "says completed of a list that is not"),
  "status-endless": kind(["status"], "says verifying of a list that is completed"),
  "counts-off": kind(["status"], "says counts that do not add up"),
  "foreign-results": kind(["download"], "sends rows of another list in place of the list's own", {
    about: "how many of a hundred",
    usual: 100,
  }),
  "job-id-reused": kind(["upload"], "takes the list, and gives the id of the account's first job"),
  "upload-doubled": kind(["upload"], "takes the list twice, and gives the id of the second"),
  "clock-off": kind(["status", "download"], "says times that are off", { about: "hours", usual: 9 }),
  "false-success": kind(["upload", "start", "delete"], "says that it is done, and does nothing"),
  "false-failure": kind(["upload", "start", "delete", "verify"], "does it, and says that it is refused"),
} as const satisfies Record<string, FaultKind>;
