import { execFileSync, spawn } from "node:child_process";
import { lstatSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { beforeEach, describe, expect, it } from "vitest";
import {
  checkTarget,
  inspectPath,
  pipeFile,
  type StreamPlace,
} from "../../../../electron/engine/exports/index.ts";
import { testFolder } from "../../../support/folders.ts";

let folder: string;
beforeEach(() => {
  folder = testFolder();
});
const at = (name: string) => join(folder, name);
const onUnix = process.platform !== "win32";

function stream(path: string): StreamPlace {
  const found = inspectPath(path);
  if (found.kind !== "stream") throw new Error(`${path} is a ${found.kind}`);
  return found;
}

function pipe(name: string): string {
  execFileSync("mkfifo", [at(name)]);
  return at(name);
}

/** Several times the size of a pipe's buffer, but not a multiple of it. */
const LONG = Buffer.from(Array.from({ length: 20_000 }, (_, n) => `person${n}@x.example\n`).join(""));
const NEVER = new AbortController().signal;

describe.runIf(onUnix)("an output path", () => {
  it("is classified by what exists there", async () => {
    writeFileSync(at("file"), "x");
    mkdirSync(at("folder"));
    symlinkSync("file", at("link"));
    symlinkSync("nowhere", at("dangling"));
    symlinkSync("circle", at("circle"));
    expect(inspectPath(at("file"))).toMatchObject({ kind: "file", path: at("file") });
    expect(inspectPath(at("link"))).toMatchObject({ kind: "file", path: at("file") });
    expect(inspectPath(at("folder"))).toMatchObject({ kind: "folder" });
    expect(inspectPath(at("new"))).toEqual({ kind: "nothing", path: at("new") });
    expect(inspectPath(at("dangling"))).toMatchObject({ kind: "unusable" });
    expect(inspectPath(at("circle"))).toMatchObject({ kind: "unusable" });
    expect(inspectPath(at("no/folder"))).toMatchObject({ kind: "unusable" });
    expect(inspectPath(at("file/below"))).toMatchObject({ kind: "unusable" });
    expect(inspectPath(at("a\0b"))).toMatchObject({ kind: "unusable" });
    expect(inspectPath(pipe("pipe"))).toMatchObject({ kind: "stream", isStandardOutput: false });
    expect(inspectPath("/dev/null")).toMatchObject({ kind: "stream", isStandardOutput: false });
    const server = createServer().listen(at("socket"));
    await new Promise((resolve) => server.once("listening", resolve));
    expect(inspectPath(at("socket"))).toMatchObject({ kind: "unusable" });
    server.close();
  });

  it("cannot be replaced when it is a stream", () => {
    const place = { path: pipe("pipe"), replaces: null, isFolder: false, neverReplace: [], dataDir: null };
    expect(checkTarget(place)).toMatchObject({ ok: false, problem: { code: "out_not_a_file" } });
    expect(checkTarget({ ...place, path: "/dev/null" })).toMatchObject({ ok: false });
  });
});

describe.runIf(onUnix)("a stream", () => {
  beforeEach(() => writeFileSync(at("list"), LONG));

  it("receives every byte of a file in order, and stays a pipe", async () => {
    const path = pipe("pipe");
    const reader = spawn("cat", [path]);
    const [read, how] = await Promise.all([text(reader.stdout), pipeFile(at("list"), stream(path), NEVER)]);
    expect(Buffer.from(read).equals(LONG)).toBe(true);
    expect(how).toBe("sent");
    expect(lstatSync(path).isFIFO()).toBe(true);
  });

  it("can be aborted while the reader has stopped reading", async () => {
    const path = pipe("pipe");
    const controller = new AbortController();
    const reader = spawn("sh", ["-c", 'exec 3<"$0"; echo open; exec sleep 600', path]);
    const sent = pipeFile(at("list"), stream(path), controller.signal);
    sent.catch(() => undefined);
    await new Promise((resolve) => reader.stdout.once("data", resolve));
    controller.abort();
    await expect(sent).rejects.toThrow();
    reader.kill("SIGKILL");
  });

  it("reports a reader that closed the pipe before the end", async () => {
    const path = pipe("pipe");
    const reader = spawn("head", ["-n", "1", path]);
    const [read, how] = await Promise.all([text(reader.stdout), pipeFile(at("list"), stream(path), NEVER)]);
    expect(read).toBe("person0@x.example\n");
    expect(how).toBe("left");
  });

  it.runIf(process.platform === "linux")("reports an error when it accepts no bytes", async () => {
    await expect(pipeFile(at("list"), stream("/dev/full"), NEVER)).rejects.toMatchObject({ code: "ENOSPC" });
  });
});
