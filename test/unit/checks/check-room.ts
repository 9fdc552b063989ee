import { afterEach, beforeEach } from "vitest";
import {
  type CheckOptions,
  type Checks,
  createChecks,
  type KnownVerdict,
} from "../../../electron/engine/checks/index.ts";
import { foldAddress } from "../../../shared/addresses.ts";
import type { Account } from "../../../shared/bridge/accounts.ts";
import { checkCalls } from "../../../shared/bridge/checks.ts";
import { ok } from "../../../shared/result.ts";
import { GOOD, setUp, unwrap } from "../accounts/set-up.ts";
import type { Asked } from "../service/scripted-service.ts";

export let at: Awaited<ReturnType<typeof setUp>>;
export let account: Account;
export let known: Map<string, KnownVerdict>;
export let remembered: { scope: string; address: string }[];
export let suppressed: Set<string>;
/** What is noted of checks that were sent and not answered: scope and address, and when. */
export let noted: Map<string, number>;
export let handlers: Checks["handlers"];
export const live = new AbortController().signal;

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

export function make(options: Partial<CheckOptions> & Pick<CheckOptions, "accounts">): void {
  ({ handlers } = createChecks({
    clock: at.clock,
    async lookUp(scope, address) {
      const key = `${scope} ${foldAddress(address)}`;
      const since = noted.get(key);
      return ok(known.get(key) ?? (since === undefined ? null : { unansweredSince: since }));
    },
    async unanswered(scope) {
      const own = [...noted].filter(([key]) => key.startsWith(`${scope} `));
      return ok(own.map(([key, at]) => ({ address: key.slice(scope.length + 1), at })));
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
  }));
}

export async function check(
  address: string,
  more: { again?: boolean; anyway?: boolean; batch?: string; signal?: AbortSignal } = {},
) {
  const input = checkCalls["checks.check"].input.parse({ accountId: account.id, address, ...more });
  const answer = unwrap(await handlers["checks.check"](input, { signal: more.signal ?? live }));
  return checkCalls["checks.check"].output.parse(answer);
}

export function answerWith(body: object): void {
  at.service.answer(({ url }) =>
    url.pathname.endsWith("/verify")
      ? { body: { success: true, ...body } }
      : { body: { success: true, credits_info: { credits_remaining: 99 } } },
  );
}
export const checksAsked = (asked: Asked[]) => asked.filter((one) => one.url.pathname.endsWith("/verify"));
