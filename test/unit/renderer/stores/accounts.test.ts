import { expect, it } from "vitest";
import type { Bridge } from "../../../../renderer/bridge.ts";
import { createAccountsStore, currentAccount } from "../../../../renderer/stores/accounts.ts";
import type { Account } from "../../../../shared/bridge/accounts.ts";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok } from "../../../../shared/result.ts";

const account = (id: string, label = id) => ({ id, label }) as Account;
const [a, b, c] = ["a", "b", "c"].map((id) => account(id)) as [Account, Account, Account];
const refused = problem("internal");

type State = ReturnType<ReturnType<typeof createAccountsStore>["getState"]>;
it.each<[string, (state: State) => unknown, unknown, Partial<State>]>([
  [
    "is added",
    (state) => state.add({ label: "", baseUrl: null, apiKey: "" }),
    ok(c),
    { accounts: [a, b, c] },
  ],
  ["is the sandbox", (state) => state.sandbox(), ok(c), { accounts: [a, b, c] }],
  [
    "is renamed",
    (state) => state.rename("b", "B"),
    ok(account("b", "B")),
    { accounts: [a, account("b", "B")] },
  ],
  [
    "gets a key",
    (state) => state.replaceKey("a", ""),
    ok(account("a", "A")),
    { accounts: [account("a", "A"), b] },
  ],
  ["is removed", (state) => state.remove("a"), ok({}), { accounts: [b] }],
  ["is not removed", (state) => state.remove("a"), fail(refused), { accounts: [a, b] }],
  ["is not renamed", (state) => state.rename("b", "B"), fail(refused), { accounts: [a, b] }],
  [
    "is refreshed",
    (state) => state.refresh("a"),
    ok(a),
    { accounts: [a, b], refreshing: null, problem: null },
  ],
  ["is not refreshed", (state) => state.refresh("a"), fail(refused), { refreshing: null, problem: refused }],
  ["is listed alone", (state) => state.load(), ok({ accounts: [c] }), { accounts: [c] }],
  ["is not listed", (state) => state.load(), fail(refused), { accounts: [a, b], problem: refused }],
])("shows the accounts after one %s", async (_name, act, answer, expected) => {
  const store = createAccountsStore({ call: async () => answer } as unknown as Bridge);
  store.setState({ accounts: [a, b] });
  await act(store.getState());
  expect(store.getState()).toMatchObject(expected);
});

it.each([
  [[a, b], "b", b],
  [[a, b], "c", null],
  [[a], "c", null],
  [[a], null, a],
  [[a, b], null, null],
  [[], null, null],
  [null, "a", null],
])("of %j with %s chosen, uses %j", (accounts, chosen, used) => {
  expect(currentAccount(accounts, chosen)).toBe(used);
});
