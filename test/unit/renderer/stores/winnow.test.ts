import { expect, it, vi } from "vitest";
import type { Bridge } from "../../../../renderer/bridge.ts";
import { createWinnow } from "../../../../renderer/stores/winnow.tsx";
import { DEFAULT_SETTINGS } from "../../../../shared/bridge/defaults.ts";
import type { BridgeEvent } from "../../../../shared/bridge.ts";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok } from "../../../../shared/result.ts";
import { cleaning } from "../../../fixtures/cleaning.ts";

/** The page's stores over a bridge without an engine, and a way to send them events. */
function page(call: (name: string, input: never) => unknown = () => fail(problem("internal"))) {
  let tell = (_event: BridgeEvent): void => {};
  const bridge = {
    call: async (name: string, input: never) => call(name, input),
    listen(take: typeof tell) {
      tell = take;
      return () => {};
    },
  } as unknown as Bridge;
  return { ...createWinnow(bridge), tell: (event: BridgeEvent) => tell(event) };
}

it.each([
  ["available", "keychain_unavailable", 1],
  ["no_service", "keychain_unavailable", 0],
  ["no_service", "thread_restarted", 1],
] as const)(
  "with the keychain %s, a notice of %s is shown %i times as a notification",
  (keychain, code, times) => {
    const { app, desk, tell } = page();
    // Of the facts about this Winnow only the keychain matters here.
    app.setState({ info: { keychain } as NonNullable<ReturnType<typeof app.getState>["info"]> });
    const notice = code === "thread_restarted" ? problem(code) : problem(code, { why: "no_service" });
    tell({ event: "notice", problem: notice });
    expect(desk.getState().notification === null ? 0 : 1).toBe(times);
  },
);

const done = cleaning({ state: "done" });
const why = problem("interrupted", { unfinished: true });
type Page = ReturnType<typeof page>;
it.each<[BridgeEvent, (at: Page) => unknown, unknown]>([
  [{ event: "cleaning.changed", cleaning: done }, (at) => at.cleanings.getState().byId, { c1: done }],
  [
    { event: "cleaning.finished", cleaning: done },
    (at) => at.desk.getState().notification,
    { cleaning: done },
  ],
  [{ event: "cleaning.erased", cleaningId: "c1" }, (at) => at.app.getState().changes, { erased: 1 }],
  [{ event: "results.changed", cleaningId: "c1" }, (at) => at.app.getState().changes, { "results c1": 1 }],
  [{ event: "suppression.changed" }, (at) => at.app.getState().changes, { suppression: 1 }],
  [{ event: "check.forgotten", address: "a@b.example" }, (at) => at.app.getState().changes, { forgotten: 1 }],
  [
    { event: "balance.waiting", accountId: "a", problem: why },
    (at) => at.accounts.getState().waiting,
    { a: why },
  ],
  [{ event: "keychain.waiting", waiting: true }, (at) => at.app.getState(), { waitsForKeychain: true }],
  [{ event: "network.changed", online: false }, (at) => at.app.getState(), { online: false }],
  [{ event: "command", command: "export" }, (at) => at.desk.getState().wish, { command: "export" }],
  [{ event: "show.cleaning", cleaningId: "c1" }, (at) => at.desk.getState().wish, { to: "/cleanings/c1" }],
  [{ event: "files.received", sources: [] }, (at) => at.desk.getState().wish, { to: "/clean" }],
  [{ event: "data.replaced", paused: 2 }, (at) => at.desk.getState().notification, { paused: 2 }],
])("the event %j reaches the page", (event, shown, expected) => {
  const at = page();
  at.tell(event);
  expect(shown(at)).toMatchObject(expected as object);
});

it("a setting is shown at once, kept while the settings are read, and reverted if it is refused", async () => {
  const answers: ((value: unknown) => void)[] = [];
  const { app } = page(() => new Promise((resolve) => answers.push(resolve)));
  const answer = async (value: unknown) => {
    await vi.waitFor(() => expect(answers).not.toEqual([]));
    answers.shift()?.(value);
  };
  const limit = () => app.getState().settings.startUnderCredits;
  const reading = app.getState().readSettings();
  const saving = [1, 2].map((startUnderCredits) => app.getState().save({ startUnderCredits }));
  expect(limit()).toBe(2);
  await answer(ok(DEFAULT_SETTINGS));
  await reading;
  expect(limit()).toBe(2);
  await answer(ok({ ...DEFAULT_SETTINGS, startUnderCredits: 1 }));
  expect(await saving[0]).toBeNull();
  expect(limit()).toBe(2);
  await answer(fail(why));
  await answer(ok({ ...DEFAULT_SETTINGS, startUnderCredits: 1 }));
  expect(await saving[1]).toBe(why);
  expect(limit()).toBe(1);
});
