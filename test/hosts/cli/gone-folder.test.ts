import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { runWinnow } from "../../support/winnow.ts";

let folder: string;
let service: Server;
let env: Record<string, string>;
/** What was asked of the service. */
let asked: string[];
/** Happens before the service says for the first time how the list is. */
let beforeStatus: () => void;

const data = () => join(folder, "data");
const file = () => join(folder, "list.csv");
const out = () => join(folder, "out.csv");

/** A service that has prepared the list when it is first asked about it, and verifies it at once. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "winnow-gone-"));
  writeFileSync(file(), "email\nann@acme.example\nbob@acme.example\n");
  asked = [];
  beforeStatus = () => {};
  let started = false;
  service = createServer((request, response) => {
    request.resume().on("end", () => {
      const { method, url = "" } = request;
      const say = (answer: object) => response.end(JSON.stringify({ success: true, message: "", ...answer }));
      response.setHeader("content-type", "application/json");
      if (url.startsWith("/v1/info")) return say({ credits_info: { credits_remaining: 500 } });
      asked.push(`${method} ${url.split("?")[0]}`);
      if (url.startsWith("/v1/download")) {
        response.setHeader("content-type", "text/plain");
        const rows = ["ann", "bob"].map(
          (name) => `${name}@acme.example,deliverable,N,N,N,N,N,${new Date().toISOString()}\n`,
        );
        return response.end(
          `Email,Verification Result,Syntax Error,ISP,Role,Disposable,Trap,Verified At\n${rows.join("")}`,
        );
      }
      if (method === "POST") return say({ job_id: "J1" });
      if (method === "PATCH") {
        started = true;
        return say({ job_id: "J1" });
      }
      beforeStatus();
      beforeStatus = () => {};
      const counts = { job_id: "J1", total: 2, analysis: {} };
      return say(
        started
          ? { ...counts, status: "completed", verified: 2, pending: 0, results: {} }
          : { ...counts, status: "ready" },
      );
    });
  });
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  const address = service.address();
  const port = address !== null && typeof address !== "string" ? address.port : 0;
  env = {
    WINNOW_DATA_DIR: data(),
    WINNOW_BASE_URL: `http://127.0.0.1:${port}`,
    WINNOW_API_KEY: "key-of-gone-folder-1",
  };
});
afterEach(async () => {
  service.closeAllConnections();
  await new Promise((resolve) => service.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

const clean = () => runWinnow(["clean", file(), "--out", out(), "--yes"], { env });
const starts = () => asked.filter((one) => one === "PATCH /v1/bulk").length;

it("a data folder that goes while the service prepares the list ends the command with words; back again, it is gone on with", {
  timeout: 120_000,
}, async () => {
  const aside = join(folder, "elsewhere");
  beforeStatus = () => renameSync(data(), aside);
  const ended = await clean();
  expect(ended.code).not.toBe(0);
  expect(ended.stderr).toContain("is not there any more");
  expect(ended.stderr).not.toMatch(/stored before is safe/);
  expect(starts()).toBe(0);

  const nothing = await runWinnow(["resume"], { env });
  expect(nothing.stderr).toContain("there are no lists in");
  rmSync(data(), { recursive: true });
  renameSync(aside, data());
  const resumed = await runWinnow(["resume", "--yes"], { env });
  expect(resumed.stderr).toContain("Done: 2 of 2");
  expect(starts()).toBe(1);
});

it("results.db of a cleaning that goes before its start is put together again, and the list is cleaned", {
  timeout: 120_000,
}, async () => {
  beforeStatus = () => {
    for (const id of readdirSync(join(data(), "cleanings")))
      rmSync(join(data(), "cleanings", id, "results.db"));
  };
  const ended = await clean();
  expect(ended.stderr).toContain("put together again");
  expect(ended.code).toBe(0);
  expect(starts()).toBe(1);
  expect(readFileSync(out(), "utf8").split("\n")).toHaveLength(4);
});

it("all files of a cleaning that go before its start end the command with words, and nothing runs then", {
  timeout: 120_000,
}, async () => {
  beforeStatus = () => {
    for (const room of ["cleanings", "lists"])
      for (const id of readdirSync(join(data(), room)))
        for (const name of readdirSync(join(data(), room, id))) rmSync(join(data(), room, id, name));
    rmSync(file());
  };
  const ended = await clean();
  expect(ended.code).not.toBe(0);
  expect(ended.stderr).toContain("A file of this list is lost");
  expect(ended.stderr).toContain("winnow restore");
  expect(starts()).toBe(0);
  const listed = await runWinnow(["lists"], { env });
  expect(listed.stdout).toMatch(/unfinished\t2\tlist\.csv\t/);
  const resumed = await runWinnow(["resume"], { env });
  expect(resumed.stderr.match(/A file of this list is lost/g)).toHaveLength(1);
  expect(starts()).toBe(0);
});
