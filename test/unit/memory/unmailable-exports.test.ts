import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { CallInput } from "../../../shared/bridge.ts";
import { type InProcess, openInProcess, readList, unwrap } from "../../support/in-process.ts";
import { storedFacts } from "../../support/stored-facts.ts";

let folder: string;
let at: InProcess;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "winnow-unmailable-"));
  at = unwrap(await openInProcess(join(folder, "data")));
});
afterAll(async () => {
  await at.close();
  rmSync(folder, { recursive: true, force: true });
});
// One engine for all: every test begins with no suppression list.
afterEach(async () => {
  for (const { id } of unwrap(await at.call("suppression.list", {})).lists)
    unwrap(await at.call("suppression.remove", { id }));
});

/** Everybody on a list: two who left or complained, one who bounced, three who are glad to be there. */
const AUDIENCE = [
  "Email Address,First Name,MEMBER_RATING,OPTIN_TIME,LEID,EUID,UNSUB_TIME,UNSUB_REASON,CLEAN_TIME",
  "ann@firm.example,Ann,3,2024-01-01 00:00:00,1,a,,,",
  "Bob@Firm.example,Bob,1,2024-01-01 00:00:00,2,b,2024-05-01 10:00:00,NORMAL,",
  "cat@firm.example,Cat,1,2024-01-01 00:00:00,3,c,2024-05-01 10:00:00,spam,",
  "dan@firm.example,Dan,1,2024-01-01 00:00:00,4,d,,,2024-05-01 10:00:00",
  "eve@firm.example,Eve,4,2024-01-01 00:00:00,5,e,,,",
  "bob@firm.example,Bob,1,2024-01-01 00:00:00,6,f,2024-06-01 10:00:00,NORMAL,",
  "zoe@firm.example,Zoe,5,2024-01-01 00:00:00,7,g,,,",
].join("\n");
const BOUNCES = [
  "status,reason,email,created",
  "5.1.1,550 user unknown,ann@example.com,1709287872",
  "5.7.1,blocked,bob@example.com,1709287872",
  "4.2.2,mailbox full,cat@example.com,1709287872",
].join("\n");
const UNMAILABLE = ["bob@firm.example", "cat@firm.example", "dan@firm.example"];

function file(text: string, name = "export.csv"): string {
  const path = join(folder, name);
  writeFileSync(path, `${text}\n`);
  return path;
}

const entries = () => storedFacts(join(folder, "data")).map((one) => one.entries);

describe("adding the unmailable people of an opened export", () => {
  const add = (listId: string, more: Partial<CallInput<"suppression.addUnmailable">> = {}) =>
    at.call("suppression.addUnmailable", { listId, name: "Left or bounced", ...more });

  it("counts and adds those who bounced, left or complained, each once", async () => {
    const listId = await readList(at, file(AUDIENCE));
    expect(unwrap(await at.call("suppression.countUnmailable", { listId }))).toMatchObject({
      ...{ fresh: 3, already: 0, without: 0, rows: 7 },
      outcomes: { hard: 0, perhaps_hard: 1, unsubscribed: 2, complained: 1, soft: 0, policy: 0, opened: 0 },
    });
    expect(entries()).toEqual([]);
    expect(unwrap(await add(listId, { shown: 3 }))).toMatchObject({ addresses: 3, already: 0, domains: 0 });
    expect(entries()).toEqual([UNMAILABLE]);
    expect(unwrap(await at.call("suppression.countUnmailable", { listId }))).toMatchObject({
      ...{ fresh: 0, already: 3 },
    });
    expect(await add(listId)).toMatchObject({
      problem: { code: "suppression_none_new", values: { already: 3 } },
    });
  });

  it("is refused when their number changed or the export was read as a list meanwhile", async () => {
    const listId = await readList(at, file(AUDIENCE));
    expect(await add(listId, { shown: 2 })).toMatchObject({ problem: { code: "suppression_rows_changed" } });
    unwrap(await at.call("lists.read", { listId, options: { readAs: "list" } }));
    expect(await add(listId, { shown: 3 })).toMatchObject({ problem: { code: "list_changed" } });
    expect(entries()).toEqual([]);
  });
});

describe("adding an export as a suppression list", () => {
  const add = (text: string, who?: "everyone" | "unmailable") =>
    at.call("suppression.add", { name: "Mine", source: { kind: "path", path: file(text) }, who });

  it("is refused until the user says who is meant, when it also holds mailable people", async () => {
    expect(await add(AUDIENCE)).toMatchObject({
      problem: { code: "suppression_mixed", values: { name: "export.csv", unmailable: 3, others: 3 } },
    });
    expect(await add(BOUNCES)).toMatchObject({
      problem: { code: "suppression_mixed", values: { unmailable: 1, others: 2 } },
    });
    expect(entries()).toEqual([]);
    expect(unwrap(await at.call("suppression.list", {})).lists).toEqual([]);
  });

  it("adds those that the user chose", async () => {
    expect(unwrap(await add(AUDIENCE, "unmailable"))).toMatchObject({ addresses: 3, domains: 0 });
    expect(entries()).toEqual([UNMAILABLE]);
    expect(unwrap(await add(AUDIENCE, "everyone"))).toMatchObject({ addresses: 6 });
  });

  it("asks in the same way about results of a verification service", async () => {
    const results = [
      "Email,ZB Status,ZB Sub Status",
      "ann@firm.example,valid,",
      "bob@firm.example,abuse,",
      "cat@firm.example,invalid,mailbox_not_found",
      "dan@firm.example,catch-all,",
    ];
    expect(await add(results.join("\n"))).toMatchObject({
      problem: { code: "suppression_mixed", values: { unmailable: 2, others: 2 } },
    });
    unwrap(await add(results.join("\n"), "unmailable"));
    expect(entries()).toEqual([["bob@firm.example", "cat@firm.example"]]);
    const allOfThem = unwrap(await add([results[0], results[2], results[3]].join("\n")));
    expect(allOfThem).toMatchObject({ isNew: false, addresses: 2 });
    expect(entries()).toHaveLength(1);
  });
});
