import { existsSync, readFileSync, statSync } from "node:fs";
import { expect, test } from "vitest";
import { readyPreflight } from "../../../electron/engine/catalog/index.ts";
import { createListFixture } from "./room.ts";

const sample = new URL("../../../resources/sample.csv", import.meta.url).pathname;

const room = () =>
  createListFixture({
    resolveUpload: (id) => (id === "u-1" ? { path: sample, name: "C:/fakepath/My list.csv" } : null),
    samplePath: sample,
  });

const startCleaning = ({ db }: ReturnType<typeof room>["journal"], listId: string) =>
  db
    .prepare(
      `INSERT INTO cleanings (id, name, list_id, account_id, scope, options, price, unique_addresses, agreed_credits, state, created_at)
       VALUES ('c', 'c', ?, 'a', 's', '{}', '{}', 1, 1, 'active', 0)`,
    )
    .run(listId);

test("a file is copied byte for byte, read, and its preflight stored", async () => {
  const { write, open, read, layout, journal, events } = room();
  const path = write("Email\na@a.example\nnope\n");
  const before = statSync(path);
  const { listId, name } = await open({ kind: "path", path });
  expect(name).toBe("in.csv");
  expect(readFileSync(layout.list(listId).original)).toEqual(readFileSync(path));
  const result = await read(listId);
  expect(result).toMatchObject({ ok: true, value: { rows: 2, unique: 1, malformed: 1, name: "in.csv" } });
  expect(readyPreflight(journal, listId)).toEqual(result);
  expect(events.at(-1)).toEqual({ event: "list.progress", listId, bytesRead: 23, bytesTotal: 23, rows: 2 });
  expect(statSync(path).mtimeMs).toBe(before.mtimeMs);
});

test("pasted text, the sample and an upload can be opened as lists", async () => {
  const { open, read, layout } = room();
  const pasted = await open({ kind: "text", name: "Pasted", text: "a@a.example, b@b.example, ü@c.example" });
  expect(await read(pasted.listId)).toMatchObject({
    ok: true,
    value: { name: "Pasted", kind: "text", unique: 3 },
  });
  const named = await open({ kind: "text", name: "Mail", text: '"Lee, Ann" <a@a.example>, B <b@b.example>' });
  expect(await read(named.listId)).toMatchObject({
    ok: true,
    value: { columns: [{ name: "Email" }, { name: "Name" }], unique: 2 },
  });
  const uploaded = await open({ kind: "upload", uploadId: "u-1" });
  expect(uploaded.name).toBe("My list.csv");
  const shown = await open({ kind: "sample" });
  expect(await read(shown.listId)).toMatchObject({ ok: true, value: { name: "sample.csv", rows: 1000 } });
  expect(readFileSync(layout.list(shown.listId).original)).toEqual(readFileSync(sample));
});

test("a read can be cancelled and leaves no half-read list", async () => {
  const { write, open, read, calls, context, layout } = room();
  const { listId } = await open({ kind: "path", path: write(`Email\n${"a@a.example\n".repeat(50_000)}`) });
  const reading = read(listId);
  expect(await calls["lists.cancel"]({ listId }, context)).toEqual({ ok: true, value: {} });
  expect(await reading).toMatchObject({ ok: false, problem: { code: "cancelled" } });
  expect(existsSync(layout.list(listId).columns)).toBe(false);
  expect(await read(listId)).toMatchObject({ ok: true, value: { rows: 50_000, unique: 1 } });
});

test("a list that a cleaning uses cannot be changed", async () => {
  const { write, open, read, calls, context, journal } = room();
  const { listId } = await open({ kind: "path", path: write("Email\na@a.example\n") });
  expect(await read(listId)).not.toHaveProperty("value.settled");
  startCleaning(journal, listId);
  expect(await calls["lists.discard"]({ listId }, context)).toMatchObject({
    problem: { code: "list_in_use" },
  });
  expect(await read(listId, { hasHeader: false })).toMatchObject({ problem: { code: "list_in_use" } });
  expect(await read(listId)).toMatchObject({ ok: true, value: { rows: 1, settled: true } });
  expect(await calls["lists.preflight"]({ listId }, context)).toMatchObject({ value: { settled: true } });
});

