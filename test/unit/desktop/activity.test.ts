import { describe, expect, it, vi } from "vitest";
import { taskbarOf } from "../../../electron/desktop/activity.ts";
import { type LastState, lastStateOf, noticeOf } from "../../../electron/desktop/notices.ts";
import type { Cleaning } from "../../../shared/bridge/cleanings.ts";
import { DEFAULT_SETTINGS } from "../../../shared/bridge/defaults.ts";
import { problem } from "../../../shared/problems.ts";
import type { WaitReason } from "../../../shared/waits.ts";
import { cleaning } from "../../fixtures/cleaning.ts";
import { state } from "./electron-double.ts";
import { IDLE, type LaunchedDesktop, launch } from "./launched-desktop.ts";

vi.mock("electron", () => import("./electron-double.ts"));

const waitingFor = (reason: WaitReason) =>
  ({ state: "waiting", waiting: { for: reason, since: 0 } }) satisfies Partial<Cleaning>;
/** Requested output file that is not written yet. */
const out = {
  path: "/lists/clean.csv",
  rows: null,
  keep: [],
  keepDuplicates: false,
} satisfies Cleaning["out"];

describe("the dock and taskbar", () => {
  it.each([
    ["nothing under way", { unfinished: 0, progress: null }, [], false, { value: -1, mode: "none" }],
    ["half way", { unfinished: 1, progress: 0.5 }, ["running"], false, { value: 0.5, mode: "normal" }],
    [
      "no end known",
      { unfinished: 1, progress: null },
      ["running"],
      false,
      { value: 2, mode: "indeterminate" },
    ],
    [
      "all waiting",
      { unfinished: 2, progress: 0.3 },
      ["waiting", "paused"],
      false,
      { value: 0.3, mode: "paused" },
    ],
    [
      "one waiting",
      { unfinished: 2, progress: 0.3 },
      ["waiting", "running"],
      false,
      { value: 0.3, mode: "normal" },
    ],
    [
      "waiting at the start",
      { unfinished: 1, progress: null },
      ["waiting"],
      false,
      { value: -1, mode: "none" },
    ],
    [
      "an unseen failure",
      { unfinished: 1, progress: 0.5 },
      ["running", "failed"],
      true,
      { value: 1, mode: "error" },
    ],
    ["more than all", { unfinished: 1, progress: 1.2 }, ["running"], false, { value: 1, mode: "normal" }],
  ] as const)("show the state: %s", (_name, activity, states, unseen, bar) => {
    expect(taskbarOf(activity, states, unseen)).toEqual(bar);
  });

  it("show a failure until the user looks at the window", async () => {
    const { engine, clock, window } = await launch();
    engine.emit({ event: "cleaning.changed", cleaning: cleaning({ state: "failed" }) });
    clock.advance(100);
    expect(window().progress.at(-1)?.mode).toBe("error");
    window().focused = true;
    window().emitter.emit("focus");
    clock.advance(100);
    expect(window().progress.at(-1)?.mode).toBe("none");
  });

  it("count the cleanings that need the user", async () => {
    const { engine, clock } = await launch({ platform: "darwin" });
    engine.activity = { ...IDLE, unfinished: 2, waitingForUser: 2 };
    engine.emit({ event: "accounts.changed" });
    clock.advance(100);
    expect(state.badge).toBe(2);
    engine.activity = IDLE;
    clock.advance(2_000);
    expect(state.badge).toBe(0);
  });

  it("show the number of cleanings that need the user as an overlay with a description on Windows", async () => {
    const { engine, clock, window } = await launch({ platform: "win32" });
    engine.activity = { ...IDLE, unfinished: 1, waitingForUser: 1 };
    engine.emit({ event: "accounts.changed" });
    clock.advance(100);
    expect(window().overlays.at(-1)?.description).toBe("One cleaning needs you");
    engine.activity = IDLE;
    clock.advance(2_000);
    expect(window().overlays.at(-1)).toEqual({ image: null, description: "" });
    expect(state.badge).toBe(0);
  });
});

