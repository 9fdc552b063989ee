import fs, { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import Database from "better-sqlite3";
import { beforeEach, describe, expect, it } from "vitest";
import {
  type ByteRange,
  linesOf,
  mentionsInFile,
  writeBlanked,
} from "../../../electron/engine/erase/blank.ts";
import { eraseFromFacts, writeLeft } from "../../../electron/engine/erase/erase-list.ts";
import {
  blankTexts,
  createStaging,
  REPLACEMENT_SUFFIX,
  rewriteDatabase,
} from "../../../electron/engine/erase/staging.ts";
import { eraseTasks } from "../../../electron/engine/erase/thread-tasks.ts";
import {
  type Fact,
  factColumns,
  peopleOf,
  readFacts,
  writeFacts,
} from "../../../electron/engine/memory/index.ts";
import { encodingNamed } from "../../../electron/engine/text/index.ts";
import { testFolder } from "../../support/folders.ts";
import { unwrap } from "../../support/in-process.ts";

const ANN = "ann@gone.example";
const X = "x".repeat(ANN.length);
const people = peopleOf([ANN, "@left.example"]);

let folder: string;
beforeEach(() => {
  folder = testFolder();
});

const file = (name: string, content: string | Buffer) => {
  const path = join(folder, name);
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, content);
  return path;
};

describe("a text file", () => {
  it.each<[name: string, bytes: (text: string) => Buffer]>([
    ["UTF-8", (text) => Buffer.from(text)],
    ["UTF-16LE", (text) => Buffer.from(text, "utf16le")],
    ["UTF-16BE", (text) => Buffer.from(text, "utf16le").swap16()],
  ])(
    "in %s is blanked where it mentions an erased person, except line ends and delimiters",
    (name, bytes) => {
      const encoding = encodingNamed(name) ?? undefined;
      const path = file("list.csv", bytes(`é,b\r\n${ANN},1\r\nx ${ANN}`));
      const [first, second] = mentionsInFile(path, people, encoding);
      if (first === undefined || second === undefined) throw new Error("not found");
      const kept = new Set([",", "\r", "\n"].map((one) => one.charCodeAt(0)));
      const row = { start: first.start, end: first.end + bytes(",1\r\n").length, kept };
      writeBlanked(path, `${path}.new`, [row, second], encoding);
      expect(readFileSync(`${path}.new`)).toEqual(bytes(`é,b\r\n${" ".repeat(ANN.length)}, \r\nx ${X}`));
      expect(readFileSync(path)).toEqual(bytes(`é,b\r\n${ANN},1\r\nx ${ANN}`));
    },
  );

  it.each([
    ["at its start", `a ${ANN} b\nc`, [0, ANN.length + 4]],
    ["within", `a\r\nb ${ANN} c\rd`, [3, ANN.length + 7]],
    ["at its end", `a\nb ${ANN}`, [2, ANN.length + 4]],
  ])("yields the lines that mention an erased person: %s", (_, text, [start, end]) => {
    const path = file("part.csv", text);
    expect(linesOf(path, mentionsInFile(path, people))).toMatchObject([{ start, end }]);
    expect(linesOf("/nowhere", [])).toEqual([]);
  });

  it.each([",", ";", "\t", " ", "\n", "\r"])(
    "larger than one read is searched to its end, with chunks that end at %j",
    (end) => {
      const size = 4 * 1024 * 1024;
      const before = `${"y".repeat(size - 9)}${end}${ANN}${end}`;
      const path = file("long.csv", `${before}${"z".repeat(size - before.length + size - 5)}${end}${ANN}`);
      const starts = mentionsInFile(path, people).map(({ start }: ByteRange) => start);
      expect(starts).toEqual([size - 8, 2 * size - 4]);
    },
  );
});

describe("facts", () => {
  const fact = (entry: string, outcome: Fact["outcome"], words = ""): Fact => ({
    entry,
    outcome,
    at: 1,
    words,
  });

  it("about others are kept, with mentions of erased people blanked", () => {
    const path = join(folder, "facts");
    const all = [
      fact(ANN, "hard"),
      fact("bob@stays.example", "hard", `for ${ANN}`),
      fact("cy@stays.example", "sent", "ok"),
    ];
    unwrap(writeFacts(path, factColumns([...all, fact("eve@left.example", "hard")])));
    const { gone, places, left } = eraseFromFacts(path, 4, people);
    expect([gone, places]).toEqual([2, 1]);
    expect(left.toSorted((a, b) => (a.entry < b.entry ? -1 : 1))).toEqual([
      fact("bob@stays.example", "hard", `for ${X}`),
      fact("cy@stays.example", "sent", "ok"),
    ]);
    expect(() => eraseFromFacts(path, 5, people)).toThrow("store_corrupt");
  });

  it.each([
    ["suppression", { facts: 5, bounces: 1, sent: 1, addresses: 3, domains: 1 }],
    ["outcomes", { facts: 5, bounces: 1, sent: 1, addresses: 1, domains: 1 }],
  ])("left in a file of kind %s are counted", (kind, counts) => {
    const path = join(folder, "left");
    const left = [
      ...[fact("a@x.example", "hard"), fact("b@x.example", "sent"), fact("c@x.example", "complained")],
      ...[fact("c@x.example", "unsubscribed"), fact("@y.example", "suppressed")],
    ];
    expect(writeLeft(path, kind, left)).toEqual({ ...counts, digest: expect.any(String) });
    expect(unwrap(readFacts(path, 5)).count).toBe(5);
  });
});

