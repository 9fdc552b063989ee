import { beforeEach, describe, expect, test } from "vitest";
import { unwrap } from "../../support/unwrap.ts";
import { acme, GOOD, keyIn, refusal, setUp } from "./set-up.ts";

let at: Awaited<ReturnType<typeof setUp>>;
beforeEach(async () => {
  at = await setUp();
});

describe("an account without a keychain", () => {
  test.each(["no_service", "locked"] as const)(
    "(%s) keeps a new key in memory for this run, tells the user, and writes nothing",
    async (state) => {
      at.keychain.state = state;
      const accounts = at.open();
      const account = unwrap(await accounts.add(acme));
      expect(account.keyState).toBe("session");
      expect(at.events).toContainEqual({
        event: "notice",
        problem: expect.objectContaining({ code: "keychain_unavailable" }),
      });
      expect(await unwrap(await accounts.client(account.id)).balance()).toMatchObject({ ok: true });
      await at.closeAll();
      expect(at.onDisk()).not.toContain(GOOD);
      const again = at.open();
      expect(await again.list()).toMatchObject([{ keyState: "missing" }]);
      expect(await again.client(account.id)).toMatchObject(refusal("key_missing"));
    },
  );

  test("saves the key at the next refresh once a keychain is available", async () => {
    at.keychain.state = "locked";
    const accounts = at.open();
    const { id } = unwrap(await accounts.add(acme));
    at.keychain.state = "available";
    expect(unwrap(await accounts.refresh(id)).keyState).toBe("stored");
    expect(keyIn(at.keychain, id)).toBe(GOOD);
  });

  test.each([
    ["locked", "keychain_locked", "locked"],
    ["refused", "keychain_refused", "locked"],
    ["no_service", "keychain_closed", "locked"],
  ] as const)("cannot use a key saved in a keychain that is %s: %s", async (state, code, keyState) => {
    const { id } = unwrap(await at.open().add(acme));
    await at.closeAll();
    at.keychain.state = state;
    const accounts = at.open();
    expect(await accounts.client(id)).toMatchObject(refusal(code));
    expect(await accounts.list()).toMatchObject([{ keyState, keyHint: "1234" }]);
    at.keychain.state = "available";
    expect(await accounts.client(id)).toMatchObject({ ok: true });
    expect(await accounts.list()).toMatchObject([{ keyState: "stored" }]);
  });
});