describe("the system", () => {
  it.each([
    ["lists are transferred", { transferring: true, unfinished: 1 }, { unfinished: 1 }],
    ["a file is written", { writing: true }, {}],
  ])("is kept awake only while %s", async (_name, during, after) => {
    const { engine, clock } = await launch();
    expect(state.blockers.size).toBe(0);
    engine.activity = { ...IDLE, ...during };
    engine.emit({ event: "cleaning.changed", cleaning: cleaning() });
    clock.advance(100);
    expect(state.blockers.size).toBe(1);
    clock.advance(10_000);
    expect(state.blockers.size).toBe(1);
    engine.activity = { ...IDLE, ...after };
    clock.advance(2_000);
    expect(state.blockers.size).toBe(0);
  });

  it("is no longer kept awake once Winnow quits", async () => {
    const { engine, clock, window } = await launch();
    engine.activity = { ...IDLE, transferring: true, unfinished: 1 };
    engine.emit({ event: "cleaning.changed", cleaning: cleaning() });
    clock.advance(100);
    state.dialogResults.push({ response: 1 });
    window().pressClose();
    await vi.waitFor(() => expect(state.quit).toBe(true));
    clock.advance(10_000);
    expect(state.blockers.size).toBe(0);
  });
});

describe("a notification", () => {
  it.each([
    ["the window is focused", (d: LaunchedDesktop) => void Object.assign(d.window(), { focused: true })],
    [
      "the user switched off notifications",
      (d: LaunchedDesktop) =>
        void d.engine.answers.set("settings.get", { ...DEFAULT_SETTINGS, notifications: false }),
    ],
    [
      "the system does not support notifications",
      () => void Object.assign(state, { notificationsSupported: false }),
    ],
  ])("is not shown when %s", async (_name, arrange) => {
    const launched = await launch();
    arrange(launched);
    launched.engine.emit({ event: "cleaning.finished", cleaning: cleaning({ state: "done" }) });
    await new Promise((resolve) => setImmediate(resolve));
    expect(state.notifications).toEqual([]);
  });

  const title = problem("cancelled").title;
  const needsUser = { problem: problem("cancelled") };
  it.each([
    ["cleaning.finished", { state: "done" }, "running", "contacts.csv is done"],
    ["cleaning.changed", { state: "done" }, "running", null],
    ["cleaning.changed", { state: "failed", ...needsUser }, "running", "contacts.csv needs attention"],
    ["cleaning.finished", { state: "failed", ...needsUser }, "failed", null],
    ["cleaning.changed", { state: "failed", ...needsUser }, "failed", null],
    [
      "cleaning.changed",
      { state: "waiting", waiting: { for: "credits", since: 0 } },
      "running",
      "contacts.csv is waiting for you",
    ],
    [
      "cleaning.changed",
      { ...waitingFor("account"), ...needsUser },
      "running",
      "contacts.csv is waiting for you",
    ],
    [
      "cleaning.changed",
      { ...waitingFor("disk"), ...needsUser },
      "running",
      "contacts.csv is waiting for you",
    ],
    // Before, it waited for the network.
    [
      "cleaning.changed",
      { ...waitingFor("account"), ...needsUser },
      "waiting",
      "contacts.csv is waiting for you",
    ],
    ["cleaning.changed", { state: "done", out, ...needsUser }, "done", "contacts.csv is waiting for you"],
    ["cleaning.changed", waitingFor("slot"), "running", null],
    ["cleaning.changed", waitingFor("network"), "running", null],
    ["cleaning.changed", { state: "running" }, undefined, null],
    ["cleaning.finished", { state: "cancelled" }, "running", null],
    ["cleaning.finished", { state: "imported" }, undefined, null],
  ] as const)("of %s with %j after the state %s has the title: %s", (event, changes, before, expected) => {
    const told = cleaning(changes);
    const notice = noticeOf(
      { event, cleaning: told },
      before === undefined ? undefined : { state: before, stood: null },
    );
    expect(notice?.title ?? null).toBe(expected);
    if (notice !== null && "problem" in changes) expect(notice.body).toBe(title);
  });

  it("is shown once while a cleaning retries, and again after the cleaning made progress", () => {
    let heard: LastState | undefined;
    const told = ["running", "disk", "running", "disk", "account", "running", "further"].map((now) => {
      const changes =
        now === "running"
          ? {}
          : now === "further"
            ? { ...waitingFor("account"), verified: 10 }
            : waitingFor(now === "disk" ? "disk" : "account");
      const event = { event: "cleaning.changed" as const, cleaning: cleaning(changes) };
      const notice = noticeOf(event, heard);
      heard = lastStateOf(event.cleaning, heard);
      return notice !== null;
    });
    expect(told).toEqual([false, true, false, false, true, false, true]);
  });
});
