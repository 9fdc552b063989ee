import { expect, it } from "vitest";
import { MAIL_HOSTS, mailHostName, mailHostOf } from "../../../shared/mail-hosts.ts";

it.each([
  ["aspmx.l.google.com", "google"],
  ["acme-com.mail.protection.outlook.com", "microsoft"],
  ["acme-com.a-v1.mx.microsoft", "microsoft"],
  ["mxa-001.pphosted.com", "proofpoint"],
  ["eu-smtp-inbound-1.mimecast.com", "mimecast"],
  ["d1.ess.barracudanetworks.com", "barracuda"],
  ["mx00.kundenserver.de", "ionos"],
  ["mx.notgoogle.com", "other"],
  ["google.com.evil.example", "other"],
  ["", "other"],
])("identifies the mail host of '%s'", (server, host) => {
  expect(mailHostOf(server)).toBe(host);
});

it("every mail host has a name", () => {
  expect(new Set(MAIL_HOSTS.map(mailHostName)).size).toBe(MAIL_HOSTS.length);
});
