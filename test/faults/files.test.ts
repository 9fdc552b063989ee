import { execFileSync, spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  watch,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { unzipSync } from "fflate";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { EngineOptions } from "../../electron/engine/engine.ts";
import type { Cleaning, Out } from "../../shared/bridge/cleanings.ts";
import type { CallInput } from "../../shared/bridge.ts";
import {
  everything,
  type InProcess,
  isOver,
  openInProcess,
  PAID,
  readList,
  unwrap,
} from "../support/in-process.ts";
import { quickSandbox } from "../support/quick-sandbox.ts";
import { root, runWinnow } from "../support/winnow.ts";

const sandbox = await quickSandbox();
let folder: string;
let users: string;
let label: string;
let accounts = 0;
const open: InProcess[] = [];
const LIST = `email,note\n${Array.from({ length: 50 }, (_, n) => `person${n}@acme.example,n${n}`).join("\n")}\n`;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "winnow-files-")));
  users = join(folder, "users");
  mkdirSync(users);
  writeFileSync(join(users, "list.csv"), LIST);
  label = `files-${++accounts}`;
  sandbox.createAccount({ label, credits: 100_000 });
});
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
  // Nothing is noted as unfinished that is not.
  const notes = join(folder, "data", "unfinished");
  expect(existsSync(notes) ? readdirSync(notes) : []).toEqual([]);
  rmSync(folder, { recursive: true, force: true });
});

const at = (name: string) => join(users, name);
const env = () => ({
  WINNOW_DATA_DIR: join(folder, "data"),
  WINNOW_BASE_URL: sandbox.baseUrl,
  WINNOW_API_KEY: sandbox.account(label).key,
});

async function start(options: Partial<EngineOptions> = {}): Promise<InProcess> {
  const session = { baseUrl: sandbox.baseUrl, apiKey: sandbox.account(label).key };
  const engine = unwrap(await openInProcess(join(folder, "data"), { session, ...options }));
  open.push(engine);
  return engine;
}

async function stop(engine: InProcess): Promise<void> {
  open.splice(open.indexOf(engine), 1);
  await engine.close();
}

async function begin(engine: InProcess, out?: Out) {
  const listId = await readList(engine, at("list.csv"));
  const accountId = unwrap(await engine.call("accounts.list", {})).accounts[0]?.id ?? "";
  return engine.call("cleanings.start", { listId, accountId, options: PAID, agreedCredits: 50, out });
}

const plain = (name: string, overwrite = false): Out => ({
  ...everything(at(name)),
  withVerdicts: false,
  overwrite,
});
const settledOut = (cleaning: Cleaning) =>
  cleaning.state === "done" && (cleaning.problem !== null || cleaning.out?.rows !== null);

