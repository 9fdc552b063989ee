import { execFileSync, spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  watch,
  writeFileSync,
} from "node:fs";
import { describe, expect, it } from "vitest";
import { unwrap } from "../support/in-process.ts";
import { PROGRAM, root, spawnWinnow } from "../support/winnow.ts";
import { at, begin, env, LIST, label, plain, sandbox, settledOut, start, stop, users } from "./user-files.ts";

describe("the file that a long cleaning writes at its end", { timeout: 90_000 }, () => {
  it.each([
    ["appeared meanwhile", false, "somebody else's"],
    ["was changed since it was agreed to replace it", true, "changed by somebody else"],
  ])(
    "is held when another %s; no result is lost, and it is written once the other is gone",
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

  it("cannot be a pipe: that is refused before a credit is spent", async () => {
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

describe("a disk that fills up while a file is written", { timeout: 90_000 }, () => {
  it("leaves no half-written file, and no result is lost", { timeout: 60_000 }, async () => {
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
  it("leaves a temporary file that the next start deletes", { timeout: 90_000 }, async () => {
    const rows = Array.from(
      { length: 60_000 },
      (_, n) => `p${n}@acme.example,${"some text ".repeat(20)}${n}`,
    );
    writeFileSync(at("big.csv"), `email,note\n${rows.join("\n")}\n`);
    const cleaned = await spawnWinnow(["clean", at("big.csv"), "--yes", "--out", at("big-clean.csv")], {
      env: env(),
    });
    expect(cleaned.code, cleaned.stderr).toBe(0);
    const out = at("big.xlsx");
    const child = spawn(process.execPath, [PROGRAM, "export", "big.csv", "--out", out], {
      env: { ...process.env, ...env() },
      cwd: root,
      stdio: "ignore",
    });
    const watcher = watch(users, (_event, name) => {
      if (name?.endsWith(".part")) child.kill("SIGKILL");
    });
    await new Promise((resolve) => child.once("close", resolve));
    watcher.close();
    expect(child.signalCode).toBe("SIGKILL");
    expect(existsSync(out)).toBe(false);
    writeFileSync(at(".winnow-11111111-1111-1111-1111-111111111111.part"), "mine");
    expect((await spawnWinnow(["resume"], { env: env() })).code).toBe(0);
    expect(readdirSync(users).sort()).toEqual([
      ".winnow-11111111-1111-1111-1111-111111111111.part",
      "big-clean.csv",
      "big.csv",
      "list.csv",
    ]);
  });
});
