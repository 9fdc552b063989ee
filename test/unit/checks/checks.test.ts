import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  type CheckOptions,
  createCheckCalls,
  type KnownVerdict,
} from "../../../electron/engine/checks/index.ts";
import { foldAddress } from "../../../shared/addresses.ts";
import type { Account } from "../../../shared/bridge/accounts.ts";
import { checkCalls } from "../../../shared/bridge/checks.ts";
import { problem } from "../../../shared/problems.ts";
import { fail, ok } from "../../../shared/result.ts";
import { sentences } from "../../../shared/sentences.ts";
import { GOOD, setUp, unwrap } from "../accounts/set-up.ts";
import { type Asked, raw, type Scripted } from "../service/scripted-service.ts";

let at: Awaited<ReturnType<typeof setUp>>;
let account: Account;
let known: Map<string, KnownVerdict>;
let remembered: { scope: string; address: string }[];
let suppressed: Set<string>;
/** What is noted of checks that were sent and not answered: scope and address, and when. */
let noted: Map<string, number>;
let handlers: ReturnType<typeof createCheckCalls>;
const live = new AbortController().signal;

beforeEach(async () => {
  at = await setUp();
  known = new Map();
  remembered = [];
  suppressed = new Set();
  noted = new Map();
  const accounts = at.open();
  account = unwrap(await accounts.add({ label: "Acme", baseUrl: null, apiKey: GOOD }));
  at.service.asked.length = 0;
  make({ accounts });
});
afterEach(() => at.tearDown());

function make(options: Partial<CheckOptions> & Pick<CheckOptions, "accounts">): void {
  handlers = createCheckCalls({
    clock: at.clock,
    async lookUp(scope, address) {
      const key = `${scope} ${foldAddress(address)}`;
      const since = noted.get(key);
      return ok(known.get(key) ?? (since === undefined ? null : { unansweredSince: since }));
    },
    async asking(scope, { address, at: when }) {
      const key = `${scope} ${foldAddress(address)}`;
      const earlier = noted.get(key) ?? null;
      noted.set(key, when);
      return ok(earlier);
    },
    async settle(scope, address, earlier) {
      const key = `${scope} ${foldAddress(address)}`;
      if (earlier === null) noted.delete(key);
      else noted.set(key, earlier);
      return ok(null);
    },
    async remember(scope, check) {
      remembered.push({ scope, ...check });
      noted.delete(`${scope} ${foldAddress(check.address)}`);
      return ok(null);
    },
    kept: async () => ok({ checks: 0, lists: [], stillKnown: false }),
    forget: async (address) => {
      const size = remembered.length;
      remembered = remembered.filter((one) => foldAddress(one.address) !== foldAddress(address));
      return ok(size - remembered.length);
    },
    suggest: (address) => (address.endsWith("@gmial.com") ? address.replace("gmial", "gmail") : null),
    malformed: (address) => (address.includes("@") ? null : "no @"),
    isSuppressed: async (address) => ok(suppressed.has(foldAddress(address))),
    ...options,
  });
}

async function check(
  address: string,
  more: { again?: boolean; anyway?: boolean; batch?: string; signal?: AbortSignal } = {},
) {
  const input = checkCalls["checks.check"].input.parse({ accountId: account.id, address, ...more });
  const answer = unwrap(await handlers["checks.check"](input, { signal: more.signal ?? live }));
  return checkCalls["checks.check"].output.parse(answer);
}

function answerWith(body: object): void {
  at.service.answer(({ url }) =>
    url.pathname.endsWith("/verify")
      ? { body: { success: true, ...body } }
      : { body: { success: true, credits_info: { credits_remaining: 99 } } },
  );
}
const checksAsked = (asked: Asked[]) => asked.filter((one) => one.url.pathname.endsWith("/verify"));

