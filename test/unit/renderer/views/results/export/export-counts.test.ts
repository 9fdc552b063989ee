import { afterEach, describe, expect, it, vi } from "vitest";
import { createStores } from "../../../../../../renderer/stores/winnow.tsx";
import {
  useExport,
  useExportCount,
  useExportCounts,
} from "../../../../../../renderer/views/results/export/useExport.ts";
import type { ExportFilter } from "../../../../../../shared/bridge/exports.ts";
import { problem } from "../../../../../../shared/problems.ts";
import { fail, ok } from "../../../../../../shared/result.ts";
import { fakeBridge } from "../../../../../support/fake-bridge.ts";
import { renderHook } from "../../../../../support/render-hook.ts";

afterEach(() => void vi.unstubAllGlobals());

/** A page whose n-th count finds n rows. */
function countingPage() {
  let rows = 0;
  const none = { unverified: 0, leftOut: {}, leavesOutSuppressed: true };
  return createStores(fakeBridge({ "exports.count": () => ok({ ...none, rows: ++rows }) }).bridge);
}

describe("an export of two files", () => {
  const named = (part: string) => ({
    name: `list-${part}.csv`,
    request: { cleaningId: "c1", filter: {}, format: { kind: "exact" as const }, withVerdicts: false, part },
  });

  it("writes them one after another, and keeps the first if the second fails", async () => {
    let files = 0;
    const { bridge, asked } = fakeBridge({
      "exports.write": ({ part = "" }) =>
        ++files === 4 ? fail(problem("internal")) : ok({ exportId: part, rows: 1, guarded: 0, files: [] }),
    });
    const hook = await renderHook(createStores(bridge), () => useExport(), null);
    const write = () => hook.act(() => hook.current().write([named("safe"), named("risky")]));
    const written = () => hook.current().outcomes.map(({ exportId }) => exportId);
    await write();
    expect(written()).toEqual(["safe", "risky"]);
    expect(hook.current().problem).toBeNull();
    await write();
    expect(written()).toEqual(["safe"]);
    expect(hook.current().problem?.code).toBe("internal");
    expect(asked.map(([name]) => name)).toEqual(Array(4).fill("exports.write"));
  });
});

describe("the counts of the export dialog", () => {
  it("are asked again when the results or the suppression list change", async () => {
    const winnow = countingPage();
    const hook = await renderHook(winnow, (filter: ExportFilter) => useExportCount("c1", filter), {});
    const { invalidate } = winnow.app.getState();
    const seen = [hook.current().account?.rows];
    for (const key of ["results c1", "suppression", "results c2"] as const) {
      await hook.act(() => invalidate(key));
      seen.push(hook.current().account?.rows);
    }
    expect(seen).toEqual([1, 2, 3, 3]);
  });

  it("are asked again for every preset when the filters or the count of the chosen preset change", async () => {
    const winnow = countingPage();
    const offered = (filter: ExportFilter) => [{ choice: "safe" as const, name: "", help: "", filter }];
    const [all, kept]: [ExportFilter, ExportFilter] = [{}, { keepEmpty: true }];
    const hook = await renderHook(
      winnow,
      ([filter, chosen]: [ExportFilter, unknown]) => useExportCounts("c1", offered(filter), chosen)(filter),
      [all, null],
    );
    const seen = [hook.current()];
    for (const next of [
      [all, 1],
      [all, 1],
      [all, 2],
      [kept, 2],
    ] as [ExportFilter, unknown][]) {
      await hook.render(next);
      seen.push(hook.current());
    }
    expect(seen).toEqual([null, 1, 1, 2, 3]);
  });
});
