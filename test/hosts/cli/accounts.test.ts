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
    "is found by label, even if the sandbox has that id and is listed %s the account",
    async (_when, accounts) => {
      expect(await chosen(session(accounts), "sandbox")).toBe("a-1");
      expect(await chosen(session(accounts), "sandbox 2")).toBe("sandbox");
    },
  );

  it("is found by id if no label matches", async () => {
    expect(await chosen(session([practice, account("a-1", "Acme")]), "sandbox")).toBe("sandbox");
    expect(await chosen(session([practice, account("a-1", "Acme")]), "a-1")).toBe("a-1");
  });

  it("is the only service account by default, unless the chosen account is gone", async () => {
    const only = [account("a-1", "Acme"), practice];
    expect(await chosen(session(only))).toBe("a-1");
    expect(await chosen(session(only, false, "sandbox"))).toBe("a-1");
    expect(await chosen(session(only, false, "a-2"))).toBe("account_gone");
    expect(await chosen(session([...only, account("a-3", "Other")], false, "a-3"))).toBe("a-3");
    expect(await chosen(session([...only, account("a-3", "Other")], false, "a-2"))).toBe("account_gone");
  });

  it("is never another account if the account from the environment is missing", async () => {
    expect(await chosen(session([account("a-1", "Acme")], true))).toBe("account_none");
  });
});
