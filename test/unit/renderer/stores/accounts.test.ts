import { expect, it } from "vitest";
import { createAccountsStore, currentAccount } from "../../../../renderer/stores/accounts.ts";
import { ok } from "../../../../shared/result.ts";
import { account } from "../../../fixtures/page.ts";
import { fakeBridge, refused } from "../../../support/fake-bridge.ts";

const [a, b, c] = [account("a"), account("b"), account("c")];
const renamed = account("b", { label: "B" });
const key = { baseUrl: "https://b.example", apiKey: "k" };

type State = ReturnType<ReturnType<typeof createAccountsStore>["getState"]>;
it.each<[string, unknown, (state: State) => Promise<unknown>, unknown]>([
  ["accounts.add", { label: "c", ...key }, (at) => at.add({ label: "c", ...key }), [a, b, c]],
  ["accounts.sandbox", {}, (at) => at.sandbox(), [a, b, c]],
  ["accounts.rename", { id: "b", label: "B" }, (at) => at.rename("b", "B"), [a, renamed]],
  ["accounts.replaceKey", { id: "b", apiKey: "k" }, (at) => at.replaceKey("b", "k"), [a, renamed]],
  ["accounts.changeAddress", { id: "b", ...key }, (at) => at.changeAddress("b", key), [a, renamed]],
  ["accounts.refresh", { id: "b" }, (at) => at.refresh("b"), [a, renamed]],
  ["accounts.remove", { id: "a" }, (at) => at.remove("a"), [b]],
  ["accounts.list", {}, (at) => at.load(), [c]],
])(
  "%s changes the accounts once it succeeds and nothing if it is refused",
  async (name, input, act, after) => {
    const [added, changed] = [() => ok(c), () => ok(renamed)];
    const changes = {
      "accounts.replaceKey": changed,
      "accounts.changeAddress": changed,
      "accounts.refresh": changed,
    };
    const listed = { "accounts.list": () => ok({ accounts: [c] }), "accounts.remove": () => ok({}) };
    const replies = {
      "accounts.add": added,
      "accounts.sandbox": added,
      "accounts.rename": changed,
      ...changes,
      ...listed,
    };
    for (const isRefused of [true, false]) {
      const { bridge, asked } = fakeBridge(isRefused ? {} : replies);
      const store = createAccountsStore(bridge);
      store.setState({ accounts: [a, b] });
      const before = store.getState();
      const acting = act(before);
      expect(store.getState().refreshing).toBe(name === "accounts.refresh" ? "b" : null);
      const answer = await acting;
      expect(asked).toEqual([[name, input]]);
      expect(store.getState()).toEqual({ ...before, accounts: isRefused ? [a, b] : after });
      if (isRefused && name !== "accounts.list" && name !== "accounts.refresh")
        expect([refused, { ok: false, problem: refused }]).toContainEqual(answer);
    }
  },
);

it("an account can be put into an empty store, and accounts wait independently of each other", async () => {
  const { getState } = createAccountsStore(fakeBridge().bridge);
  await getState().load();
  expect(getState().accounts).toEqual([]);
  getState().put(a);
  for (const id of ["a", "b"]) getState().setWaiting(id, refused);
  getState().setWaiting("a", null);
  expect([getState().accounts, Object.keys(getState().waiting)]).toEqual([[a], ["b"]]);
});

it.each([
  [[a, b], "b", b],
  [[a, b], "c", null],
  [[a], "c", null],
  [[a], null, a],
  [[a, b], null, null],
  [[], null, null],
  [null, "a", null],
])("with the accounts %j and %s chosen, the current account is %j", (accounts, chosen, used) => {
  expect(currentAccount(accounts, chosen)).toBe(used);
});
