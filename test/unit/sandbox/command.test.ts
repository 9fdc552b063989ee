import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { runSandboxCommand } from "../../../electron/sandbox/index.ts";
import { startWinnow } from "../../support/winnow.ts";

let out: string;
let err: string;

beforeEach(() => {
  out = "";
  err = "";
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    out += String(text);
    return true;
  });
  vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    err += String(text);
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe("a wrong command line", () => {
  test.each([
    [["--port", "70000"], "A port is 0 to 65535."],
    [["--speed", "0"], "A speed is a number above 0"],
    [["--account", "nobody"], "Allowed choices are rich"],
    [["--nonsense"], "unknown option"],
  ])("is refused: %j", async (argv, sentence) => {
    expect(await runSandboxCommand(argv)).toBe(2);
    expect(err).toContain(sentence);
    expect(out).toBe("");
  });
});

test("the sandbox command prints a URL and the account's key, and exits cleanly on SIGTERM", async () => {
  const { child, said, ended } = startWinnow(["sandbox", "--account", "small"]);
  onTestFinished(() => void child.kill("SIGKILL"));
  await vi.waitFor(() => expect(said.stdout).toContain("\n"), { timeout: 60_000 });
  const [, baseUrl, key] =
    /^Sandbox at (http:\/\/127\.0\.0\.1:\d+) key (sandbox-small-\S+)\n$/.exec(said.stdout) ?? [];
  const balance = await fetch(`${baseUrl}/v1/info?apikey=${key}`);
  expect(await balance.json()).toMatchObject({ credits_info: { credits_remaining: 100 } });
  child.kill("SIGTERM");
  expect(await ended).toMatchObject({ code: 0, signal: null });
});
