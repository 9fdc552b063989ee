import { describe, expect, it } from "vitest";
import { engineRoomOf, type Import, imports, roomArrows } from "../support/imports.ts";

const within = (path: string, ...rooms: string[]) =>
  rooms.some((room) => path === room || path.startsWith(`${room}/`));
const isOurs = (path: string) => within(path, "electron", "renderer", "shared", "resources");
const breaking = (rule: (one: Import) => boolean) =>
  imports.filter(rule).map(({ from, to }) => `${from} → ${to}`);

describe("the imports", () => {
  it("are found in the sources", () => {
    expect(imports.length).toBeGreaterThan(200);
    expect(imports).toContainEqual({ from: "electron/engine/engine.ts", to: "shared/bridge.ts" });
  });

  it("never lead from shared/ to Node, DOM, Electron or another folder", () => {
    const broken = breaking(
      ({ from, to }) => within(from, "shared") && !within(to, "shared") && to !== "zod",
    );
    expect(broken).toEqual([]);
  });

  it("lead from renderer/ only to shared/ and packages for the page", () => {
    const broken = breaking(
      ({ from, to }) =>
        within(from, "renderer") &&
        ((isOurs(to) && !within(to, "renderer", "shared")) || to.startsWith("node:") || to === "electron"),
    );
    expect(broken).toEqual([]);
  });

  it("lead to Electron only from electron/desktop, main and preload", () => {
    const broken = breaking(
      ({ from, to }) =>
        (to === "electron" || to.startsWith("electron/main") || to === "electron-updater") &&
        !within(from, "electron/desktop") &&
        from !== "electron/main.ts" &&
        from !== "electron/preload.ts",
    );
    expect(broken).toEqual([]);
  });

  it("never lead from the engine to a host, the desktop, the sandbox or the page", () => {
    const broken = breaking(
      ({ from, to }) =>
        within(from, "electron/engine") && isOurs(to) && !within(to, "electron/engine", "shared"),
    );
    expect(broken).toEqual([]);
  });

  it("lead from the sandbox only to shared/ and serving/, which imports no other folder", () => {
    const broken = breaking(
      ({ from, to }) =>
        isOurs(to) &&
        ((within(from, "electron/sandbox") &&
          !within(to, "electron/sandbox", "electron/serving", "shared")) ||
          (within(from, "electron/serving") && !within(to, "electron/serving"))),
    );
    expect(broken).toEqual([]);
  });

  it("between engine rooms go through index.ts, types.ts or format.ts only", () => {
    const broken = breaking(({ from, to }) => {
      const [here, there] = [engineRoomOf(from), engineRoomOf(to)];
      if (there === null || here === there || !within(from, "electron/engine")) return false;
      // The public surface names the module, so that a host loads no more than it uses.
      if (from === "electron/engine/index.ts") return false;
      // The task table may load a room's thread tasks, and nothing else of it.
      if (from === "electron/engine/task-table.ts" && to.endsWith("/thread-tasks.ts")) return false;
      return !/\/(index|types|format)\.ts$/.test(to);
    });
    expect(broken).toEqual([]);
  });

  it("lead from the hosts and the desktop only to the engine's public surface", () => {
    const isEntrance = (path: string) => /^electron\/engine\/(index|engine|read-only-engine)\.ts$/.test(path);
    const broken = breaking(
      ({ from, to }) =>
        within(to, "electron/engine") && !within(from, "electron/engine") && isOurs(from) && !isEntrance(to),
    );
    expect(broken).toEqual([]);
  });

  it("form no cycle between the engine's rooms", () => {
    const known = roomArrows();
    const isKnownTo = (room: string, seen: Set<string>): Set<string> => {
      for (const next of known.get(room) ?? []) if (!seen.has(next)) isKnownTo(next, seen.add(next));
      return seen;
    };
    expect([...known.keys()].filter((room) => isKnownTo(room, new Set()).has(room))).toEqual([]);
  });

  it.each([
    ["store", ["electron/engine/clock.ts", "electron/engine/concurrency.ts", "electron/engine/handlers.ts"]],
    ["text", []],
  ])("lead from %s/ only to rooms below it", (room, below) => {
    const own = `electron/engine/${room}`;
    const broken = breaking(
      ({ from, to }) => within(from, own) && isOurs(to) && !within(to, own, "shared", ...below),
    );
    expect(broken).toEqual([]);
  });
});
