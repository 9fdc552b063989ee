import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createGrantedPaths } from "../../../electron/desktop/file-access.ts";

const reading = (path: string) => ({ source: { kind: "path", path } });
const writing = (path: string) => ({ cleaningId: "c1", target: { kind: "path", path, overwrite: true } });

describe("the paths that the page may use", () => {
  it("include files that the user opened, for reading only", () => {
    const granted = createGrantedPaths();
    expect(granted.allows(reading("/lists/a.csv"))).toBe(false);
    granted.grantRead("/lists/a.csv");
    expect(granted.allows(reading("/lists/a.csv"))).toBe(true);
    expect(granted.allows(reading("/lists/../lists/a.csv"))).toBe(true);
    expect(granted.allows(reading("/lists/b.csv"))).toBe(false);
    expect(granted.allows(writing("/lists/a.csv"))).toBe(false);
  });

  it("include files that the user chose to write, for writing only", () => {
    const granted = createGrantedPaths();
    granted.grantWrite("/out/clean.csv");
    expect(granted.allows(writing("/out/clean.csv"))).toBe(true);
    expect(granted.allows({ out: { path: "/out/clean.csv" } })).toBe(true);
    expect(granted.allows(reading("/out/clean.csv"))).toBe(false);
    expect(granted.allows(writing("/out/other.csv"))).toBe(false);
    expect(granted.allows({ out: { path: "/home/ann/.bashrc" } })).toBe(false);
  });

  it("do not restrict calls without a path", () => {
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
      expect(granted.allows(input)).toBe(true);
  });

  it("restrict every path in a call, however it is nested, repeated or circular", () => {
    const files: string[] = ["/lists/a", "/lists/b", "/lists/c"];
    const names = ["source", "target", "out", "options", "x"] as const;
    const place = fc.record({
      way: fc.array(fc.constantFrom(...names), { maxLength: 5 }),
      file: fc.nat(files.length - 1),
    });
    fc.assert(
      fc.property(
        fc.array(place, { maxLength: 6 }),
        fc.subarray(files),
        fc.subarray(files),
        (places, readable, writable) => {
          const granted = createGrantedPaths();
          for (const path of readable) granted.grantRead(path);
          for (const path of writable) granted.grantWrite(path);
          // Places share one object per file, whose `back` makes the input circular.
          const shared = files.map((path): Record<string, unknown> => ({ path }));
          const input: Record<string, unknown>[] = [];
          for (const one of shared) one.back = input;
          for (const { way, file } of places) {
            let inner = shared[file] ?? {};
            for (const name of way.toReversed()) inner = { [name]: [inner] };
            input.push(inner);
          }
          const isWritten = (way: readonly string[]) => way.includes("target") || way.includes("out");
          // Through `back`, every path can also be reached from a `target` or `out`.
          const written = places.some(({ way }) => isWritten(way));
          const expected = places.every(({ way, file }) => {
            const path = files[file] ?? "";
            const mayRead = isWritten(way) || readable.includes(path);
            return mayRead && (!written || (writable.includes(path) && mayRead));
          });
          expect(granted.allows({ input })).toBe(expected);
        },
      ),
    );
  });
});