test("malformed rows are returned in pages, with line numbers and reasons", async () => {
  const { write, open, read, calls, context } = room();
  const rows = ['x,"two\nlines"', "@a.example,y", "ok@a.example,z", '"a b@c.example",z', "end..@a.example,é"];
  const { listId } = await open({ kind: "path", path: write(`Email,Note\r\n${rows.join("\r\n")}`) });
  await read(listId);
  const page = async (offset: number, limit: number) => {
    const result = await calls["lists.malformed"]({ listId, offset, limit }, context);
    return result.ok ? result.value : null;
  };
  const all = await page(0, 100);
  expect(all).toEqual({
    total: 4,
    rows: [
      { row: 0, line: 2, cell: "x", reason: "There is no @ in it." },
      { row: 1, line: 4, cell: "@a.example", reason: "There is nothing before the @." },
      { row: 3, line: 6, cell: "a b@c.example", reason: "There is a space before the @." },
      { row: 4, line: 7, cell: "end..@a.example", reason: "There is a dot right before the @." },
    ],
  });
  expect(await page(1, 2)).toEqual({ total: 4, rows: all?.rows.slice(1, 3) });
  expect(await page(10, 5)).toEqual({ total: 4, rows: [] });
});

test("a list that was read but not cleaned is offered again in the same state, until it is closed", async () => {
  const { write, open, read, calls, context, journal } = room();
  const unfinished = async () => {
    const answer = await calls["lists.unfinished"]({}, context);
    return answer.ok ? answer.value.lists : null;
  };
  expect(await unfinished()).toEqual([]);
  const text = "n,email\n1,ann@gmial.com\n2,bob@a.example\n";
  const first = await open({ kind: "path", path: write(text, "first.csv") });
  // A list that was opened but not read yet is not offered.
  expect(await unfinished()).toEqual([]);
  const options = { column: 1 };
  await calls["lists.read"]({ listId: first.listId, options }, context);
  await calls["lists.acceptTypos"]({ ...first, addresses: ["ann@gmial.com"], accept: true }, context);
  const second = await open({ kind: "path", path: write("email\nb@a.example\n", "second.csv") });
  const reading = read(second.listId);
  expect((await unfinished())?.map(({ name }) => name)).toEqual(["first.csv"]);
  await reading;
  expect(await unfinished()).toMatchObject([
    { listId: second.listId, name: "second.csv", options: {}, preflight: { unique: 1 } },
    { listId: first.listId, name: "first.csv", options, preflight: { corrected: 1, typos: 0 } },
  ]);
  startCleaning(journal, second.listId);
  expect((await unfinished())?.map(({ name }) => name)).toEqual(["first.csv"]);
  await calls["lists.discard"](first, context);
  expect(await unfinished()).toEqual([]);
});

test("likely typos are grouped by the intended domain and accepted together", async () => {
  const { write, open, calls, context } = room();
  const typos = ["a@gmial.com", "b@gmial.com", "c@gmail.con", "d@hotmial.com"];
  const { listId } = await open({ kind: "path", path: write(["email", ...typos, "e@b.example"].join("\n")) });
  await calls["lists.read"]({ listId, options: {} }, context);
  const page = { listId, offset: 0, limit: 10 };
  const accepted = async () => {
    const answer = await calls["lists.typoDomains"](page, context);
    return answer.ok ? answer.value.domains.map(({ accepted }) => accepted) : null;
  };
  expect(await calls["lists.typoDomains"](page, context)).toMatchObject({
    value: {
      total: 2,
      domains: [
        {
          domain: "gmail.com",
          from: [
            { domain: "gmial.com", addresses: 2 },
            { domain: "gmail.con", addresses: 1 },
          ],
          addresses: 3,
          accepted: 0,
        },
        { domain: "hotmail.com", from: [{ domain: "hotmial.com", addresses: 1 }], addresses: 1 },
      ],
    },
  });
  await calls["lists.acceptTypos"]({ listId, addresses: [], meant: ["gmail.com"], accept: true }, context);
  expect(await accepted()).toEqual([3, 0]);
  await calls["lists.acceptTypos"]({ listId, addresses: [], meant: "all", accept: true }, context);
  expect(await accepted()).toEqual([3, 1]);
  await calls["lists.acceptTypos"]({ listId, addresses: [], meant: ["gmail.com"], accept: false }, context);
  expect(await accepted()).toEqual([0, 1]);
});