describe("a checked address", () => {
  test("has verdict, flags, advice, and is remembered under its account's scope", async () => {
    answerWith({ result: "accept-all", accept_all: 3, free_email: 1 });
    const result = await check("Ann@Example.com");
    expect(result).toEqual({
      address: "Ann@Example.com",
      verdict: "accept_all",
      flags: ["free"],
      checkedAt: at.clock.now(),
      source: "service",
      advice: expect.stringContaining("Keep it"),
      suggestion: null,
      suppressed: false,
      problem: null,
    });
    expect(remembered).toEqual([
      {
        scope: at.service.baseUrl,
        address: "Ann@Example.com",
        verdict: "accept_all",
        flags: ["free"],
        at: at.clock.now(),
      },
    ]);
  });

  test("the balance is read again afterwards", async () => {
    answerWith({ result: "deliverable" });
    await check("a@b.c");
    await expect
      .poll(() => at.events.filter((e) => e.event === "account.changed").at(-1))
      .toMatchObject({ account: { balance: { credits: 99 } } });
  });

  test("is an answer although the balance afterwards cannot be kept", async () => {
    answerWith({ result: "deliverable" });
    const lines: string[] = [];
    const accounts = {
      ...at.open(),
      refreshCredits: () => Promise.reject(new Error("database or disk is full")),
    };
    make({ accounts, log: (line) => lines.push(line) });
    expect(await check("a@b.c")).toMatchObject({ verdict: "deliverable" });
    await expect.poll(() => lines).toEqual(["the balance could not be kept after a check"]);
  });

  test.each([
    ["deliverable", {}, /^Safe to send/],
    ["deliverable", { role: 1 }, /role/],
    ["deliverable", { disposable: 1 }, /temporary/],
    ["deliverable", { spamtrap: 1, role: 1 }, /spam trap/],
    ["accept_all", {}, /^Keep it/],
    ["unknown", {}, /^Keep it.*later/],
    ["undeliverable", {}, /^Leave it out.*bounce/],
    ["undeliverable", { role: 1 }, /^Leave it out/],
    ["something new", {}, /^Keep it/],
  ])("%s %j: one sentence of advice", async (verdict, flags, advice) => {
    answerWith({ result: verdict, ...flags });
    const result = await check("a@b.c");
    expect(result.advice).toMatch(advice);
    expect(result.advice).toMatch(/^[^.]+\.$/);
  });

  test("a likely slip of the pen is pointed out", async () => {
    answerWith({ result: "undeliverable" });
    expect((await check("ann@gmial.com")).suggestion).toBe("ann@gmail.com");
  });
});

describe("memory", () => {
  test("what is known and fresh is answered without the service", async () => {
    known.set(`${at.service.baseUrl} ann@example.com`, {
      verdict: "deliverable",
      flags: ["role"],
      verifiedAt: 5,
    });
    expect(await check("Ann@example.com")).toMatchObject({
      verdict: "deliverable",
      source: "known",
      checkedAt: 5,
    });
    expect(at.service.asked).toHaveLength(0);
    expect(remembered).toEqual([]);
  });

  test("unless it is to be checked again", async () => {
    known.set(`${at.service.baseUrl} ann@example.com`, { verdict: "deliverable", flags: [], verifiedAt: 5 });
    answerWith({ result: "undeliverable" });
    expect(await check("ann@example.com", { again: true })).toMatchObject({
      verdict: "undeliverable",
      source: "service",
    });
  });

  test("one that cannot be read has nothing paid for, unless the address is to be checked anew", async () => {
    make({
      accounts: at.open(),
      lookUp: () => Promise.reject(new Error("locked")),
      remember: () => Promise.reject(new Error("locked")),
    });
    expect(await check("a@b.c")).toMatchObject({ verdict: null, problem: { code: "memory_unread" } });
    expect(at.service.asked).toEqual([]);
    answerWith({ result: "deliverable" });
    expect(await check("a@b.c", { again: true })).toMatchObject({
      verdict: "deliverable",
      source: "service",
    });
  });
});

