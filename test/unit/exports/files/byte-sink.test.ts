import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createByteSink } from "../../../../electron/engine/exports/files/byte-sink.ts";
import { suiteFolder } from "../../../support/folders.ts";
import { seededRandom } from "../../../support/random.ts";

const folder = suiteFolder();

/** Yields chunks of all sizes, some larger than a slice, and more bytes in total than the sink buffers. */
function* pieces(): Generator<Buffer> {
  const random = seededRandom(7);
  const noise = Buffer.from(Uint8Array.from({ length: 6_000_000 }, () => random() * 256));
  for (let n = 0; n < 40; n++) {
    const most = n % 10 === 0 ? noise.length : n % 3 === 0 ? 900_000 : 90;
    const start = Math.floor(random() * (noise.length - 1));
    yield noise.subarray(start, start + Math.floor(random() * most));
  }
}

describe("a byte sink", () => {
  it.each(["waiting now and then", "never waiting"])("writes every byte in order, %s", async (how) => {
    const path = join(folder, how);
    const sink = createByteSink(path);
    const hash = createHash("sha256");
    let total = 0;
    for (const [at, piece] of [...pieces()].entries()) {
      hash.update(piece);
      total += piece.length;
      if (at % 2 === 0) sink.write(piece);
      else sink.add(piece, 0, piece.length);
      if (how === "waiting now and then") await sink.yieldToEvents();
    }
    expect(total).toBeGreaterThan(8_000_000);
    expect(await sink.finish()).toBe(total);
    expect(createHash("sha256").update(readFileSync(path)).digest("hex")).toBe(hash.digest("hex"));
  });
});
