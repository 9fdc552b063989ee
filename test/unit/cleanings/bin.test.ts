import { expect, it } from "vitest";
import { createBin } from "../../../electron/engine/cleanings/bin.ts";
import { createExecutorFixture } from "./executor-world.ts";

it("emptying the bin keeps a cleaning that is restored while another is erased", async () => {
  const { journal, layout, records, add } = createExecutorFixture();
  for (const id of ["c1", "c2"]) {
    add(id, []);
    records.finish(id, "done", null, 0, 0);
    records.setDeleted(id, 0);
  }
  const erased: string[] = [];
  const bin = createBin({
    ...{ journal, layout, records, closing: new AbortController().signal },
    stop: async (id) => records.setDeleted(id === "c1" ? "c2" : "c1", null),
    forgetVerdicts: async () => {},
    eraseList: async () => {},
    erased: (id) => void erased.push(id),
    log: () => {},
  });
  expect(await bin.empty(Number.MAX_SAFE_INTEGER)).toEqual([]);
  expect(erased).toHaveLength(1);
});