describe("a check that fails is an answer too", () => {
  test.each([
    [
      "no credits",
      { status: 402, body: { result: "Insufficient verification credits", success: "false" } },
      "credits_used_up",
    ],
    ["a revoked key", { status: 401, body: { result: "Invalid API Key", success: false } }, "key_invalid"],
    [
      "a refusal",
      { status: 400, body: { result: "Invalid request. Required email.", success: "false" } },
      "address_required",
    ],
  ])("%s: the address may be kept, and why is said", async (_what, scripted, code) => {
    at.service.answer(scripted);
    const result = await check("a@b.c");
    expect(result).toMatchObject({ verdict: null, source: null, checkedAt: null, problem: { code } });
    if (code !== "address_required") expect(result.advice).toMatch(/may keep it/);
    expect(remembered).toEqual([]);
    expect(checksAsked(at.service.asked)).toHaveLength(1);
  });

  test.each<[string, Scripted]>([
    ["a connection that breaks", (response) => void response.socket?.destroy()],
    [
      "an answer that breaks off",
      (response) => {
        response.writeHead(200, { "content-length": "500" });
        response.write('{"success"', () => response.socket?.destroy());
      },
    ],
    ["a fault", { status: 500, body: "<html>" }],
    ["nonsense", { status: 200, body: "hello" }],
    ["a time-out in between", { status: 408 }],
    ["a redirect on the origin", { status: 307, headers: { location: "/v1/verify?x=1" } }],
    ["a redirect elsewhere", { status: 302, headers: { location: "https://elsewhere.example/" } }],
  ])("%s: it is said that the check may have been charged, and it is sent once", async (_what, scripted) => {
    at.service.answer(() => scripted);
    const result = await check("a@b.c");
    expect(result).toMatchObject({ verdict: null, problem: { code: "check_unheard" } });
    const { title, detail, action } = result.problem ?? {};
    expect(sentences(title, detail)).toContain("may have been charged: one credit");
    expect(sentences(title, detail, action)).not.toMatch(/nothing (is lost|was charged)/i);
    expect(result.advice).toMatch(/may keep it/);
    expect(remembered).toEqual([]);
    expect(at.service.asked).toHaveLength(1);
  });

  test("what certainly is no address is not sent", async () => {
    expect(await check("not an address")).toMatchObject({
      verdict: null,
      problem: { code: "address_required" },
    });
    expect(at.service.asked).toHaveLength(0);
  });

  test("an unknown account is a problem of the call's", async () => {
    const input = checkCalls["checks.check"].input.parse({ accountId: "nobody", address: "a@b.c" });
    expect(await handlers["checks.check"](input, { signal: live })).toMatchObject({
      ok: false,
      problem: { code: "account_unknown" },
    });
    expect(await handlers["checks.queue"]({ accountId: "nobody" }, { signal: live })).toMatchObject({
      ok: false,
    });
  });

  test("a key behind a locked keychain", async () => {
    await at.closeAll();
    at.keychain.state = "locked";
    make({ accounts: at.open() });
    expect(await check("a@b.c")).toMatchObject({ verdict: null, problem: { code: "keychain_locked" } });
  });
});

describe("forgetting an address", () => {
  const forget = (address: string) => handlers["checks.forget"]({ address }, { signal: live });

  test("takes every single check of it", async () => {
    answerWith({ result: "deliverable" });
    await check("Ann@b.c");
    await check("bob@b.c");
    expect(unwrap(await forget("ann@B.c"))).toEqual({ forgotten: 1 });
    expect(remembered.map(({ address }) => address)).toEqual(["bob@b.c"]);
  });

  test("waits for the answer that is under way: it would be kept after all", async () => {
    answerWith({ result: "deliverable" });
    let keep = () => {};
    const kept = new Promise<void>((resolve) => {
      keep = resolve;
    });
    let keeping = false;
    make({
      accounts: at.open(),
      async remember(scope, one) {
        keeping = true;
        await kept;
        remembered.push({ scope, ...one });
        return ok(null);
      },
    });
    const asked = check("ann@b.c");
    await expect.poll(() => keeping).toBe(true);
    expect(await forget("ANN@b.c")).toMatchObject({ ok: false, problem: { code: "check_under_way" } });
    keep();
    await asked;
    expect(unwrap(await forget("ann@b.c"))).toEqual({ forgotten: 1 });
  });
});

