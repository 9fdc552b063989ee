import { describe, expect, it } from "vitest";
import { chooseAccount } from "../../../electron/hosts/cli/commands/choose-account.ts";
import type { Session } from "../../../electron/hosts/cli/session.ts";
import type { Account } from "../../../shared/bridge/accounts.ts";
import { ok } from "../../../shared/result.ts";

function account(id: string, label: string, kind: Account["kind"] = "service"): Account {
  const key = { keyHint: null, keyState: "stored" } as const;
  return { id, label, kind, baseUrl: "https://api.example.com", ...key, balance: null, reserved: 0 };
}

function session(accounts: Account[], isGiven = false, accountId: string | null = null): Session {
  const answers: Record<string, unknown> = {
    "accounts.list": { accounts },
    "settings.get": { accountId },
  };
  return {
    environmentAccount: isGiven ? { baseUrl: "https://api.example.com", apiKey: "k" } : null,
    call: async (name: string) => ok(answers[name]),
  } as unknown as Session;
}

const chosen = async (at: Session, name?: string) => {
  const found = await chooseAccount(at, name === undefined ? {} : { account: name });
  return found.ok ? found.value.id : found.problem.code;
};

const practice = account("sandbox", "Sandbox 2", "sandbox");

describe("the account of a command", () => {
  it.each([
    ["before", [account("a-1", "Sandbox"), practice]],
    ["after", [practice, account("a-1", "Sandbox")]],
  ])(
    "is found by its label, even if a sandbox whose id equals the label is listed %s it",
    async (_when, accounts) => {
      expect(await chosen(session(accounts), "sandbox")).toBe("a-1");
      expect(await chosen(session(accounts), "sandbox 2")).toBe("sandbox");
    },
  );

  it("is found by its id when no label matches", async () => {
    expect(await chosen(session([practice, account("a-1", "Acme")]), "sandbox")).toBe("sandbox");
    expect(await chosen(session([practice, account("a-1", "Acme")]), "a-1")).toBe("a-1");
  });

  it("is the only account, unless the chosen one is gone", async () => {
    const only = [account("a-1", "Acme"), practice];
    expect(await chosen(session(only))).toBe("a-1");
    expect(await chosen(session(only, false, "sandbox"))).toBe("a-1");
    expect(await chosen(session(only, false, "a-2"))).toBe("account_gone");
    expect(await chosen(session([...only, account("a-3", "Other")], false, "a-3"))).toBe("a-3");
    expect(await chosen(session([...only, account("a-3", "Other")], false, "a-2"))).toBe("account_gone");
  });

  it("is never another account if the environment's is missing", async () => {
    expect(await chosen(session([account("a-1", "Acme")], true))).toBe("account_none");
  });
});
