import { expect, test } from "vitest";
import { findSenderFault, outcomeOfReply } from "../../../electron/engine/vocabularies/server-reply.ts";
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

test.each([
  ["550-5.7.26 Unauthenticated email from example.com is not accepted", "authentication"],
  ["550 5.7.515 Access denied, sending domain example.com doesn't meet the required level", "authentication"],
  ["554 5.7.1 [HME1] This message was blocked for failing both SPF and DKIM checks.", "authentication"],
  ["550 5.7.1 part of their network is on our block list (S3150).", "reputation"],
  ["553 5.7.1 [BL21] Connections will not be accepted, the ip is in Spamhaus's list", "reputation"],
  ["451 4.7.650 rate limited due to IP reputation.", "reputation"],
  ["550 5.7.1 RESOLVER.RST.AuthRequired; authentication required", null],
  ["552 5.3.4 Your message exceeded Google's message size limits", null],
  ["550 5.7.1 Message content rejected", null],
])("the reply %j names %s as the sender's fault", (reply, fault) => {
  expect(findSenderFault(reply)).toBe(fault);
});
