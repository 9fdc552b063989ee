import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { watch } from "../../../electron/hosts/cli/commands/follow-cleaning.ts";
import type { Session } from "../../../electron/hosts/cli/session.ts";
import type { Terminal } from "../../../electron/hosts/cli/terminal/terminal.ts";
import type { Cleaning } from "../../../shared/bridge/cleanings.ts";
import type { BridgeEvent } from "../../../shared/bridge.ts";
import { problem } from "../../../shared/problems.ts";
import { ok } from "../../../shared/result.ts";
import { WAIT_WORDS, type WaitReason } from "../../../shared/waits.ts";
import { cleaning } from "../../fixtures/cleaning.ts";

/** Watches a cleaning that changes only as the test says. */
function watched(waitForCredits = false) {
  const lines: string[] = [];
  let listener: (event: BridgeEvent) => void = () => {};
  const terminal = {
    say: (line: string) => void lines.push(line),
    progress: (stage: string) => void lines.push(stage),
    endProgress() {},
    event() {},
  };
  const engine = {
    on(listen: typeof listener) {
      listener = listen;
      return () => {};
    },
  };
  let now = cleaning({ state: "running", stage: "uploading" });
  const session = { engine, call: async () => ok(now) };
  const controller = new AbortController();
  // Stubs with only the members that `watch` uses.
  const ended = watch(
    session as unknown as Session,
    "c1",
    terminal as unknown as Terminal,
    controller.signal,
    { waitForCredits },
  );
  const tell = (changes: Partial<Cleaning>) => {
    now = cleaning({ stage: "uploading", ...changes });
    listener({ event: "cleaning.changed", cleaning: now });
  };
  return { lines, tell, ended, interrupt: () => controller.abort() };
}

const wait = (reason: WaitReason, since: number | null = 0): Partial<Cleaning> => ({
  state: "waiting",
  waiting: { for: reason, since },
});
const trying: Partial<Cleaning> = { state: "running" };

describe("a waiting cleaning in a terminal", () => {
  it.each<[WaitReason, boolean]>([
    ["slot", false],
    ["network", false],
    ["service", false],
    ["credits", true],
  ])("is reported once as waiting for %s, continues, and ends with the cleaning", async (reason, chosen) => {
    const at = watched(chosen);
    at.tell(wait(reason));
    at.tell(trying);
    at.tell(wait(reason));
    at.tell({ state: "running", stage: "verifying" });
    at.tell({ state: "done", stage: "done" });
    expect(await at.ended).toMatchObject({ kind: "finished" });
    const said = at.lines.filter((line) => line.includes(WAIT_WORDS[reason]));
    expect(said).toHaveLength(1);
    expect(said[0]).toMatch(/since .*\d\d:\d\d.*continues on its own.*winnow resume/);
    expect(at.lines.at(-1)).toBe("verifying");
  });

  it.each<[WaitReason, ReturnType<typeof problem> | null, string]>([
    [
      "credits",
      problem("credits_insufficient", { needed: 9, available: 1, parked: true }),
      "credits_insufficient",
    ],
    ["account", problem("key_invalid", { account: "Acme" }), "key_invalid"],
    ["disk", problem("disk_full", { path: "/" }), "disk_full"],
    ["disk", problem("store_gone", { dir: "/d" }), "store_gone"],
    ["user", problem("store_corrupt", { path: "results.db", missing: true }), "store_corrupt"],
    ["user", null, "cleaning_unfinished"],
  ])(
    "ends the command with the reason if the user must act to end the wait (%s)",
    async (reason, why, code) => {
      const at = watched();
      at.tell({ ...wait(reason), problem: why });
      expect(await at.ended).toMatchObject({ kind: "stopped", problem: { code } });
    },
  );
});

describe("a pause that the service requests, in a terminal", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  const MINUTE = 60_000;
  const broken = problem("service_broken", { status: 503 });
  const pause = (minutes: number, why: ReturnType<typeof problem>): Partial<Cleaning> => ({
    state: "waiting",
    waiting: { for: "service", since: 0, until: Date.now() + minutes * MINUTE },
    problem: why,
  });

  it.each([
    ["five minutes, after a service error", 5, broken],
    ["almost an hour, after a rate limit", 50, problem("rate_limited")],
  ])("ends the command with the problem as the reason: %s", async (_name, minutes, why) => {
    const at = watched();
    await vi.advanceTimersByTimeAsync(0);
    at.tell(pause(minutes, why));
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(await at.ended).toMatchObject({ kind: "stopped", problem: { code: why.code } });
  });
});
