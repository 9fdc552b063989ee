import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { unwrap } from "../support/in-process.ts";
import { at, begin, plain, settledOut, start, stop, users } from "./user-files.ts";

describe("the file that a long cleaning writes at its end", { timeout: 90_000 }, () => {
  it.each(["out.csv", "out.xlsx"])(
    "is written once when Winnow ends between writing %s and recording it",
    async (name) => {
      let broken = true;
      const first = await start({
        probe(point) {
          if (point === "after:out" && broken) throw new Error("ends here");
        },
      });
      const { id } = unwrap(await begin(first, plain(name)));
      await first.until(id, ({ state, problem }) => state === "done" && problem !== null);
      const before = readFileSync(at(name));
      await stop(first);
      broken = false;
      const second = await start();
      const cleaning = await second.until(id, settledOut);
      expect(cleaning).toMatchObject({ problem: null, out: { rows: 50 } });
      expect(readFileSync(at(name)).equals(before)).toBe(true);
      expect(readdirSync(users).sort()).toEqual(["list.csv", name]);
    },
  );
});
