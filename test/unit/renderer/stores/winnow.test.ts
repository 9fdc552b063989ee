import { expect, it } from "vitest";
import type { Bridge } from "../../../../renderer/bridge.ts";
import { createWinnow } from "../../../../renderer/stores/winnow.tsx";
import type { BridgeEvent } from "../../../../shared/bridge.ts";
import { problem } from "../../../../shared/problems.ts";
import { fail } from "../../../../shared/result.ts";

it.each([
  ["available", "keychain_unavailable", 1],
  ["no_service", "keychain_unavailable", 0],
  ["no_service", "thread_restarted", 1],
] as const)(
  "with the keychain %s, a notice of %s is shown %i times as a notification",
  (keychain, code, times) => {
    let tell = (_event: BridgeEvent): void => {};
    const bridge = {
      call: async () => fail(problem("internal")),
      listen(take: typeof tell) {
        tell = take;
        return () => {};
      },
    } as unknown as Bridge;
    const { app, desk } = createWinnow(bridge);
    // Of the facts about this Winnow only the keychain matters here.
    app.setState({ info: { keychain } as NonNullable<ReturnType<typeof app.getState>["info"]> });
    const notice = code === "thread_restarted" ? problem(code) : problem(code, { why: "no_service" });
    tell({ event: "notice", problem: notice });
    expect(desk.getState().notification === null ? 0 : 1).toBe(times);
  },
);
