import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { openDownloads } from "../../../../electron/engine/exports/index.ts";
import { testFolder } from "../../../support/folders.ts";
import { createFakeClock, type FakeClock } from "../../cleanings/stepped-clock.ts";

const ID = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
let folder: string;
let clock: FakeClock;

beforeEach(() => {
  folder = testFolder();
  clock = createFakeClock();
});

function opened(mostBytes = 1000) {
  const downloads = openDownloads(folder, { clock, keptFor: 60_000, mostBytes });
  return {
    ...downloads,
    /** Writes an export of one 100-byte file and returns its download ID. */
    write(n: number, cleaningId = "c1"): string {
      const path = join(downloads.make(ID(n)), "clean.csv");
      writeFileSync(path, Buffer.alloc(100));
      return downloads.register(ID(n), { cleaningId, path, name: "clean.csv", bytes: 100 });
    },
    isThere: (n: number) => existsSync(join(folder, ID(n))),
  };
}

describe("an export that a browser fetches", () => {
  it("is kept for a while after the last request, then deleted from the disk", async () => {
    const downloads = opened();
    const id = downloads.write(1);
    await clock.advance(50_000);
    expect(downloads.find(id)).toEqual({ path: join(folder, ID(1), "clean.csv"), name: "clean.csv" });
    await clock.advance(50_000);
    expect(downloads.isThere(1)).toBe(true);
    await clock.advance(20_000);
    expect(downloads.isThere(1)).toBe(false);
    expect(downloads.find(id)).toBeNull();
  });

  it("is deleted early when the total size exceeds the limit, least recently requested first", () => {
    const downloads = opened(200);
    const first = downloads.write(1);
    downloads.write(2);
    downloads.find(first);
    downloads.write(3);
    expect([1, 2, 3].map(downloads.isThere)).toEqual([true, false, true]);
  });

  it("is deleted when Winnow ends, and at the next start if any was left", () => {
    const downloads = opened();
    downloads.write(1);
    downloads.make(ID(2));
    downloads.close();
    expect(downloads.isThere(1)).toBe(false);
    opened().removeLeftovers();
    expect(downloads.isThere(2)).toBe(false);
  });
});
