import { expect, it } from "vitest";
import { createAccountsStore, currentAccount } from "../../../../renderer/stores/accounts.ts";
import { ok } from "../../../../shared/result.ts";
import { account } from "../../../fixtures/page.ts";
import { fakeBridge, type Replies, refused } from "../../../support/fake-bridge.ts";

const [a, b, c] = [account("a"), account("b"), account("c")];
const renamed = account("b", { label: "B" });
const key = { baseUrl: "https://b.example", apiKey: "k" };

type State = ReturnType<ReturnType<typeof createAccountsStore>["getState"]>;
it.each<
  [keyof Replies & `accounts.${string}`, unknown, (state: State) => Promise<unknown>, Replies, unknown]
>([
  [
    "accounts.add",
    { label: "c", ...key },
    (at) => at.add({ label: "c", ...key }),
    { "accounts.add": () => ok(c) },
    [a, b, c],
  ],
  ["accounts.sandbox", {}, (at) => at.sandbox(), { "accounts.sandbox": () => ok(c) }, [a, b, c]],
  [
    "accounts.rename",
    { id: "b", label: "B" },
    (at) => at.rename("b", "B"),
    { "accounts.rename": () => ok(renamed) },
    [a, renamed],
  ],
  [
    "accounts.replaceKey",
    { id: "b", apiKey: "k" },
    (at) => at.replaceKey("b", "k"),
    { "accounts.replaceKey": () => ok(renamed) },
    [a, renamed],
  ],
  [
    "accounts.changeAddress",
    { id: "b", ...key },
    (at) => at.changeAddress("b", key),
    { "accounts.changeAddress": () => ok(renamed) },
    [a, renamed],
  ],
  [
    "accounts.refresh",
    { id: "b" },
    (at) => at.refresh("b"),
    { "accounts.refresh": () => ok(renamed) },
    [a, renamed],
  ],
  ["accounts.remove", { id: "a" }, (at) => at.remove("a"), { "accounts.remove": () => ok({}) }, [b]],
  ["accounts.list", {}, (at) => at.load(), { "accounts.list": () => ok({ accounts: [c] }) }, [c]],
])(
  "%s with %j changes the accounts once it is done, and nothing if it is refused",
  async (name, input, act, replies, after) => {
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
      if (isRefused && !["accounts.list", "accounts.refresh"].includes(name))
        expect([refused, { ok: false, problem: refused }]).toContainEqual(answer);
    }
  },
);

it("without a list of accounts there are none, and one that is put is the first", async () => {
  const store = createAccountsStore(fakeBridge({ "accounts.remove": () => ok({}) }).bridge);
  await store.getState().remove("a");
  expect(store.getState().accounts).toEqual([]);
  for (const accounts of [null, [a]]) {
    store.setState({ accounts });
    await store.getState().load();
    expect(store.getState().accounts).toEqual(accounts ?? []);
  }
  store.setState({ accounts: null });
  store.getState().put(a);
  store.getState().wait("a", refused);
  store.getState().wait("b", refused);
  store.getState().wait("a", null);
  expect(store.getState()).toMatchObject({ accounts: [a], waiting: { b: refused } });
  expect(Object.keys(store.getState().waiting)).toEqual(["b"]);
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
