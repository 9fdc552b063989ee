import { expect, test } from "vitest";
import { outcomeOfReply } from "../../../electron/engine/vocabularies/outcome-signs.ts";

test.each([
  ["550 5.1.1 <a@b.c>: Recipient address rejected: User unknown", "hard"],
  ["5.1.2", "hard"],
  ["550-5.2.1 The email account that you tried to reach is disabled.", "hard"],
  ["550 5.4.1 Recipient address rejected: Access denied. AS(201806281)", "hard"],
  ["552 5.2.2 Mailbox full", "soft"],
  ["452 4.2.2 over quota", "soft"],
  ["550 5.7.1 Message rejected due to content", "policy"],
  ["5.7.23 SPF validation failed", "policy"],
  ["554 Message blocked, see https://www.spamhaus.org/query/ip/192.0.2.1", "policy"],
  ["550 no such user here", "hard"],
  ["greylisted, please come back", "soft"],
  ["550 no such user; your IP is on a blacklist", "policy"],
  ["550", null],
  ["rejected by 10.5.1.1", null],
])("the server reply %j means %s", (reply, outcome) => {
  expect(outcomeOfReply(reply)).toBe(outcome);
});