describe("the file of a cleaning that runs for hours", { timeout: 90_000 }, () => {
  it.each([
    ["appeared meanwhile", false, "somebody else's"],
    ["was changed since it was agreed to replace it", true, "changed by somebody else"],
  ])(
    "is held back where another %s; the results are safe, and it is written once that is gone",
    async (_what, overwrite, text) => {
      if (overwrite) writeFileSync(at("out.csv"), "last week's");
      const engine = await start({
        probe: (point) => {
          if (
            point === "before:out" &&
            readFileSync(at("list.csv"), "utf8") === LIST &&
            !existsSync(at("seen"))
          ) {
            writeFileSync(at("out.csv"), text);
            writeFileSync(at("seen"), "");
          }
        },
      });
      const { id } = unwrap(await begin(engine, plain("out.csv", overwrite)));
      const held = await engine.until(id, settledOut);
      expect(held).toMatchObject({ state: "done", problem: { code: "out_exists" }, out: { rows: null } });
      expect(readFileSync(at("out.csv"), "utf8")).toBe(text);
      expect(readdirSync(users).sort()).toEqual(["list.csv", "out.csv", "seen"]);
      rmSync(at("out.csv"));
      unwrap(await engine.act(id, "retry"));
      await engine.until(id, (cleaning) => cleaning.out?.rows === 50);
      expect(readFileSync(at("out.csv"), "utf8")).toBe(LIST);
    },
  );

  /** A cleaning whose file is held back by what stands there, after Winnow was started anew. */
  async function heldBack() {
    let appear = () => writeFileSync(at("out.csv"), "somebody else's");
    const first = await start({
      probe: (point) => {
        if (point === "before:out") appear();
      },
    });
    const { id } = unwrap(await begin(first, plain("out.csv")));
    await first.until(id, settledOut);
    appear = () => {};
    await stop(first);
    rmSync(at("out.csv"));
    const engine = await start();
    return { id, engine };
  }

  it("is written where another stood only when the user says so, however often Winnow is started", async () => {
    const { id, engine } = await heldBack();
    const held = await engine.until(id, settledOut);
    expect(held).toMatchObject({ problem: { code: "out_exists" }, out: { rows: null } });
    unwrap(await engine.act(id, "delete_here"));
    expect(unwrap(await engine.call("cleanings.restore", { cleaningId: id })).out?.rows).toBeNull();
    await stop(engine);
    expect(existsSync(at("out.csv"))).toBe(false);

    const again = await start();
    unwrap(await again.act(id, "retry"));
    await again.until(id, (cleaning) => cleaning.out?.rows === 50);
    expect(readFileSync(at("out.csv"), "utf8")).toBe(LIST);
  });

  it("is not owed any more once the user leaves it", async () => {
    const { id, engine } = await heldBack();
    const held = await engine.until(id, settledOut);
    expect(held.actions).toContain("leave_file");
    const left = unwrap(await engine.act(id, "leave_file"));
    expect(left).toMatchObject({ state: "done", problem: null, out: null });
    expect(left.actions).not.toContain("leave_file");
    await stop(engine);
    expect(await (await start()).until(id, () => true)).toMatchObject({ problem: null, out: null });
    expect(existsSync(at("out.csv"))).toBe(false);
  });

  it.each(["out.csv", "out.xlsx"])(
    "is written once where Winnow ends between writing %s and taking note of it",
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

  it("is not replaced on an agreement of which nobody knows what it was for", async () => {
    const first = await start();
    const { id } = unwrap(await begin(first, plain("out.csv")));
    await first.until(id, isOver);
    await stop(first);
    const db = new Database(join(folder, "data", "winnow.db"));
    db.exec("UPDATE cleanings SET out = json_set(out, '$.rows', null, '$.overwrite', json('true'))");
    db.close();
    writeFileSync(at("out.csv"), "mine");
    const second = await start();
    expect(await second.until(id, settledOut)).toMatchObject({ problem: { code: "out_exists" } });
    expect(readFileSync(at("out.csv"), "utf8")).toBe("mine");
  });

  it("cannot be a pipe, which would take nothing by then: refused before a credit is spent", async () => {
    execFileSync("mkfifo", [at("pipe")]);
    const engine = await start();
    const spent = sandbox.account(label).credits;
    symlinkSync("/dev/fd/1", at("stdout"));
    for (const path of [at("pipe"), at("stdout"), "-"]) {
      expect(await begin(engine, { ...plain("x"), path })).toMatchObject({
        ok: false,
        problem: { code: "out_not_a_file" },
      });
    }
    expect(sandbox.account(label).credits).toBe(spent);
  });
});

describe("a disk that fills up in the middle", { timeout: 90_000 }, () => {
  it("leaves nothing half-written and loses nothing", { timeout: 60_000 }, async () => {
    mkdirSync(at("disk"));
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=256k", "tmpfs", at("disk")]);
    try {
      const full = () => {
        if (existsSync(at("disk/filler"))) return;
        try {
          writeFileSync(at("disk/filler"), Buffer.alloc(1024 * 1024));
        } catch {
          // That was the last byte.
        }
      };
      const engine = await start({ probe: (point) => (point === "before:out" ? full() : undefined) });
      const { id } = unwrap(await begin(engine, { ...plain("x"), path: at("disk/out.csv") }));
      const held = await engine.until(id, settledOut);
      expect(held).toMatchObject({ problem: { code: "disk_full" }, out: { rows: null } });
      expect(readdirSync(at("disk"))).toEqual(["filler"]);
      writeFileSync(at("disk/filler"), "");
      unwrap(await engine.act(id, "retry"));
      await engine.until(id, (cleaning) => cleaning.out?.rows === 50);
      expect(readFileSync(at("disk/out.csv"), "utf8")).toBe(LIST);
    } finally {
      execFileSync("umount", ["-l", at("disk")]);
    }
  });
});

describe("an export that is killed while it writes", { timeout: 90_000 }, () => {
  it("leaves what it had begun to the next start, which takes it away", { timeout: 90_000 }, async () => {
    const rows = Array.from(
      { length: 60_000 },
      (_, n) => `p${n}@acme.example,${"some text ".repeat(20)}${n}`,
    );
    writeFileSync(at("big.csv"), `email,note\n${rows.join("\n")}\n`);
    const cleaned = await runWinnow(["clean", at("big.csv"), "--yes", "--out", at("big-clean.csv")], {
      env: env(),
    });
    expect(cleaned.code, cleaned.stderr).toBe(0);
    const out = at("big.xlsx");
    const child = spawn(
      process.execPath,
      [join(root, "scripts/winnow.mjs"), "export", "big.csv", "--out", out],
      { env: { ...process.env, ...env() }, cwd: root, stdio: "ignore" },
    );
    const watcher = watch(users, (_event, name) => {
      if (name?.endsWith(".part")) child.kill("SIGKILL");
    });
    await new Promise((resolve) => child.once("close", resolve));
    watcher.close();
    expect(child.signalCode).toBe("SIGKILL");
    expect(existsSync(out)).toBe(false);
    writeFileSync(at(".winnow-11111111-1111-1111-1111-111111111111.part"), "mine");
    expect((await runWinnow(["resume"], { env: env() })).code).toBe(0);
    expect(readdirSync(users).sort()).toEqual([
      ".winnow-11111111-1111-1111-1111-111111111111.part",
      "big-clean.csv",
      "big.csv",
      "list.csv",
    ]);
  });
});

describe("what an export never touches", { timeout: 90_000 }, () => {
  async function done(engine: InProcess): Promise<string> {
    const { id } = unwrap(await begin(engine));
    await engine.until(id, isOver);
    return id;
  }
  const exact = (cleaningId: string, path: string): CallInput<"exports.write"> => ({
    cleaningId,
    filter: {},
    format: { kind: "exact" },
    withVerdicts: false,
    target: { kind: "path", path, overwrite: true },
  });

  it("is the list itself, be it a report that is to be written", async () => {
    const engine = await start();
    const cleaningId = await done(engine);
    const target = { kind: "path", path: at("list.csv"), overwrite: true } as const;
    expect(await engine.call("exports.report", { cleaningId, target })).toMatchObject({
      ok: false,
      problem: { code: "out_is_source" },
    });
    expect(readFileSync(at("list.csv"), "utf8")).toBe(LIST);
    const report = { ...target, path: at("report.html") };
    expect(await engine.call("exports.report", { cleaningId, target: report })).toMatchObject({ ok: true });
    expect(
      await engine.call("exports.report", { cleaningId, target: { ...report, overwrite: false } }),
    ).toMatchObject({ ok: false, problem: { code: "out_exists" } });
  });

  it("is a file that a merged list was made of, through merges of merges", async () => {
    const engine = await start();
    const bytes = (name: string) => `email,note\n${name}@acme.example,${name}\n`;
    const read = async (name: string) => {
      writeFileSync(at(name), bytes(name[0] ?? ""));
      return readList(engine, at(name));
    };
    const merge = async (...listIds: string[]) => {
      const wish = { listIds, name: "all.csv", sourceColumn: null };
      const { listId, options } = unwrap(await engine.call("lists.merge", wish));
      unwrap(await engine.call("lists.read", { listId, options }));
      return listId;
    };
    const [a, b, c] = [await read("a.csv"), await read("b.csv"), await read("c.csv")];
    const listId = await merge(await merge(a, b), c);
    for (const part of [a, b, c]) unwrap(await engine.call("lists.discard", { listId: part }));
    const accountId = unwrap(await engine.call("accounts.list", {})).accounts[0]?.id ?? "";
    const wish = { listId, accountId, options: PAID, agreedCredits: 3 };
    const refused = { ok: false, problem: { code: "out_is_source" } };
    for (const name of ["a.csv", "b.csv", "c.csv"]) {
      const out = everything(at(name));
      expect(await engine.call("cleanings.start", { ...wish, out })).toMatchObject(refused);
    }
    const { id } = unwrap(await engine.call("cleanings.start", wish));
    await engine.until(id, isOver);
    for (const name of ["a.csv", "b.csv", "c.csv"]) {
      expect(await engine.call("exports.write", exact(id, at(name)))).toMatchObject(refused);
      expect(readFileSync(at(name), "utf8")).toBe(bytes(name[0] ?? ""));
    }
    expect(await engine.call("exports.write", exact(id, at("all.csv")))).toMatchObject({ ok: true });
  });

  it("is a name that no file can have: said, and nothing is left of it", async () => {
    const engine = await start();
    const cleaningId = await done(engine);
    for (const path of [
      at("a\0b.csv"),
      at(`${"x".repeat(300)}.csv`),
      at("none/out.csv"),
      at("list.csv/out.csv"),
    ]) {
      expect(await engine.call("exports.write", exact(cleaningId, path))).toMatchObject({
        ok: false,
        problem: { code: "out_unwritable" },
      });
    }
    expect(readdirSync(users)).toEqual(["list.csv"]);
  });

  it("is Winnow's own data, by whatever call", async () => {
    const engine = await start();
    const cleaningId = await done(engine);
    const own = join(folder, "data", "winnow.db");
    const before = readFileSync(own).length;
    const target = { kind: "path", path: own, overwrite: true } as const;
    for (const answer of [
      await engine.call("exports.write", exact(cleaningId, own)),
      await engine.call("exports.write", exact(cleaningId, join(folder, "data", "new.csv"))),
      await engine.call("exports.report", { cleaningId, target }),
      await begin(engine, { ...plain("x", true), path: own }),
    ]) {
      expect(answer).toMatchObject({ ok: false, problem: { code: "out_in_data_folder" } });
    }
    expect(readFileSync(own).length).toBeGreaterThanOrEqual(before);
  });

  it.each([
    "../../../../outside.csv",
    "..\\..\\win.csv",
    "a\0b.csv",
    `${"x".repeat(251)}.csv`,
    "con.csv",
    "...",
    "C:\\x:y.csv",
  ])("is anything outside the folder or the ZIP, for a list called %j", async (name) => {
    const engine = await start();
    const { listId } = unwrap(
      await engine.call("lists.open", { source: { kind: "text", name, text: LIST } }),
    );
    unwrap(await engine.call("lists.read", { listId, options: {} }));
    const accountId = unwrap(await engine.call("accounts.list", {})).accounts[0]?.id ?? "";
    const { id } = unwrap(
      await engine.call("cleanings.start", { listId, accountId, options: PAID, agreedCredits: 50 }),
    );
    await engine.until(id, isOver);
    const split = { ...exact(id, at("split")), split: "per_verdict" as const };
    unwrap(await engine.call("exports.write", split));
    unwrap(
      await engine.call("exports.write", {
        ...split,
        target: { ...split.target, path: at("split.zip") },
      } as typeof split),
    );
    for (const part of [undefined, "risky", "../../up", "a/b\\c:d", "\0", ".".repeat(60), "é".repeat(60)]) {
      const target = { kind: "download" } as const;
      const fetched = unwrap(await engine.call("exports.write", { ...exact(id, "-"), part, target }));
      const [{ name: called } = { name: "" }] = fetched.files;
      expect(called).toMatch(/^[^/\\:\0]+\.csv$/);
      // What is not said to be clean is not called so.
      expect(called).not.toContain("-clean");
      if (part === "risky") expect(called).toMatch(/-risky\.csv$/);
    }
    expect(readdirSync(folder).sort()).toEqual(["data", "users"]);
    expect(readdirSync(users).sort()).toEqual(["list.csv", "split", "split.zip"]);
    const files = readdirSync(at("split"), { recursive: true, encoding: "utf8" });
    expect(files.length).toBeGreaterThan(3);
    const zipped = Object.keys(unzipSync(readFileSync(at("split.zip"))));
    expect(zipped.length).toBeGreaterThan(2);
    for (const entry of zipped) expect(entry).toMatch(/^(original\/)?[^/\\:\0]+$/);
    expect(zipped.map((entry) => join("/chosen", entry)).every((path) => path.startsWith("/chosen/"))).toBe(
      true,
    );
  });

  it("is the name that the user gave the list since: files are called by it, the list's own file by its own", async () => {
    const engine = await start();
    const { listId } = unwrap(
      await engine.call("lists.open", { source: { kind: "text", name: "export (7).csv", text: LIST } }),
    );
    unwrap(await engine.call("lists.read", { listId, options: {} }));
    const accountId = unwrap(await engine.call("accounts.list", {})).accounts[0]?.id ?? "";
    const { id } = unwrap(
      await engine.call("cleanings.start", { listId, accountId, options: PAID, agreedCredits: 50 }),
    );
    await engine.until(id, isOver);
    unwrap(await engine.call("cleanings.update", { cleaningId: id, name: "Spring campaign" }));
    const target = { kind: "download" } as const;
    const fetched = unwrap(await engine.call("exports.write", { ...exact(id, "-"), part: "risky", target }));
    expect(fetched.files[0]?.name).toBe("Spring campaign-risky.csv");
    unwrap(await engine.call("exports.write", { ...exact(id, at("named")), split: "per_verdict" as const }));
    const files = readdirSync(at("named"), { recursive: true, encoding: "utf8" });
    expect(files).toContain(join("original", "export (7).csv"));
    expect(files.filter((file) => file.startsWith("Spring campaign-")).length).toBeGreaterThan(0);
    expect(readFileSync(join(at("named"), "summary.txt"), "utf8")).toContain(
      "Results of Spring campaign\r\n",
    );
  });
});