describe("an address on a suppression list", () => {
  beforeEach(() => void suppressed.add("ann@b.c"));

  test("is neither verified nor paid for, and is not to be mailed", async () => {
    answerWith({ result: "deliverable" });
    const result = await check("Ann@b.c", { again: true });
    expect(result).toMatchObject({ verdict: null, suppressed: true, problem: null });
    expect(result.advice).toMatch(/^Do not mail it.*nothing was charged\.$/);
    expect(at.service.asked).toHaveLength(0);
  });

  test("is verified when that is asked for, and still not to be mailed", async () => {
    answerWith({ result: "deliverable" });
    expect(await check("ann@b.c", { anyway: true })).toMatchObject({
      verdict: "deliverable",
      suppressed: true,
      advice: expect.stringMatching(/^Do not mail it/),
    });
  });

  test("is not taken for safe because it is known", async () => {
    known.set(`${at.service.baseUrl} ann@b.c`, { verdict: "deliverable", flags: [], verifiedAt: 5 });
    expect((await check("ann@b.c")).advice).toMatch(/^Do not mail it/);
    expect((await check("ann@b.c", { anyway: true })).advice).toMatch(/^Do not mail it/);
    expect(at.service.asked).toHaveLength(0);
  });

  test("may be one, as far as can be told, where the lists are damaged: nothing is paid", async () => {
    make({ accounts: at.open(), isSuppressed: async () => fail(problem("store_corrupt", { path: "x" })) });
    expect(await check("a@b.c")).toMatchObject({
      verdict: null,
      problem: { code: "store_corrupt" },
      advice: expect.stringMatching(/^Do not mail it yet/),
    });
    expect(at.service.asked).toHaveLength(0);
  });
});

describe("a check that was sent and not heard", () => {
  const key = () => `${at.service.baseUrl} ann@b.c`;

  test("is noted before it is sent, and no longer once its verdict is kept", async () => {
    let before: number | undefined;
    at.service.answer(({ url }) => {
      if (url.pathname.endsWith("/verify")) before = noted.get(key());
      return { body: { success: true, result: "deliverable", credits_info: { credits_remaining: 9 } } };
    });
    await check("Ann@b.c");
    expect(before).toBe(at.clock.now());
    expect(noted.size).toBe(0);
  });

  test("is not sent again unasked: it is said when it was sent, and that it may have been paid for", async () => {
    at.service.answer(() => ({ status: 500, body: "<html>" }));
    expect(await check("ann@b.c")).toMatchObject({ problem: { code: "check_unheard" } });
    answerWith({ result: "deliverable" });
    const next = await check("ANN@b.c");
    expect(next).toMatchObject({ verdict: null, problem: { code: "check_unheard_before" } });
    expect(sentences(next.problem?.title, next.problem?.detail)).toMatch(
      /may have been paid for.*sent.* on /,
    );
    expect(next.advice).toMatch(/may keep it/);
    expect(checksAsked(at.service.asked)).toHaveLength(1);
    expect(await check("ann@b.c", { again: true })).toMatchObject({ verdict: "deliverable" });
    expect(noted.size).toBe(0);
  });

  test("one that was refused is not among them", async () => {
    at.service.answer({
      status: 402,
      body: { result: "Insufficient verification credits", success: "false" },
    });
    await check("ann@b.c");
    expect(noted.size).toBe(0);
  });

  test("what cannot be noted is not sent", async () => {
    make({ accounts: at.open(), asking: async () => fail(problem("disk_full", { path: "x" })) });
    expect(await check("ann@b.c", { again: true })).toMatchObject({ problem: { code: "disk_full" } });
    make({ accounts: at.open(), asking: () => Promise.reject(new Error("broken")) });
    expect(await check("ann@b.c")).toMatchObject({ problem: { code: "memory_unread" } });
    expect(checksAsked(at.service.asked)).toHaveLength(0);
  });

  test("a verdict that cannot be kept is shown with that, and stays one that was paid for", async () => {
    answerWith({ result: "deliverable" });
    make({ accounts: at.open(), remember: async () => fail(problem("disk_full", { path: "x" })) });
    expect(await check("ann@b.c")).toMatchObject({
      verdict: "deliverable",
      problem: { code: "check_unkept" },
    });
    expect(noted.has(key())).toBe(true);
  });
});

