import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { dataDirOf } from "../../electron/hosts/data-dir.ts";
import { readEnvironment } from "../../electron/hosts/environment.ts";

const root = resolve(import.meta.dirname, "../..");

interface Surroundings {
  platform: string;
  env: Record<string, string>;
  uid: number | null;
}
/** Runs the function of the start-up script, a plain module that runs before anything is installed. */
async function obstacleToDesktop(surroundings: Surroundings): Promise<unknown> {
  const script: { obstacleToDesktop(s: Surroundings): unknown } = await import(
    /* @vite-ignore */ resolve(root, "scripts/desktop-runtime.mjs")
  );
  return script.obstacleToDesktop(surroundings);
}

describe("the choice of a host by npm start", () => {
  it.each([
    ["linux", { DISPLAY: ":0" }, 1000, null],
    ["linux", { WAYLAND_DISPLAY: "wayland-0" }, 1000, null],
    ["linux", {}, 1000, "there is no display"],
    ["linux", { DISPLAY: "" }, 1000, "there is no display"],
    ["linux", { DISPLAY: ":0" }, 0, "the desktop application does not run as root"],
    ["darwin", {}, 501, null],
    ["win32", {}, null, null],
  ])(
    "on %s with environment %j and user id %s, finds the obstacle: %s",
    async (platform, env, uid, obstacle) => {
      expect(await obstacleToDesktop({ platform, env: env as Record<string, string>, uid })).toBe(obstacle);
    },
  );
});

describe("a start-up script", () => {
  it.each([
    "setup",
    "build",
    "start",
    "open-winnow",
    "browser",
    "package",
    "desktop-runtime",
    "electron-download",
    "install-electron",
    "system-packages",
  ])("needs no installed package: %s.mjs imports only built-in modules and its neighbours", (name) => {
    const text = readFileSync(resolve(root, `scripts/${name}.mjs`), "utf8");
    const imported = [...text.matchAll(/(?:from|import)\s*\(?\s*["']([^"']+)["']/g)].map(([, from]) => from);
    expect(
      imported.filter((from) => !from?.startsWith("node:") && !/^\.\/[\w-]+\.mjs$/.test(from ?? "")),
    ).toEqual([]);
  });
});

describe("the environment", () => {
  it("defines the data folder as an absolute path, with a default per platform", () => {
    expect(dataDirOf({ WINNOW_DATA_DIR: "/data" })).toBe("/data");
    expect(dataDirOf({ WINNOW_DATA_DIR: "data" })).toBe(resolve("data"));
    expect(dataDirOf({ WINNOW_DATA_DIR: "  " })).toBe(dataDirOf({}));
    expect(dataDirOf({})).toMatch(/^(\/|[A-Z]:\\).*winnow/i);
  });

  const whole = { WINNOW_BASE_URL: " https://api.example ", WINNOW_API_KEY: "k" };
  const invalid = (name: string) => ({
    ok: false,
    problem: { code: "environment_invalid", detail: expect.stringContaining(name) },
  });

  it("defines an account if the account is complete, and is refused otherwise", () => {
    const account = { baseUrl: "https://api.example", apiKey: "k" };
    expect(readEnvironment(whole)).toMatchObject({ ok: true, value: { account } });
    expect(readEnvironment({ WINNOW_API_KEY: " ", WINNOW_BASE_URL: "" })).toMatchObject({
      ok: true,
      value: { account: null },
    });
    expect(readEnvironment({ ...whole, WINNOW_API_KEY: "" })).toMatchObject(invalid("WINNOW_API_KEY"));
    const key = { WINNOW_API_KEY: "secret-key-1234" };
    expect(readEnvironment(key)).toMatchObject(invalid("WINNOW_BASE_URL"));
    expect(JSON.stringify(readEnvironment(key))).not.toContain("secret-key-1234");
    expect(readEnvironment(key, { keyAlone: true })).toMatchObject({ ok: true, value: { account: null } });
  });

  it.each([
    ["20", 20],
    ["0.5", 0.5],
    ["Infinity", Number.POSITIVE_INFINITY],
    [" ", undefined],
    [undefined, undefined],
  ])("defines the sandbox's speed: %s is %d", (said, speed) => {
    const read = readEnvironment({ WINNOW_SANDBOX_SPEED: said });
    expect(read.ok && read.value.sandboxSpeed).toBe(speed);
  });

  it.each(["0", "-1", "1e6", "10 MB", "10_000", "1.5", "0x10"])("is refused with a limit of %s", (said) => {
    for (const name of ["WINNOW_LIMIT_BYTES", "WINNOW_LIMIT_ADDRESSES", "WINNOW_LIMIT_START"]) {
      expect(readEnvironment({ [name]: said })).toMatchObject(invalid(name));
    }
  });
});
