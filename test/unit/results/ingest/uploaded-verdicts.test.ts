import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { beginResults } from "../../../../electron/engine/results/index.ts";
import { readResults } from "../../../../electron/engine/results/results-file.ts";
import { resultTasks } from "../../../../electron/engine/results/tasks.ts";
import { layoutOf, openColumns } from "../../../../electron/engine/store/index.ts";
import { flagsOf, verdictOf } from "../../../../shared/verdicts.ts";
import { buildList } from "../build-list.ts";

const NAMES = ["Verification Result", "Syntax Error", "ISP", "Role", "Disposable", "Trap", "Verified At"];
const OWN_AT = "2026-03-01T10:20:30.456Z";
const ADDRESSES = Array.from({ length: 8 }, (_, i) => `u${i}@example.com`);
const own = (i: number) => [i % 3 === 0 ? "accept-all" : "deliverable", "N", "Y", "N", "N", "N", OWN_AT];
const old = () => ["undeliverable", "Y", "N", "N", "Y", "Y", "2020-01-01T00:00:00.000Z"];
/** Somebody else of the list, as in a column of referrers. */
const friend = (i: number) => ADDRESSES[(i + 1) % ADDRESSES.length] ?? "";

/** What a list says of every address, beside it. */
type Extra = { readonly names: readonly string[]; readonly cells: (i: number) => readonly string[] };
const WHOLE: Extra = { names: NAMES, cells: old };
const WORDS: Extra = { names: ["Old state"], cells: () => ["undeliverable"] };
const REFERRED: Extra = { names: ["Email"], cells: (i) => [friend(i)] };

type Place = "before" | "after" | "between";
const arranged = (place: Place, address: string, extra: readonly string[], result: readonly string[]) =>
  ({
    before: [...extra, address, ...result],
    after: [address, ...result, ...extra],
    between: [address, ...extra, ...result],
  })[place];

async function take(file: string, extra: Extra, allColumns = true) {
  const { dataDir, list } = buildList({
    records: ADDRESSES.map((address, i) => Buffer.from(`${[address, ...extra.cells(i)].join(",")}\n`)),
    addresses: ADDRESSES,
    head: Buffer.from(`Mail,${extra.names.join(",")}\n`),
    meta: { columns: ["Mail", ...extra.names] },
  });
  const layout = layoutOf(dataDir);
  const cleaning = layout.cleaning("c1");
  beginResults(cleaning.results, { fate: new Uint16Array(ADDRESSES.length).fill(1), known: null });
  mkdirSync(dirname(cleaning.results), { recursive: true });
  writeFileSync(cleaning.download(1), file);
  const result = await resultTasks["results.ingest"](
    {
      list,
      results: cleaning.results,
      archive: layout.archive,
      scope: "sandbox",
      cleaningId: "c1",
      ordinal: 1,
      download: cleaning.download(1),
      expectedTotal: ADDRESSES.length,
      allColumns,
    },
    { progress: () => undefined },
  );
  const store = openColumns(cleaning.results, { readonly: true });
  const columns = readResults(store, ADDRESSES.length);
  store.close();
  const rows = ADDRESSES.map(
    (_, id) =>
      `${verdictOf(columns.verdict[id] ?? 0)} ${flagsOf(columns.flags[id] ?? 0).join("+")} ${columns.verifiedAt[id]}`,
  );
  return { result, rows };
}

const TRUE_ROWS = ADDRESSES.map(
  (_, i) => `${i % 3 === 0 ? "accept_all" : "deliverable"} free ${Date.parse(OWN_AT)}`,
);

function file(place: Place, extra: Extra, header: "as uploaded" | "renamed" | "none" | "short") {
  const names = extra.names.map((name) => (header === "as uploaded" ? name : `Uploaded ${name}`));
  const head = arranged(place, "Email", names, NAMES);
  const lines = ADDRESSES.map((address, i) => arranged(place, address, extra.cells(i), own(i)).join(","));
  const top = header === "none" ? [] : [(header === "short" ? head.slice(0, -1) : head).join(",")];
  return [...top, ...lines, ""].join("\n");
}

const EXTRAS = {
  "a whole set of verdict columns": WHOLE,
  "verdicts by another name": WORDS,
};

describe.each(Object.entries(EXTRAS))("a list that was uploaded with %s", (_, extra) => {
  describe.each(["before", "after", "between"] as const)("which came back %s the service's", (place) => {
    it.each(["renamed", "none"] as const)(
      "has the service's verdicts, with a header that is %s",
      async (header) => {
        const { result, rows } = await take(file(place, extra, header), extra);
        expect(result).toMatchObject({ ok: true, value: { received: ADDRESSES.length, missing: 0 } });
        expect(rows).toEqual(TRUE_ROWS);
      },
    );
  });

  it("takes nothing from a file that holds only what was uploaded", async () => {
    const lines = ADDRESSES.map((address, i) => [address, ...extra.cells(i)].join(","));
    const { result, rows } = await take([...lines, ""].join("\n"), extra);
    expect(result).toMatchObject({ ok: false, problem: { code: "service_nonsense" } });
    expect(new Set(rows)).toEqual(new Set(["null  0"]));
  });
});

it("where two columns of verdicts cannot be told apart, none is taken", async () => {
  const sent: Extra = { names: ["Result"], cells: () => ["undeliverable"] };
  const lines = ADDRESSES.map((address, i) => `${address},unknown,${own(i).join(",")}`);
  const { result } = await take([...lines, ""].join("\n"), sent);
  expect(result).toMatchObject({ ok: false, problem: { code: "service_nonsense" } });
});

it.each(["before", "after", "between"] as const)(
  "a column of other people's addresses, %s, is not taken for that of the addresses",
  async (place) => {
    const { rows } = await take(file(place, REFERRED, "renamed"), REFERRED);
    expect(rows).toEqual(TRUE_ROWS);
  },
);
