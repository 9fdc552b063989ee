import { describe, expect, it } from "vitest";
import type { Bridge } from "../../../../renderer/bridge.ts";
import { createAppStore } from "../../../../renderer/stores/app.ts";
import type { Settings } from "../../../../shared/bridge/app.ts";
import { DEFAULT_SETTINGS } from "../../../../shared/bridge/defaults.ts";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";

interface Asked {
  readonly name: string;
  readonly patch: Partial<Settings>;
  /** Has the engine do it, and the answer arrive; `fails`: the engine refuses; `lost`: it does it, and nobody hears. */
  answer(how?: "fails" | "lost"): Promise<void>;
}

/** An engine with settings of its own, which answers each call when it is told to. */
function slowEngine(stored: Partial<Settings> = {}) {
  let settings: Settings = { ...DEFAULT_SETTINGS, ...stored };
  const asked: Asked[] = [];
  const call = (name: string, patch: Partial<Settings>) =>
    new Promise<Result<unknown>>((resolve) => {
      if (name === "app.info") return resolve(ok({ keychain: "available" }));
      asked.push({
        name,
        patch,
        async answer(how) {
          if (name === "settings.set" && how !== "fails") settings = { ...settings, ...patch };
          resolve(how === undefined ? ok(settings) : fail(problem("disk_full", { path: "x" })));
          await settled();
        },
      });
    });
  return {
    // Only what the store calls is there.
    bridge: { call } as unknown as Bridge,
    asked,
    settings: () => settings,
    change: (patch: Partial<Settings>) => {
      settings = { ...settings, ...patch };
    },
    /** Answers whatever is asked until nothing more is. */
    async answerAll() {
      await settled();
      for (let one = asked.shift(); one !== undefined; one = asked.shift()) await one.answer();
    },
    async next(): Promise<Asked> {
      await settled();
      const one = asked.shift();
      if (one === undefined) throw new Error("nothing is asked");
      return one;
    },
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("a setting that is being saved", () => {
  it("shows at once, and stays when another one could not be saved", async () => {
    const engine = slowEngine({ startUnderCredits: 500 });
    const { getState } = createAppStore(engine.bridge);
    void getState().load();
    await engine.answerAll();
    const failing = getState().save({ freshDays: 7 });
    void getState().save({ startUnderCredits: 0 });
    expect(getState().settings).toMatchObject({ freshDays: 7, startUnderCredits: 0 });
    await (await engine.next()).answer("fails");
    expect(getState().settings.startUnderCredits).toBe(0);
    await engine.answerAll();
    expect(await failing).toMatchObject({ code: "disk_full" });
    expect(getState().settings).toEqual(engine.settings());
    expect(getState().settings).toMatchObject({
      freshDays: DEFAULT_SETTINGS.freshDays,
      startUnderCredits: 0,
    });
  });

  it.each([["the engine changed some of them", "readSettings"]] as const)(
    "stays while %s",
    async (_, read) => {
      const engine = slowEngine();
      const { getState } = createAppStore(engine.bridge);
      void getState()[read]();
      void getState().save({ startUnderCredits: 500 });
      await (await engine.next()).answer();
      expect(getState().settings.startUnderCredits).toBe(500);
      await engine.answerAll();
      expect(getState().settings.startUnderCredits).toBe(500);
      engine.change({ accountId: "a2" });
      void getState()[read]();
      await engine.answerAll();
      expect(getState().settings).toEqual(engine.settings());
    },
  );
});
