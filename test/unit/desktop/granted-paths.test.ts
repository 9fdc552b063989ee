import { describe, expect, it } from "vitest";
import { createGrantedPaths } from "../../../electron/desktop/granted-paths.ts";

const reading = (path: string) => ({ source: { kind: "path", path } });
const writing = (path: string) => ({ cleaningId: "c1", target: { kind: "path", path, overwrite: true } });

describe("the files that the page may name", () => {
  it("are those that the user showed, for reading only", () => {
    const granted = createGrantedPaths();
    expect(granted.allow(reading("/lists/a.csv"))).toBe(false);
    granted.read("/lists/a.csv");
    expect(granted.allow(reading("/lists/a.csv"))).toBe(true);
    expect(granted.allow(reading("/lists/../lists/a.csv"))).toBe(true);
    expect(granted.allow(reading("/lists/b.csv"))).toBe(false);
    expect(granted.allow(writing("/lists/a.csv"))).toBe(false);
  });

  it("are those that the user chose to write to, for writing only", () => {
    const granted = createGrantedPaths();
    granted.write("/out/clean.csv");
    expect(granted.allow(writing("/out/clean.csv"))).toBe(true);
    expect(granted.allow({ out: { path: "/out/clean.csv" } })).toBe(true);
    expect(granted.allow(reading("/out/clean.csv"))).toBe(false);
    expect(granted.allow(writing("/out/other.csv"))).toBe(false);
    expect(granted.allow({ out: { path: "/home/ann/.bashrc" } })).toBe(false);
  });

  it("are looked for wherever a call may name one, and all of them count", () => {
    const granted = createGrantedPaths();
    granted.read("/lists/a.csv");
    expect(granted.allow({ sources: [{ path: "/lists/a.csv" }, { path: "/lists/b.csv" }] })).toBe(false);
    expect(granted.allow({ deep: { deeper: [{ target: [{ path: "/lists/a.csv" }] }] } })).toBe(false);
    expect(granted.allow({ path: "/backups/old.db" })).toBe(false);
  });

  it("do not matter to calls that name none, of whatever shape", () => {
    const granted = createGrantedPaths();
    const round: Record<string, unknown> = { listId: "l1" };
    round.self = round;
    for (const input of [
      undefined,
      null,
      5,
      "path",
      {},
      [],
      { path: 5 },
      { target: { kind: "download" } },
      round,
    ])
      expect(granted.allow(input)).toBe(true);
  });
});
