import { expect, test } from "vitest";
import { outcomeOfReply } from "../../../electron/engine/vocabularies/server-reply.ts";
import { SERVER_REPLIES } from "./server-replies.ts";

test.each(SERVER_REPLIES)("the server reply %j is read as %s (%s)", (reply, outcome) => {
  expect(outcomeOfReply(reply)).toBe(outcome);
  expect(outcomeOfReply(reply.toUpperCase())).toBe(outcome);
  expect(outcomeOfReply(reply.replaceAll(" ", "\r\n\t"))).toBe(outcome);
});

test.each([
  ["552 5.2.2 Mailbox full", "soft"],
  ["452 4.2.2 over quota", "soft"],
  ["550 5.7.1 Message rejected due to content", "policy"],
  ["5.7.23 SPF validation failed", "policy"],
  ["greylisted, please come back", "soft"],
  ["5.1.2", "hard"],
  ["550 no such user; your IP is on a blacklist", "policy"],
  ["550 5.1.1 <no-spam@example.com> User unknown", "hard"],
  ["554 5.5.1 Error: no valid recipients", null],
  ["550 Absender unbekannt", "policy"],
])("the wording %j is read as %s", (reply, outcome) => {
  expect(outcomeOfReply(reply)).toBe(outcome);
});
