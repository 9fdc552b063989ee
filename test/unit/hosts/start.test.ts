import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { dataDirOf } from "../../../electron/hosts/data-dir.ts";
import { environmentAccount, sandboxSpeed } from "../../../electron/hosts/environment.ts";

const root = resolve(import.meta.dirname, "../../..");

interface Surroundings {
  platform: string;
  env: Record<string, string>;
  uid: number | null;
}
/** The scripts are plain modules, made to run before anything is installed. */
async function obstacleToDesktop(surroundings: Surroundings): Promise<unknown> {
  const script: { obstacleToDesktop(s: Surroundings): unknown } = await import(
    /* @vite-ignore */ resolve(root, "scripts/desktop-runtime.mjs")
  );
  return script.obstacleToDesktop(surroundings);
}

describe("which face `npm start` shows", () => {
  it.each([
    ["linux", { DISPLAY: ":0" }, 1000, null],
    ["linux", { WAYLAND_DISPLAY: "wayland-0" }, 1000, null],
    ["linux", {}, 1000, "there is no display"],
    ["linux", { DISPLAY: "" }, 1000, "there is no display"],
    ["linux", { DISPLAY: ":0" }, 0, "the desktop application does not run as root"],
    ["darwin", {}, 501, null],
    ["win32", {}, null, null],
  ])("on %s with %j as %s: %s", async (platform, env, uid, obstacle) => {
    expect(await obstacleToDesktop({ platform, env: env as Record<string, string>, uid })).toBe(obstacle);
  });
});

describe("the start-up scripts", () => {
  it.each(["setup", "build", "start", "browser", "package", "desktop-runtime", "system-packages"])(
    "need nothing installed: %s.mjs imports built-in modules and its neighbours",
    (name) => {
      const text = readFileSync(resolve(root, `scripts/${name}.mjs`), "utf8");
      const imported = [...text.matchAll(/(?:from|import)\s*\(?\s*["']([^"']+)["']/g)].map(
        ([, from]) => from,
      );
      expect(
        imported.filter((from) => !from?.startsWith("node:") && !/^\.\/[\w-]+\.mjs$/.test(from ?? "")),
      ).toEqual([]);
    },
  );
});

describe("what the environment says", () => {
  it("is the data folder, absolute, or the platform's own", () => {
    expect(dataDirOf({ WINNOW_DATA_DIR: "/data" })).toBe("/data");
    expect(dataDirOf({ WINNOW_DATA_DIR: "data" })).toBe(resolve("data"));
    expect(dataDirOf({ WINNOW_DATA_DIR: "  " })).toBe(dataDirOf({}));
    expect(dataDirOf({})).toMatch(/^(\/|[A-Z]:\\).*winnow/i);
  });

  it("is an account only when it is whole", () => {
    const whole = { WINNOW_BASE_URL: " https://api.example ", WINNOW_API_KEY: "k" };
    expect(environmentAccount(whole)).toEqual({ baseUrl: "https://api.example", apiKey: "k" });
    expect(environmentAccount({ ...whole, WINNOW_API_KEY: "" })).toBeNull();
    expect(environmentAccount({ WINNOW_API_KEY: "k" })).toBeNull();
  });

  it.each([
    ["20", 20],
    ["0.5", 0.5],
    ["0", 1],
    ["-3", 1],
    ["fast", 1],
    [undefined, 1],
  ])("is the sandbox's speed: %s → %d", (said, speed) => {
    expect(sandboxSpeed({ WINNOW_SANDBOX_SPEED: said })).toBe(speed);
  });
});
