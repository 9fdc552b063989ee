import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { splitRows } from "../../../electron/engine/memory/suppression-file.ts";
import type { SuppressionShape } from "../../../shared/suppression-formats.ts";
import { unwrap } from "../../support/in-process.ts";
import { at, folder, read } from "./engine.ts";

let last: number;

async function take(name: string, text: string): Promise<void> {
  unwrap(await at.call("memory.import", { listId: await read(text), name }));
}

const audience = (...rows: string[]) =>
  `Email Address,MEMBER_RATING,LEID,EUID,UNSUB_TIME,UNSUB_REASON,CLEAN_TIME\n${rows.join("\n")}\n`;

beforeAll(async () => {
  const source = { kind: "text" as const, name: "mine", text: "zoe@mine.example\n@acme.example\n" };
  unwrap(await at.call("suppression.add", { name: "mine", source }));
  await take(
    "bounces.csv",
    "status,reason,email,created\n5.1.1,user unknown,ann@dead.example,1709287872\n5.7.1,spam,bob@fine.example,1709287872\n",
  );
  await take(
    "audience.csv",
    audience(
      "ann@dead.example,1,1,a,2024-05-01 10:00:00,NORMAL,",
      "cat@left.example,1,2,b,2024-05-01 10:00:00,NORMAL,",
      "dan@maybe.example,1,3,c,,,2024-05-01 10:00:00",
    ),
  );
  last = unwrap(await at.call("memory.imports", {})).imports[0]?.createdAt ?? 0;
});

let files = 0;
async function exportSuppression(as: SuppressionShape, since: number | null = null) {
  const path = join(folder, `out-${++files}.csv`);
  const target = { kind: "path" as const, path, overwrite: false };
  const answer = unwrap(await at.call("exports.suppression", { as, since, target }));
  return { ...answer, lines: readFileSync(path, "utf8").trimEnd().split("\n") };
}

it("the suppression export contains every suppressed and every undeliverable address", async () => {
  expect(await exportSuppression("list")).toMatchObject({
    ...{ addresses: 3, domains: 1, domainsLeftOut: 0 },
    lines: ["@acme.example", "ann@dead.example", "cat@left.example", "zoe@mine.example"],
  });
});

it.each<[SuppressionShape, string[]]>([
  ["mailchimp", ["Email Address", "ann@dead.example", "cat@left.example", "zoe@mine.example"]],
  ["activecampaign", ["*@acme.example", "ann@dead.example", "cat@left.example", "zoe@mine.example"]],
  ["ses", ["ann@dead.example,COMPLAINT", "cat@left.example,COMPLAINT", "zoe@mine.example,COMPLAINT"]],
])("the suppression export uses the format of %s", async (as, lines) => {
  expect((await exportSuppression(as)).lines).toEqual(lines);
});

it("the suppression export since a time contains only new addresses, and is refused if there are none", async () => {
  const news = await exportSuppression("mailgun", last);
  expect(news.lines).toEqual([
    "address,tags,created_at",
    'cat@left.example,*,"Wed, 01 May 2024 10:00:00 GMT"',
  ]);
  const target = { kind: "path" as const, path: join(folder, "none.csv"), overwrite: false };
  const asked = { as: "list" as const, since: last + 1, target };
  expect(await at.call("exports.suppression", asked)).toMatchObject({
    problem: { code: "suppression_nobody" },
  });
});

it("the suppression export guards and counts possible formulas, and keeps other entries unchanged", async () => {
  const harmful = ["=cmd|calc!a0@evil.example", "=hyperlink@evil.example", "+cmd|calc!a0@evil.example"];
  const ordinary = ["+15551234567@sms.example", "-ann@fine.example", "@firm.example", "a=b@fine.example"];
  const text = [...harmful, ...ordinary].join("\n");
  unwrap(await at.call("suppression.add", { name: "odd", source: { kind: "text", name: "odd", text } }));
  const importedAfter = unwrap(await at.call("memory.imports", {})).imports[0]?.createdAt;
  const guarded = harmful.map((entry) => `'${entry}`);
  const list = await exportSuppression("list", importedAfter);
  expect(list).toMatchObject({ addresses: 6, domains: 1, guarded: 3 });
  expect(new Set(list.lines)).toEqual(new Set([...guarded, ...ordinary]));
  const mailgun = await exportSuppression("mailgun", importedAfter);
  expect(mailgun).toMatchObject({ addresses: 6, domainsLeftOut: 1, guarded: 3 });
  expect(mailgun.lines.filter((line) => line.startsWith("'"))).toHaveLength(3);
});

it.each<[string, string[]]>([["files of so many rows", ["a", "b", "c", "d", "e", "f", "g", "h", "i"]]])(
  "the suppression export splits rows into %s, each under the header",
  (_, rows) => {
    const files = splitRows(rows, { header: "Email", maxRows: 4, maxBytes: Number.POSITIVE_INFINITY });
    expect(files.length).toBe(Math.ceil(rows.length / 4));
    for (const file of files) expect(file.startsWith("Email\n")).toBe(true);
    expect(files.flatMap((file) => file.trimEnd().split("\n").slice(1))).toEqual(rows);
  },
);

it("the suppression export splits rows by the bytes of a file, including its header", () => {
  const rows = ["äö", "b", "cc", "dddd"];
  const files = splitRows(rows, { header: "h", maxRows: Number.POSITIVE_INFINITY, maxBytes: 9 });
  expect(files).toEqual(["h\näö\nb\n", "h\ncc\n", "h\ndddd\n"]);
});

it("the suppression export writes numbered files, and overwrites existing ones only if the user agreed", async () => {
  const many = join(folder, "many.txt");
  writeFileSync(many, Array.from({ length: 100_000 }, (_, at) => `p${at}@many.example\n`).join(""));
  unwrap(await at.call("suppression.add", { name: "many", source: { kind: "path", path: many } }));
  const path = join(folder, "ses.csv");
  const second = join(folder, "ses-2.csv");
  writeFileSync(second, "last week's");
  const asked = { as: "ses" as const, target: { kind: "path" as const, path, overwrite: false } };
  expect(await at.call("exports.suppression", asked)).toMatchObject({ problem: { code: "out_exists" } });
  expect(readdirSync(folder).filter((name) => name.startsWith("ses"))).toEqual(["ses-2.csv"]);
  const { files, addresses } = unwrap(
    await at.call("exports.suppression", { ...asked, replaceNumbered: true }),
  );
  expect(files.map(({ name }) => name)).toEqual(["ses-1.csv", "ses-2.csv"]);
  const lines = files.map((file) => readFileSync(file.path, "utf8").trimEnd().split("\n").length);
  expect(lines).toEqual([100_000, addresses - 100_000]);
});