describe("a database", () => {
  const createDatabase = () => {
    const path = join(folder, "some.db");
    const db = new Database(path);
    db.exec("CREATE TABLE t (name TEXT UNIQUE, bytes BLOB, other INT)");
    const insert = db.prepare("INSERT INTO t VALUES (?, ?, 1)");
    insert.run(`a ${ANN}`, Buffer.from(ANN));
    insert.run("a ann%40gone.example", Buffer.from("bob@stays.example"));
    insert.run("bob@stays.example", null);
    db.close();
    return path;
  };
  const rows = (path: string) => {
    const db = new Database(path, { readonly: true });
    const all = db.prepare("SELECT name, CAST(bytes AS TEXT) AS bytes FROM t ORDER BY name").all();
    db.close();
    return all;
  };

  it("is rewritten with mentions blanked in texts, and in blobs only on request", () => {
    const path = createDatabase();
    const to = join(folder, "new.db");
    expect(rewriteDatabase(path, to, (db) => blankTexts(db, people))).toBe(2);
    expect(rows(to)).toEqual([
      { name: `a ${X}`, bytes: ANN },
      { name: "a xxxxxxxxxxxxxxxxxx", bytes: "bob@stays.example" },
      { name: "bob@stays.example", bytes: null },
    ]);
    expect(rewriteDatabase(path, to, (db) => blankTexts(db, people, true))).toBe(3);
    expect(rows(to)[0]).toEqual({ name: `a ${X}`, bytes: X });
    expect(rows(path)).toHaveLength(3);
    expect(readFileSync(to).includes(ANN)).toBe(false);
    expect(readdirSync(folder).sort()).toEqual(["new.db", "some.db"]);
  });

  it("is not rewritten if it mentions no erased person", () => {
    const to = join(folder, "new.db");
    const others = peopleOf(["no@one.example"]);
    const path = createDatabase();
    expect(rewriteDatabase(path, to, (db) => blankTexts(db, others, true))).toBeNull();
    expect(readdirSync(folder)).toEqual(["some.db"]);
    expect(rewriteDatabase(path, to, () => 0, true)).toBe(0);
  });
});

describe("staged changes", () => {
  it("are rolled back for a file that cannot be read, and the file is reported once", () => {
    const staging = createStaging(folder);
    const [kept, lost] = [file("kept", ""), file("lost", "")];
    staging.attempt("kept", () => {
      staging.replace(kept, (to) => writeFileSync(to, "new"));
      staging.remove(join(folder, "not there"));
    });
    for (const error of ["EIO", "EACCES"])
      staging.attempt("lost", () => {
        staging.remove(kept);
        staging.replace(lost, (to) => writeFileSync(to, "new"));
        throw Object.assign(new Error(error), { code: error });
      });
    expect(staging.changes).toMatchObject({ renames: ["kept"], removals: [], unread: ["lost"] });
    expect(readdirSync(folder).sort()).toEqual(["kept", `kept${REPLACEMENT_SUFFIX}`, "lost"]);
    const full = () => {
      throw Object.assign(new Error("full"), { code: "ENOSPC" });
    };
    expect(() => staging.attempt("full", full)).toThrow("full");
    staging.discard();
    expect(readdirSync(folder).sort()).toEqual(["kept", "lost"]);
  });
});

describe("an erasure", () => {
  const erase = () =>
    eraseTasks["erase.all"]({ dataDir: folder, people: [ANN], app: "0.0.0", at: 1 }, { progress() {} });

  /** Erases while replacing a file fails `times` times with `code`. */
  async function eraseWithRenameErrors(code: string, times: number) {
    const { renameSync } = fs;
    let refusals = 0;
    Object.assign(fs, {
      renameSync: (from: string, to: string) => {
        if (from.endsWith(REPLACEMENT_SUFFIX) && ++refusals <= times)
          throw Object.assign(new Error(code), { code });
        renameSync(from, to);
      },
    });
    syncBuiltinESMExports();
    try {
      return { answer: await erase().catch((error: Error) => error.message), refusals };
    } finally {
      Object.assign(fs, { renameSync });
      syncBuiltinESMExports();
    }
  }

  it.each(["EBUSY", "EPERM", "EACCES"])(
    "waits for a file that another program has open (%s)",
    async (code) => {
      const log = file("logs/a.log", ANN);
      const { answer, refusals } = await eraseWithRenameErrors(code, 2);
      expect([answer, refusals]).toMatchObject([
        { ok: true, value: { places: 1, backups: 0, unread: [] } },
        3,
      ]);
      expect(readFileSync(log, "utf8")).toBe(X);
    },
  );

  it("fails at once for any other error, and finishes when it is run again", async () => {
    const log = file("logs/a.log", ANN);
    expect(await eraseWithRenameErrors("EXDEV", 1)).toEqual({ answer: "EXDEV", refusals: 1 });
    expect(readFileSync(log, "utf8")).toBe(ANN);
    expect(await erase()).toMatchObject({ ok: true });
    expect(readFileSync(log, "utf8")).toBe(X);
  });
});