describe("the queue", () => {
  test("an address asked for at once on two accounts of one service is paid for once", async () => {
    const accounts = at.open();
    make({ accounts });
    const other = unwrap(await accounts.add({ label: "Other", baseUrl: null, apiKey: GOOD }));
    at.service.asked.length = 0;
    answerWith({ result: "deliverable" });
    const input = { accountId: other.id, address: "ann@b.c", again: false, anyway: false };
    const [own, others] = await Promise.all([
      check("ann@b.c"),
      handlers["checks.check"](input, { signal: live }),
    ]);
    expect([own.verdict, unwrap(others).verdict]).toEqual(["deliverable", "deliverable"]);
    expect(checksAsked(at.service.asked)).toHaveLength(1);
  });

  test("an account whose key is refused does not refuse another account's check", async () => {
    const accounts = at.open();
    const refusing: typeof accounts = {
      ...accounts,
      client: (id, scope) =>
        id === account.id
          ? Promise.resolve(fail(problem("key_invalid", { account: "Acme" })))
          : accounts.client(id, scope),
    };
    make({ accounts: refusing });
    const other = unwrap(await accounts.add({ label: "Other", baseUrl: null, apiKey: GOOD }));
    answerWith({ result: "deliverable" });
    const input = { accountId: other.id, address: "ann@b.c", again: false, anyway: false };
    const [own, others] = await Promise.all([
      check("ann@b.c"),
      handlers["checks.check"](input, { signal: live }),
    ]);
    expect(own).toMatchObject({ problem: { code: "key_invalid" } });
    expect(unwrap(others)).toMatchObject({ verdict: "deliverable" });
  });

  test("an address asked for while its first check ends is paid for once", async () => {
    answerWith({ result: "deliverable" });
    let looks = 0;
    make({
      accounts: at.open(),
      async lookUp() {
        // The second looks before the first is kept, and hears of it after.
        if (looks++ > 0) await expect.poll(() => ended).toBe(true);
        return ok(null);
      },
    });
    let ended = false;
    const first = check("ann@b.c").then(() => {
      ended = true;
    });
    await Promise.all([first, check("ann@b.c")]);
    expect(checksAsked(at.service.asked)).toHaveLength(1);
  });

  test("who asks anew while another finds it in memory is answered by the service", async () => {
    answerWith({ result: "undeliverable" });
    known.set(`${at.service.baseUrl} ann@b.c`, { verdict: "deliverable", flags: [], verifiedAt: 5 });
    const [found, anew] = await Promise.all([check("ann@b.c"), check("ann@b.c", { again: true })]);
    expect([found.source, anew.source]).toEqual(["known", "service"]);
    expect(checksAsked(at.service.asked)).toHaveLength(1);
  });

  test("a 429 makes it wait, and it goes on by itself", async () => {
    let refusals = 2;
    at.service.answer(({ url }) => {
      if (!url.pathname.endsWith("/verify")) return { status: 500 };
      return refusals-- > 0
        ? {
            status: 429,
            headers: { "retry-after": "3" },
            body: { result: "Too many requests", success: "false" },
          }
        : { body: { success: true, result: "deliverable" } };
    });
    let result: unknown;
    void check("a@b.c").then((answer) => {
      result = answer;
    });
    await expect.poll(() => checksAsked(at.service.asked).length).toBe(1);
    await expect
      .poll(async () => unwrap(await handlers["checks.queue"]({ accountId: account.id }, { signal: live })))
      .toMatchObject({ waiting: 1, perMinute: 60, secondsToLast: 3 });
    await at.clock.advance(3_000);
    await expect.poll(() => checksAsked(at.service.asked).length).toBe(2);
    await expect
      .poll(
        async () =>
          unwrap(await handlers["checks.queue"]({ accountId: account.id }, { signal: live })).waiting,
      )
      .toBe(1);
    await at.clock.advance(3_000);
    await expect.poll(() => result).toMatchObject({ verdict: "deliverable" });
  });

  test("the same address asked for twice at once is paid for once", async () => {
    answerWith({ result: "deliverable" });
    const results = await Promise.all([
      check("ann@b.c"),
      check("ANN@b.c"),
      check("ann@b.c", { again: true }),
    ]);
    expect(results.map((one) => one.verdict)).toEqual(["deliverable", "deliverable", "deliverable"]);
    expect(checksAsked(at.service.asked)).toHaveLength(1);
  });

  test("who leaves is let go; the check goes on for who stays, and ends when nobody does", async () => {
    let answerIt = () => {};
    const heard = new Promise<void>((resolve) =>
      at.service.answer(
        raw((response) => {
          answerIt = () => response.end('{"success":true,"result":"deliverable"}');
          resolve();
        }),
      ),
    );
    const leaving = new AbortController();
    const left = check("a@b.c", { signal: leaving.signal });
    const stayed = check("a@b.c");
    await heard;
    leaving.abort();
    expect(await left).toMatchObject({ verdict: null, problem: { code: "check_unheard" } });
    answerIt();
    expect(await stayed).toMatchObject({ verdict: "deliverable" });
  });

  test("left by everybody once it is sent, a check is heard to its end, and joined by who asks meanwhile", async () => {
    let answerIt = () => {};
    const heard = new Promise<void>((resolve) =>
      at.service.answer(
        raw((response) => {
          answerIt = () => response.end('{"success":true,"result":"deliverable"}');
          resolve();
        }),
      ),
    );
    const leaving = new AbortController();
    const left = check("a@b.c", { signal: leaving.signal });
    await heard;
    leaving.abort();
    expect(await left).toMatchObject({ verdict: null, problem: { code: "check_unheard" } });
    const next = check("a@b.c", { again: true });
    answerIt();
    expect(await next).toMatchObject({ verdict: "deliverable", source: "service" });
    expect(checksAsked(at.service.asked)).toHaveLength(1);
  });

  test("more than the service takes in a minute wait their turn, batches by turns", async () => {
    answerWith({ result: "deliverable" });
    const all = Array.from({ length: 150 }, (_, i) => check(`a${i}@b.c`, { batch: "many" }));
    await expect.poll(() => checksAsked(at.service.asked).length).toBe(120);
    const queue = unwrap(await handlers["checks.queue"]({ accountId: account.id }, { signal: live }));
    expect(queue).toMatchObject({ waiting: 30, perMinute: 120 });
    const late = check("late@b.c", { batch: "one" });
    await expect
      .poll(
        async () =>
          unwrap(await handlers["checks.queue"]({ accountId: account.id }, { signal: live })).waiting,
      )
      .toBe(31);
    await at.clock.advance(62_000);
    await Promise.all([...all, late]);
    const order = checksAsked(at.service.asked).map((one) => one.url.searchParams.get("email"));
    expect(order.indexOf("late@b.c")).toBeLessThan(125);
  });
});
