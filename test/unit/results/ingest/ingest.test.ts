import { mkdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { openArchive } from "../../../../electron/engine/ledger/archive.ts";
import {
  createResults,
  FATE,
  presentTotals,
  type ResultTotals,
} from "../../../../electron/engine/results/index.ts";
import type { IngestInput } from "../../../../electron/engine/results/ingest/ingest.ts";
import { readResults } from "../../../../electron/engine/results/results-store.ts";
import { resultTasks } from "../../../../electron/engine/results/thread-tasks.ts";
import { layoutOf, openColumns } from "../../../../electron/engine/store/index.ts";
import { foldAddress } from "../../../../shared/fold-addresses.ts";
import {
  FLAG_BIT,
  flagsOf,
  SOURCE_CODE,
  sourceOf,
  VERDICT_CODE,
  verdictOf,
} from "../../../../shared/verdicts.ts";
import { listOf } from "../build-list.ts";

const HEADER = "Email,Verification Result,Syntax Error,ISP,Role,Disposable,Trap,Verified At";
const AT = "2026-03-01T10:20:30.456Z";
const NOW = Date.parse("2026-03-02T00:00:00.000Z");
const ADDRESSES = ["ann@acme.example", "Bob@Beta.example", "cy@gamma.example", "zoë@münchen.example"];

interface Taken {
  result: Awaited<ReturnType<(typeof resultTasks)["results.ingest"]>>;
  /** `address: verdict flags source time` per address. */
  rows: string[];
  again(file: string): Promise<Taken>;
  totals(): ResultTotals;
  archive: string;
  /** The file as it is kept. */
  readonly kept: string;
}

async function take(
  file: string | Buffer,
  addresses = ADDRESSES,
  expectedTotal: number | null = null,
  fold = foldAddress,
  size?: number,
  more: Partial<IngestInput> = {},
): Promise<Taken> {
  const { dataDir, list } = listOf(addresses, fold);
  const layout = layoutOf(dataDir);
  const cleaning = layout.cleaning("c1");
  createResults(cleaning.results, { fate: new Uint16Array(addresses.length).fill(1), known: null });
  mkdirSync(dirname(cleaning.results), { recursive: true });
  const run = async (content: string | Buffer): Promise<Taken> => {
    writeFileSync(cleaning.download(1), content);
    if (size !== undefined) truncateSync(cleaning.download(1), size);
    const result = await resultTasks["results.ingest"](
      {
        list,
        results: cleaning.results,
        archive: layout.archive,
        scope: "sandbox",
        cleaningId: "c1",
        ordinal: 1,
        download: cleaning.download(1),
        expectedTotal,
        now: NOW,
        ...more,
      },
      { progress: () => undefined },
    );
    const store = openColumns(cleaning.results, { readonly: true });
    const columns = readResults(store, addresses.length);
    store.close();
    const rows = addresses.map((address, id) =>
      [
        `${address}:`,
        verdictOf(columns.verdict[id] ?? 0),
        flagsOf(columns.flags[id] ?? 0).join("+") || "-",
        sourceOf(columns.source[id] ?? 0),
        columns.verifiedAt[id] === Date.parse(AT) ? "timed" : columns.verifiedAt[id],
      ].join(" "),
    );
    const kept = readFileSync(cleaning.download(1), "utf8");
    return {
      result,
      rows,
      again: run,
      totals: () => presentTotals(layout, { cleaningId: "c1", listId: "l1" }),
      archive: layout.archive,
      kept,
    };
  };
  return run(file);
}

const GOOD = [
  "ann@acme.example: deliverable free+role service timed",
  "Bob@Beta.example: accept_all - service timed",
  "cy@gamma.example: undeliverable syntax_error+trap service timed",
  "zoë@münchen.example: unknown disposable service timed",
];
const LINES: [string, string, string][] = [
  ["ann@acme.example", "deliverable", "N,Y,Y,N,N"],
  ["bob@beta.example", "accept-all", "N,N,N,N,N"],
  ["cy@gamma.example", "undeliverable", "Y,N,N,N,Y"],
  ["zoë@münchen.example", "unknown", "N,N,N,Y,N"],
];
const plain = (lines = LINES) => lines.map(([a, v, f]) => `${a},${v},${f},${AT}`);

const IN_ASCII = "zoë@xn--mnchen-3ya.example";

describe("an address that is returned with its domain in another spelling", () => {
  it.each([
    ["in ASCII", "zoë@münchen.example", IN_ASCII],
    ["in its own script", IN_ASCII, "zoë@MÜNCHEN.example"],
  ])("keeps the verdict: %s", async (_, sent, back) => {
    const { result, rows } = await take([HEADER, `${back},undeliverable,N,N,N,N,N,${AT}`, ""].join("\n"), [
      sent,
    ]);
    expect(result).toMatchObject({ ok: true, value: { received: 1, missing: 0, unexpected: 0 } });
    expect(rows).toEqual([`${sent}: undeliverable - service timed`]);
  });
});

describe("a time in a results file", () => {
  it("is replaced by the time of arrival if it is in the far future", async () => {
    const lines = plain().map((line, at) => (at === 0 ? line.replace(AT, "9999-12-31T23:59:59.000Z") : line));
    const taken = await take([HEADER, ...lines, ""].join("\n"));
    expect(taken.rows[0]).toBe(`ann@acme.example: deliverable free+role service ${NOW}`);
    expect(taken.rows.slice(1)).toEqual(GOOD.slice(1));
  });
});

const FORMS: [string, string | Buffer][] = [
  ["as documented", [HEADER, ...plain(), ""].join("\n")],
  ["old line ends", [HEADER, ...plain(), ""].join("\r")],
  [
    "an extra accept-all column that the header does not name",
    [HEADER, ...LINES.map(([a, v, f]) => `${a},${v},${v === "accept-all" ? "Y" : "N"},${f},${AT}`)].join(
      "\n",
    ),
  ],
  [
    "uploaded columns before, the address under its own header",
    [
      `E-mail,Name,Status,${HEADER.slice(6)}`,
      ...LINES.map(([a, v, f], i) => `${a},"Doe, ""J"" ${i}",unknown,${v},${f},${AT}`),
    ].join("\n"),
  ],
];

describe("results.ingest", () => {
  it.each(FORMS)("reads a file: %s", async (_name, file) => {
    const taken = await take(file);
    expect(taken.result).toEqual({
      ok: true,
      value: {
        counts: { deliverable: 1, accept_all: 1, undeliverable: 1, unknown: 1 },
        received: 4,
        missing: 0,
        unexpected: 0,
        unknownVerdicts: 0,
      },
    });
    expect(taken.rows).toEqual(GOOD);
  });

  it("counts missing addresses as unknown and does not archive them", async () => {
    const taken = await take([HEADER, ...plain().slice(0, 2), ""].join("\n"), ADDRESSES, 4);
    expect(taken.result).toMatchObject({
      ok: true,
      value: { received: 2, missing: 2, counts: { unknown: 2 } },
    });
    expect(taken.rows[2]).toBe("cy@gamma.example: unknown - missing 0");
    expect(taken.totals()).toEqual({
      counts: { deliverable: 1, accept_all: 1, undeliverable: 0, unknown: 2 },
      missing: 2,
    });
    const archive = openArchive(taken.archive, { readonly: true });
    expect(archive.history(ADDRESSES, "sandbox").map((entries) => entries.length)).toEqual([1, 1, 0, 0]);
    archive.close();
  });

  it("keeps the newer of two rows, at equal times the more cautious, and nothing of addresses that were not sent", async () => {
    const lines = [
      HEADER,
      ...plain(),
      `eve@else.example,deliverable,N,N,N,N,N,${AT}`,
      "ann@acme.example,undeliverable,N,N,N,N,N,2020-01-01T00:00:00.000Z",
      `bob@beta.example,undeliverable,N,N,N,N,N,${AT}`,
    ];
    const taken = await take(lines.join("\n"));
    expect(taken.result).toMatchObject({ ok: true, value: { received: 4, unexpected: 1 } });
    expect(taken.rows).toEqual(GOOD.with(1, "Bob@Beta.example: undeliverable - service timed"));
    expect(taken.kept.length).toBe(lines.join("\n").length);
    expect(taken.kept).not.toContain("else");
    expect(taken.kept.split("\n").filter((line) => line.trim() !== "")).toEqual(lines.toSpliced(5, 1));
  });

  it("keeps rows of other addresses while one is missing: it may be its result in another spelling", async () => {
    const text = [HEADER, ...plain().slice(1), `an.n@acme.example,deliverable,N,N,N,N,N,${AT}`, ""].join(
      "\n",
    );
    const taken = await take(text);
    expect(taken.result).toMatchObject({ ok: true, value: { missing: 1, unexpected: 1 } });
    expect(taken.kept).toBe(text);
  });

  it("counts unrecognised verdicts as unknown and reports their number", async () => {
    const taken = await take([HEADER, ...plain()].join("\n").replace(",deliverable", ",risky"));
    expect(taken.result).toMatchObject({ ok: true, value: { unknownVerdicts: 1, counts: { unknown: 2 } } });
    expect(taken.rows[0]).toBe("ann@acme.example: unknown free+role service timed");
  });

  it("changes nothing when the same file or another one is ingested again", async () => {
    const taken = await take([HEADER, ...plain(), ""].join("\n"));
    const again = await taken.again([HEADER, ...plain().slice(1), ""].join("\n"));
    expect(again.result).toEqual(taken.result);
    expect(again.rows).toEqual(taken.rows);
    const archive = openArchive(taken.archive, { readonly: true });
    expect(archive.history(ADDRESSES, "sandbox").map((entries) => entries.length)).toEqual([1, 1, 1, 1]);
    archive.close();
  });

  it.each([
    ["in the middle of an address", 4, (text: string) => text.slice(0, text.lastIndexOf("@") + 3)],
    ["inside the time", 4, (text: string) => text.slice(0, -6)],
    ["inside the header", 4, (text: string) => text.slice(0, 12)],
    ["inside a quoted cell", 4, (text: string) => `${text.slice(0, text.lastIndexOf("\n") + 1)}"zo`],
    ["when the total is not known", null, (text: string) => text.slice(0, -6)],
  ])("ingests nothing from a file that is cut off %s", async (_name, total, cut) => {
    const taken = await take(cut([HEADER, ...plain()].join("\n")), ADDRESSES, total);
    expect(taken.result).toMatchObject({ ok: false, problem: { code: "results_incomplete" } });
    expect(taken.rows.every((row) => row.includes(": "))).toBe(true);
    expect(taken.totals().counts).toEqual({
      deliverable: 0,
      accept_all: 0,
      undeliverable: 0,
      unknown: 0,
    });
    const whole = await taken.again([HEADER, ...plain()].join("\n"));
    expect(whole.rows).toEqual(GOOD);
  });

  it.each([
    ["never closed", (line: string) => line.replace(",accept-all", ',"accept-all'), (line: string) => line],
    [
      "closed by the next record's",
      (line: string) => line.replace(",accept-all", ',"accept-all'),
      (line: string) => `"${line.split(",").join('", "')}"`,
    ],
  ])("skips only the record in which a quote is %s", async (_where, spoiled, others) => {
    const [first, second, ...rest] = plain();
    const lines = [first ?? "", spoiled(second ?? ""), ...rest.map(others)];
    const taken = await take([HEADER, ...lines, ""].join("\n"), ADDRESSES, 4);
    expect(taken.result).toMatchObject({ ok: true, value: { received: 3, missing: 1, unknownVerdicts: 0 } });
    expect(taken.rows.filter((_, at) => at !== 1)).toEqual(GOOD.filter((_, at) => at !== 1));
    expect(taken.rows[1]).toContain(": unknown - missing");
  });

  it.each([
    ["as it stands", '"ann, lee"@x.example'],
    ["as a quoted cell", '"""ann, lee""@x.example"'],
  ])("recognises an address with a quoted local part %s", async (_how, cell) => {
    const asked = ['"ann, lee"@x.example', "lee@x.example"];
    const file = `Email,Verification Result\n${cell},undeliverable\nlee@x.example,deliverable\n`;
    const taken = await take(file, asked, 2);
    expect(taken.result).toMatchObject({ ok: true, value: { received: 2, unexpected: 0 } });
    expect(taken.rows[0]).toContain(": undeliverable");
    expect(taken.rows[1]).toContain(": deliverable");
  });

  it.each([
    ["a page", "<!doctype html><html><body>Bad gateway</body></html>\n"],
    ["a JSON response", '{"success":false,"result":"Job not found"}'],
    ["some other table", "name,city\nAnn,Paris\n"],
  ])("refuses %s", async (_name, file) => {
    const taken = await take(file);
    expect(taken.result).toMatchObject({ ok: false, problem: { code: "service_nonsense" } });
  });
});

describe("a part", () => {
  const taking = (file: string, more: Partial<IngestInput>, addresses = ADDRESSES) =>
    take(file, addresses, null, foldAddress, undefined, more);
  const foreign = (own: number, others: number) =>
    [
      HEADER,
      ...plain(LINES.slice(0, own)),
      ...plain(LINES.slice(0, others)).map((line) => `other-${line}`),
      "",
    ].join("\n");

  it.each([
    [1, 2, "results_foreign"],
    [2, 3, null],
    [1, 1, null],
    [0, 4, "results_foreign"],
  ])("with %d own rows and %d rows of another list is refused with %s", async (own, others, code) => {
    const { result, rows } = await taking(foreign(own, others), {});
    expect(result).toMatchObject(code === null ? { ok: true } : { problem: { code } });
    if (code !== null) expect(rows[0]).toBe("ann@acme.example:  -  0");
    expect((await taking(foreign(own, others), { source: "imported" })).result).toMatchObject({ ok: true });
  });

  it.each([
    [1, 0, true],
    [1, 7, true],
    [1, 8, false],
    [1, undefined, false],
  ])(
    "that lacks %d of 4 rows after %s fetches is fetched again: %s",
    async (missing, shortFetches, isAgain) => {
      const file = [HEADER, ...plain(LINES.slice(missing)), ""].join("\n");
      const { result } = await taking(file, { shortFetches });
      if (isAgain) expect(result).toMatchObject({ value: { missing, isShort: true } });
      else expect(result).toMatchObject({ value: { received: 3, missing } });
    },
  );

  it("that is a single check gets verdict, flags and time from the response instead of a file", async () => {
    const answer = { verdict: "accept_all", flags: ["role", "trap"], at: Date.parse(AT) } as const;
    const { result, rows } = await taking("", { answer, download: "/nowhere" }, ["ann@acme.example"]);
    expect(result).toMatchObject({ value: { received: 1, missing: 0, unexpected: 0 } });
    expect(rows).toEqual(["ann@acme.example: accept_all role+trap service timed"]);
  });

  it("from an imported file uses the assumed time for rows without a time", async () => {
    const untimed = plain().map((line) => line.replace(AT, ""));
    const file = [HEADER, ...untimed.slice(0, 2), ...plain().slice(2), ""].join("\n");
    const { rows, archive: path } = await taking(file, { source: "imported", assumedAt: 77 });
    expect(rows.map((row) => row.split(" ").at(-1))).toEqual(["0", "0", "timed", "timed"]);
    const archive = openArchive(path, { readonly: true });
    const times = archive.history(ADDRESSES, "sandbox").map(([entry]) => entry?.verifiedAt);
    archive.close();
    expect(times).toEqual([77, 77, Date.parse(AT), Date.parse(AT)]);
  });
});

describe("a cleaning in parts", () => {
  it("ingests each part's own addresses and leaves the others unchanged", async () => {
    const addresses = ["a@x.example", "b@x.example", "c@x.example", "d@x.example"];
    const { dataDir, list } = listOf(addresses);
    const layout = layoutOf(dataDir);
    const cleaning = layout.cleaning("c1");
    createResults(cleaning.results, {
      fate: Uint16Array.of(1, 2, FATE.known, FATE.suppressed),
      known: {
        verdict: new Uint8Array(4).fill(VERDICT_CODE.accept_all),
        flags: new Uint8Array(4).fill(FLAG_BIT.role),
        verifiedAt: new Float64Array(4).fill(77),
        source: new Uint8Array(4).fill(SOURCE_CODE.known),
      },
    });
    const part = (ordinal: number, rows: string[]) => {
      writeFileSync(
        cleaning.download(ordinal),
        [HEADER, ...rows.map((row) => `${row},N,N,N,N,N,${AT}`), ""].join("\n"),
      );
      const { results } = cleaning;
      const { archive } = layout;
      const ingest = { list, results, archive, scope: "s", cleaningId: "c1", ordinal, expectedTotal: 1 };
      return resultTasks["results.ingest"](
        { ...ingest, download: cleaning.download(ordinal) },
        { progress: () => undefined },
      );
    };
    const second = await part(2, [
      "b@x.example,undeliverable",
      "a@x.example,deliverable",
      "d@x.example,deliverable",
    ]);
    expect(second).toMatchObject({ ok: true, value: { received: 1, unexpected: 2, missing: 0 } });
    expect(presentTotals(layout, { cleaningId: "c1", listId: "l1" })).toEqual({
      counts: { deliverable: 0, accept_all: 1, undeliverable: 1, unknown: 0 },
      missing: 0,
    });
    await part(1, ["A@x.example,deliverable"]);
    const store = openColumns(cleaning.results, { readonly: true });
    const columns = readResults(store, 4);
    store.close();
    expect(Array.from(columns.verdict, verdictOf)).toEqual([
      "deliverable",
      "undeliverable",
      "accept_all",
      null,
    ]);
    expect(Array.from(columns.source, sourceOf)).toEqual(["service", "service", "known", null]);
    expect(columns.verifiedAt[2]).toBe(77);
    const archive = openArchive(layout.archive, { readonly: true });
    // Known verdicts were archived when they were first received.
    expect(archive.history(addresses, "s").map((entries) => entries.length)).toEqual([1, 1, 0, 0]);
    archive.close();
  });
});
