import { expect, it } from "vitest";
import type { Bridge } from "../../../../../../renderer/bridge.ts";
import {
  addressesText,
  chosenRows,
  rowsText,
} from "../../../../../../renderer/views/results/table/copy-rows.ts";
import { LIST_ORDER } from "../../../../../../renderer/views/results/view-state.ts";
import type { ResultRow } from "../../../../../../shared/bridge/results.ts";
import { ok } from "../../../../../../shared/result.ts";

function row(n: number, ...cells: string[]): ResultRow {
  const made = { row: n, cells, class: "first", verdict: null, flags: [], verifiedAt: null } as const;
  return { ...made, cells, flags: [], source: null, reason: "unverified", mark: null };
}

/** Fakes a list of `total` rows and records the calls. */
function listOf(total: number) {
  const asked: string[] = [];
  const bridge = {
    async call(name: string, input: { offset: number; limit: number; row: number }) {
      asked.push(name);
      if (name === "results.row") return ok({ row: row(input.row) });
      const rows = Array.from({ length: Math.min(input.limit, total - input.offset) }, (_, i) =>
        row(total - 1 - input.offset - i),
      );
      return ok({ total, sequence: 1, rows });
    },
  } as unknown as Bridge;
  const query = { cleaningId: "c", filter: {}, sort: LIST_ORDER };
  return {
    asked,
    take: (chosen: Parameters<typeof chosenRows>[2]) => chosenRows(bridge, query, chosen, total),
  };
}

it("rows are copied as tab-separated text under their headers, with the table's columns and order", () => {
  const rows: ResultRow[] = [
    { ...row(0, "a@x.example", "Ann", "1"), verdict: "undeliverable", flags: ["role", "free"], mark: "keep" },
    row(1, "b@x.example", 'B "Bo"\tX', "2"),
  ];
  const columns = [
    { key: "c1", name: "Name" },
    { key: "verdict", name: "Verdict" },
    { key: "flags", name: "Flags" },
    { key: "c0", name: "Email" },
  ] as const;
  expect(rowsText(rows, columns, false)).toBe(
    [
      "Name\tVerdict\tFlags\tEmail",
      "Ann\tUndeliverable\tMarked keep, Role, Free provider\ta@x.example",
      '"B ""Bo""\tX"\tNo verdict\t\tb@x.example',
    ].join("\n"),
  );
  expect(addressesText(rows, 0)).toBe("a@x.example\nb@x.example");
});

it("selected rows are copied in the order on screen", async () => {
  const { take } = listOf(1_200);
  const some = await take({ kind: "some", rows: new Set([3, 1_100, 700]) });
  expect(some.ok && some.value?.map((one) => one.row)).toEqual([1_100, 700, 3]);
  const all = await take({
    kind: "all",
    except: new Set(Array.from({ length: 1_198 }, (_, i) => i)),
    shown: 1_200,
  });
  expect(all.ok && all.value?.map((one) => one.row)).toEqual([1_199, 1_198]);
});
