import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CTRL_C, type InPty, winnowInPty } from "../../support/pty.ts";

let folder: string;
let service: Server;
let running: InPty | null = null;

/** A service that says for ever that it is at work. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "winnow-interrupting-"));
  writeFileSync(join(folder, "list.csv"), "email\nann@acme.example\nbob@acme.example\n");
  let begun = false;
  service = createServer((request, response) => {
    if (request.method === "PATCH") begun = true;
    const job = { job_id: "job-1", success: true, message: "ok", total: 2 };
    const status = begun ? { status: "verifying", verified: 1, pending: 1 } : { status: "ready" };
    const balance = { success: true, credits_info: { credits_remaining: 500 } };
    response.end(JSON.stringify(request.url?.startsWith("/v1/info") ? balance : { ...job, ...status }));
  });
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
});
afterEach(async () => {
  try {
    running?.kill("SIGKILL");
  } catch {
    // It has ended.
  }
  service.closeAllConnections();
  await new Promise((resolve) => service.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

function clean(): InPty {
  const address = service.address();
  const port = address !== null && typeof address !== "string" ? address.port : 0;
  running = winnowInPty(["clean", join(folder, "list.csv"), "--out", join(folder, "out.csv"), "--yes"], {
    env: {
      WINNOW_DATA_DIR: join(folder, "data"),
      WINNOW_BASE_URL: `http://127.0.0.1:${port}`,
      WINNOW_API_KEY: "key-of-interrupting-1234",
    },
  });
  return running;
}

// Windows has neither these signals nor this kind of terminal.
describe.runIf(process.platform !== "win32")("in the middle of a cleaning", () => {
  it.each<[string, (pty: InPty) => void]>([
    ["Ctrl-C", (pty) => pty.type(CTRL_C)],
    ["Ctrl-C twice", (pty) => pty.type(CTRL_C + CTRL_C)],
    ["SIGTERM", (pty) => pty.kill("SIGTERM")],
    ["SIGHUP", (pty) => pty.kill("SIGHUP")],
    [
      "Ctrl-C after the window was made narrow",
      (pty) => {
        pty.resize(20, 5);
        pty.type(CTRL_C);
      },
    ],
  ])("%s ends the command, says how to go on, and leaves the terminal as it was", async (_name, end) => {
    const pty = clean();
    await pty.shows(/Verifying .*1 of 2/);
    end(pty);
    const { code, shown } = await pty.ended;
    expect(code, shown).toBe(6);
    expect(shown).toContain("winnow resume");
    expect(shown).not.toMatch(/mistake|\n\s+at /);
    expect(shown.lastIndexOf("\x1b[?25h")).toBeGreaterThan(shown.lastIndexOf("\x1b[?25l"));
    expect(shown.lastIndexOf("\x1b[?7h")).toBeGreaterThan(shown.lastIndexOf("\x1b[?7l"));
  });
});
