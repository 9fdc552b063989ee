import { describe, expect, it } from "vitest";
import { systemCodeOf } from "../../../shared/problems/values.ts";
import {
  causedBy,
  type Problem,
  problem,
  storedProblem,
  storedProblemSchema,
} from "../../../shared/problems.ts";

const read = (stored: unknown): Problem => storedProblemSchema.parse(JSON.parse(JSON.stringify(stored)));

const refusedBy = (code: string): Error => Object.assign(new Error(`${code}: no`), { code });

describe("a stored problem", () => {
  it.each([
    problem("rate_limited"),
    problem("service_broken", { status: 503 }),
    problem("price_changed", { shown: 5, now: 7 }),
    problem("credits_insufficient", { needed: 5, available: null, parked: true }),
    problem("file_sheet_unknown", { sheet: "May", sheets: ["June", "July"] }),
    problem("file_not_a_list", { name: "list.pdf", kind: "pdf" }),
    problem("store_locked", { dir: "/data", holder: { pid: 4, host: "here" } }),
    problem("check_uncertain"),
    problem("check_uncertain", { checks: 3 }),
    problem("out_unwritable", { path: "/out.csv", why: "folder_moved" }),
    problem("store_failing", { dir: "/data", code: systemCodeOf(refusedBy("EROFS")) }),
    problem("service_nonsense", { about: "status", what: "field", field: "total_emails" }),
    problem("balance_unread", { why: causedBy(problem("service_broken", { status: 503 })) }),
  ])("$code is said in the same words once it is read", (one) => {
    expect(read(storedProblem(one))).toEqual(one);
  });

  it("holds no sentence", () => {
    const one = problem("service_broken", { status: 503 });
    expect(storedProblem(one)).toEqual({ code: "service_broken", values: { status: 503 } });
  });

  it("of an earlier Winnow keeps the words that were stored, also once it is stored again", () => {
    const earlier = { code: "rate_limited", title: "Slow down", detail: "Please.", action: "Wait." };
    expect(read(earlier)).toEqual(earlier);
    expect(read(storedProblem(read(earlier)))).toEqual(earlier);
    expect(read({ ...earlier, code: "renamed_since" })).toEqual({ ...earlier, code: "earlier_problem" });
  });

  it.each([
    ["a code of a later Winnow", { code: "of_tomorrow", values: { what: 1 } }],
    ["values of another shape", { code: "service_broken", values: { status: "many" } }],
    ["nothing but a code", { code: "service_broken" }],
  ])("with %s is said to be one of another version", (_what, stored) => {
    expect(read(stored)).toEqual(problem("earlier_problem"));
  });

  /** As earlier versions stored them: reasons in words, which are shown as they were. */
  it.each<[code: string, values: object, detail: string]>([
    [
      "store_failing",
      { dir: "/data", why: "the disk reports an error" },
      "It could not be written in /data (the disk reports an error).",
    ],
    ["store_unwritable", { dir: "/data", why: "EMFILE" }, "The folder /data cannot be written to (EMFILE)."],
    [
      "out_unwritable",
      { path: "/out.csv", why: "its folder was moved meanwhile" },
      "/out.csv could not be written (its folder was moved meanwhile).",
    ],
    [
      "file_unreadable",
      { path: "/a.csv", why: "it is a folder" },
      "/a.csv could not be read (it is a folder).",
    ],
    [
      "file_damaged",
      { name: "a.csv", why: "the record on line 7 has no end" },
      "a.csv could not be understood: the record on line 7 has no end.",
    ],
    ["file_too_large", { name: "a.csv", why: "it has too many parts" }, "a.csv: it has too many parts."],
    ["file_changed", { name: "the list" }, "the list was changed or removed by another program"],
    [
      "service_nonsense",
      { what: "The service answered about the state of the list, but its answer is empty" },
      "The service answered about the state of the list, but its answer is empty. Nothing is lost.",
    ],
    ["service_refused", { text: "error 418" }, "The service said: “error 418”."],
    [
      "balance_unread",
      { why: "The service does not answer" },
      "The service does not answer, although Winnow asked several times.",
    ],
    ["check_unheard", { why: "The service has a fault" }, "The service has a fault. The check may"],
    [
      "keychain_closed",
      { why: "The keychain answered with an error." },
      "that cannot be reached. The keychain answered with an error. Nothing is lost.",
    ],
    [
      "key_left_behind",
      { account: "Shop", why: "The keychain is locked." },
      "keychain. The keychain is locked. The",
    ],
    ["copy_kept", { path: "/copy", why: "no permission" }, "or a part of it (no permission). Your"],
    ["restore_failed", { why: "winnow is already running" }, "in place (winnow is already running)."],
  ])("%s %j of an earlier Winnow is said as it was, also once it is stored again", (code, values, detail) => {
    const once = read({ code, values });
    expect(once).toMatchObject({ code, values });
    expect(once.detail).toContain(detail);
    expect(read(storedProblem(once))).toEqual(once);
  });

  it.each<[code: string, values: object, detail: string]>([
    [
      "out_unwritable",
      { path: "/out.csv", why: "reason_of_tomorrow" },
      "/out.csv could not be written. Nothing half-written was left; what Winnow has is safe.",
    ],
    [
      "service_nonsense",
      { what: "reason_of_tomorrow", about: "dance" },
      "It is not as agreed. Nothing is lost.",
    ],
    [
      "keychain_closed",
      { why: "reason_of_tomorrow" },
      "The key is saved in the system's keychain, but that cannot be reached. Nothing is lost.",
    ],
    [
      "file_damaged",
      { name: "a.csv", why: "reason_of_tomorrow", line: 7 },
      "a.csv could not be understood. Nothing was uploaded.",
    ],
    [
      "balance_unread",
      { why: { code: "of_tomorrow", values: { what: 1 } } },
      "It could not be read, although Winnow asked several times. Nothing is started without it.",
    ],
  ])("%s %j of a later Winnow is said without the reason, which is kept", (code, values, detail) => {
    const once = read({ code, values });
    expect(once.detail).toBe(detail);
    expect(storedProblem(once)).toEqual({ code, values });
  });

  it("that explains another one is said in that one's words of today", () => {
    const one = problem("check_unheard", {
      why: causedBy(problem("service_timeout", { host: "api.example" })),
    });
    expect(storedProblem(one)).toEqual({
      code: "check_unheard",
      values: { why: { code: "service_timeout", values: { host: "api.example" } } },
    });
    expect(one.detail).toMatch(/^The service does not answer\. The check may have been charged/);
  });
});
