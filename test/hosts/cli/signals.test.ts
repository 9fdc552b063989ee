import { type ChildProcess, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createServer as createHttpServer, type Server, type ServerResponse } from "node:http";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { testFolder } from "../../support/folders.ts";
import { follow, listen, stop } from "../../support/processes.ts";
import { PROGRAM, root } from "../../support/winnow.ts";

/** How the service answers a request; it never ends the answers that it does not write whole. */
type Answer = (url: URL, method: string, response: ServerResponse) => void;

const whole = (response: ServerResponse, body: object) => response.end(JSON.stringify(body));
const balance = { success: true, credits_info: { credits_remaining: 500 } };

let folder: string;
let file: string;
let service: Server;
let env: Record<string, string>;
let answer: Answer;
let heard: (path: string) => void;
let child: ChildProcess | null = null;

beforeEach(async () => {
  folder = testFolder();
  file = join(folder, "list.csv");
  writeFileSync(file, "email\nann@acme.example\nbob@acme.example\n");
  service = createHttpServer((request, response) => {
    const url = new URL(request.url ?? "", "http://service");
    answer(url, request.method ?? "", response);
    heard(`${request.method} ${url.pathname}`);
  });
  const port = await listen(service);
  env = {
    WINNOW_DATA_DIR: join(folder, "data"),
    WINNOW_BASE_URL: `http://127.0.0.1:${port}`,
    WINNOW_API_KEY: "key-of-signals-1234",
    WINNOW_LIMIT_START: "1",
  };
});
afterEach(async () => {
  child?.kill("SIGKILL");
  await stop(service);
});

/** Resolves when the service has heard `wanted`. */
function hears(wanted: string): Promise<void> {
  return new Promise((resolve) => {
    heard = (path) => {
      if (path === wanted) resolve();
    };
  });
}

/** Starts the command line; how it ended, and what it said. */
function start(args: string[], more: Record<string, string> = {}) {
  const started = spawn(process.execPath, [PROGRAM, ...args], {
    cwd: root,
    env: { ...process.env, ...env, ...more },
    stdio: ["pipe", "pipe", "pipe"],
  });
  child = started;
  return follow(started);
}

const clean = () => ["clean", file, "--out", join(folder, "out.csv"), "--yes"];

// Windows has no signals to send.
describe.runIf(process.platform !== "win32")("the first signal ends a command", () => {
  it("while the service does not answer", async () => {
    answer = () => {};
    const asked = hears("GET /v1/info");
    const started = start(clean());
    await asked;
    started.child.kill("SIGHUP");
    // Nothing was begun: there is nothing to resume, and no script is to believe so.
    expect(await started.ended).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("Nothing was uploaded"),
    });
  });

  it.each([
    ["an upload", "POST /v1/bulk"],
    ["a download", "POST /v1/download"],
  ])(
    "while %s hangs, and the next run goes on",
    async (_what, at) => {
      const uploads: string[] = [];
      let hang = true;
      let started = false;
      answer = (url, method, response) => {
        const path = `${method} ${url.pathname}`;
        if (path === "POST /v1/bulk") uploads.push(path);
        if (hang && path === at) return;
        const job = { job_id: "job-1", success: true, message: "ok" };
        if (path === "GET /v1/info") whole(response, balance);
        else if (path === "GET /v1/bulk") {
          const status = started ? { status: "completed", verified: 2, pending: 0 } : { status: "ready" };
          whole(response, { ...job, ...status, total: 2 });
        } else if (path === "POST /v1/download") {
          response.end("Email,Verification Result\nann@acme.example,deliverable\nbob@acme.example,unknown\n");
        } else {
          if (method === "PATCH") started = true;
          whole(response, job);
        }
      };
      const asked = hears(at);
      const first = start(clean());
      await asked;
      first.child.kill("SIGTERM");
      expect(await first.ended).toMatchObject({ code: 6, stderr: expect.stringContaining("winnow resume") });
      hang = false;
      const again = start(["resume", "--yes"]);
      expect(await again.ended).toMatchObject({ code: 0 });
      expect(uploads).toHaveLength(at === "POST /v1/bulk" ? 2 : 1);
      // Two programs are started one after the other.
    },
    90_000,
  );
});
