import { createServer } from "node:http";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { runSandboxCommand } from "../../../electron/sandbox/index.ts";
import { listen, stop } from "../../support/processes.ts";

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

  test("is refused when the port is taken", async () => {
    const other = createServer();
    const port = await listen(other);
    expect(await runSandboxCommand(["--port", String(port)])).toBe(2);
    expect(err).toContain("The sandbox cannot start");
    await stop(other);
  });
});
