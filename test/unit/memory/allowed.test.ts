import { describe, expect, it } from "vitest";
import { PAY_FOR_ALL, readList, unwrap } from "../../support/in-process.ts";
import { accountId, at, read, write } from "./engine.ts";

const allow = (entries: readonly string[], reason = "") =>
  at.call("suppression.allow", { entries: [...entries], reason });

async function suppress(...entries: readonly string[]): Promise<void> {
  const source = { kind: "text" as const, name: "no.txt", text: entries.join("\n") };
  unwrap(await at.call("suppression.add", { name: "No", source, everyone: true }));
}

async function isLeftOut(address: string): Promise<boolean> {
  const listId = await read(`Email\n${address}\n`);
  const priced = unwrap(await at.call("cleanings.price", { listId, accountId, options: PAY_FOR_ALL }));
  const { leftOut } = unwrap(await at.call("memory.facts", { address }));
  expect(leftOut === "suppressed").toBe(priced.suppressed === 1);
  return priced.suppressed === 1;
}

async function importFile(text: string, as?: string) {
  const listId = await readList(at, write(text));
  return unwrap(await at.call("memory.import", { listId, name: "export.csv", as, isAgreed: true }));
}

const mailchimp = (address: string, times: Readonly<Record<string, string>>) => {
  const names = Object.keys(times);
  return `Email Address,MEMBER_RATING,LEID,EUID,${names.join(",")}\n${address},2,1,a,${names.map((name) => times[name]).join(",")}\n`;
};

describe("a suppressed person who signed up again", () => {
  it("is let back in by the user, with the reason, until removed or opted out again", async () => {
    await suppress("ann@back.example", "bob@back.example");
    const { id, entries } = unwrap(await allow(["Ann@back.example"], "Fair in Bonn"));
    expect(entries).toEqual(["ann@back.example"]);
    expect(await isLeftOut("ann@back.example")).toBe(false);
    expect(await isLeftOut("bob@back.example")).toBe(true);
    const { facts } = unwrap(await at.call("memory.facts", { address: "ann@back.example" }));
    expect(facts[0]).toMatchObject({ outcome: "allowed", words: "Fair in Bonn" });
    unwrap(await at.call("memory.remove", { id }));
    expect(await isLeftOut("ann@back.example")).toBe(true);
    unwrap(await allow(["ann@back.example"]));
    expect(await isLeftOut("ann@back.example")).toBe(false);
    await suppress("ann@back.example", "cy@back.example");
    expect(await isLeftOut("ann@back.example")).toBe(true);
  });

  it("is left out again by the same list, added again", async () => {
    await suppress("rae@same.example", "sue@same.example");
    unwrap(await allow(["rae@same.example"]));
    await suppress("rae@same.example", "sue@same.example");
    expect(await isLeftOut("rae@same.example")).toBe(true);
  });

  it("is let back in alone although the whole domain is suppressed", async () => {
    await suppress("@whole.example", "*.wild.example");
    unwrap(await allow(["dan@whole.example", "eve@mail.wild.example"]));
    expect(await isLeftOut("dan@whole.example")).toBe(false);
    expect(await isLeftOut("eve@mail.wild.example")).toBe(false);
    expect(await isLeftOut("fay@whole.example")).toBe(true);
  });

  it("is left out again by an opt-out of the same day, but not by an old one that arrives later", async () => {
    const optOut = (day: string) =>
      `EmailAddress,SuppressionReason,Origin,CreatedAt\npat@day.example,ManualSuppression,Recipient,${day}\n`;
    await suppress("pat@day.example");
    unwrap(await allow(["pat@day.example"]));
    await importFile(optOut("2020-03-01"));
    expect(await isLeftOut("pat@day.example")).toBe(false);
    await importFile(optOut(new Date(at.clock.now()).toISOString().slice(0, 10)));
    expect(await isLeftOut("pat@day.example")).toBe(true);
  });

  it("is missing from the exported suppression list", async () => {
    await suppress("gus@export.example", "hal@export.example");
    unwrap(await allow(["gus@export.example"]));
    const path = write("", "out.csv");
    const target = { kind: "path" as const, path, overwrite: true };
    unwrap(await at.call("exports.suppression", { as: "list", since: null, target, replaceNumbered: true }));
    const { readFileSync } = await import("node:fs");
    const text = readFileSync(path, "utf8");
    expect([text.includes("gus@export.example"), text.includes("hal@export.example")]).toEqual([false, true]);
  });

  it("is refused if no one is suppressed, or only a domain is named", async () => {
    for (const entry of ["new@free.example", "@whole.example"])
      expect(await allow([entry])).toMatchObject({ problem: { code: "suppression_not_suppressed" } });
  });

  it("is let back in by a later consent at the same service only", async () => {
    await importFile(mailchimp("ida@again.example", { UNSUB_TIME: "2026-03-01 10:00:00" }));
    await importFile(mailchimp("kay@again.example", { UNSUB_TIME: "2026-03-01 10:00:00" }));
    await importFile(mailchimp("lea@again.example", { UNSUB_TIME: "2026-03-01 10:00:00" }));
    const other =
      "EmailAddress,SuppressionReason,Origin,CreatedAt\nlea@again.example,ManualSuppression,Recipient,2026-03-01\n";
    await importFile(other);
    expect(await isLeftOut("ida@again.example")).toBe(true);
    const later = { OPTIN_TIME: "2026-05-01 10:00:00" };
    expect(await importFile(mailchimp("ida@again.example", later), "mailchimp")).toMatchObject({
      outcomes: { allowed: 1 },
      addresses: 0,
    });
    expect(await isLeftOut("ida@again.example")).toBe(false);
    const earlier = `${mailchimp("kay@again.example", { OPTIN_TIME: "2025-05-01 10:00:00" })}lea@again.example,2,1,a,2026-05-01\nmia@again.example,2,1,a,2026-05-01\n`;
    expect(await importFile(earlier, "mailchimp")).toMatchObject({ outcomes: { allowed: 2 } });
    expect(await isLeftOut("kay@again.example")).toBe(true);
    expect(await isLeftOut("lea@again.example")).toBe(true);
  });

  it("stays left out if a service gives the same time for the opt-out and the consent", async () => {
    const time = "2026-03-01 10:00:00";
    await importFile(mailchimp("noa@again.example", { UNSUB_TIME: time }));
    const consent = await importFile(mailchimp("noa@again.example", { OPTIN_TIME: time }), "mailchimp");
    expect(consent).toMatchObject({ outcomes: { allowed: 1 } });
    expect(await isLeftOut("noa@again.example")).toBe(true);
  });
});
