import { beforeEach } from "vitest";
import {
  type CheckOptions,
  type Checks,
  createChecks,
  type KnownVerdict,
} from "../../../../electron/engine/cleanings/index.ts";
import type { Account } from "../../../../shared/bridge/accounts.ts";
import { checkCalls } from "../../../../shared/bridge/checks.ts";
import { foldAddress } from "../../../../shared/fold-addresses.ts";
import { ok } from "../../../../shared/result.ts";
import { unwrap } from "../../../support/unwrap.ts";
import { GOOD, setUp } from "../../accounts/set-up.ts";
import type { ReceivedRequest } from "../../service/scripted-service.ts";

export let at: Awaited<ReturnType<typeof setUp>>;
export let account: Account;
export let known: Map<string, KnownVerdict>;
export let remembered: { scope: string; address: string }[];
export let suppressed: Set<string>;
export let erased: Set<string>;
/** Claims of checks that are open or have ended without an answer. */
export let claims: Map<number, { scope: string; address: string; at: number; unheard: boolean }>;
export let handlers: Checks["handlers"];
export const live = new AbortController().signal;

beforeEach(async () => {
  at = await setUp();
  known = new Map();
  remembered = [];
  suppressed = new Set();
  erased = new Set();
  claims = new Map();
  const accounts = at.open();
  account = unwrap(await accounts.add({ label: "Acme", baseUrl: null, apiKey: GOOD }));
  at.service.asked.length = 0;
  make({ accounts });
});

let next = 1;
const unheard = (scope: string) => [...claims.values()].filter((one) => one.unheard && one.scope === scope);

export function make(options: Partial<CheckOptions> & Pick<CheckOptions, "accounts">): void {
  ({ handlers } = createChecks({
    clock: at.clock,
    async lookUp(scope, address) {
      const found = known.get(`${scope} ${foldAddress(address)}`);
      if (found !== undefined) return ok({ kind: "known", known: found });
      const lost = unheard(scope).find((one) => one.address === foldAddress(address));
      return ok(lost === undefined ? { kind: "unknown" } : { kind: "lost", at: lost.at });
    },
    unanswered: unheard,
    claim(scope, address) {
      const claim = next++;
      claims.set(claim, { scope, address: foldAddress(address), at: at.clock.now(), unheard: false });
      return ok(claim);
    },
    endClaim(claim, how) {
      const own = claims.get(claim);
      if (own !== undefined && how === "unheard") claims.set(claim, { ...own, unheard: true });
      else if (how === "answered")
        for (const [id, one] of claims) one.address === own?.address && claims.delete(id);
      else claims.delete(claim);
    },
    async remember(scope, check) {
      remembered.push({ scope, ...check });
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
    findSuppression: async (address) => {
      const folded = foldAddress(address);
      return ok(erased.has(folded) ? "erased" : suppressed.has(folded) ? "suppressed" : null);
    },
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
export const checksAsked = (asked: ReceivedRequest[]) =>
  asked.filter((one) => one.url.pathname.endsWith("/verify"));
