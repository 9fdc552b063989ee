import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { releaseObstacles } from "../../../scripts/check-release.ts";
import { installersIn, sizeComplaints } from "../../../scripts/check-sizes.ts";

const root = resolve(import.meta.dirname, "../../..");

describe("what an installer may weigh", () => {
  it("is checked for every kind that is built, and for there being one", () => {
    const folder = mkdtempSync(join(tmpdir(), "winnow-dist-"));
    try {
      expect(sizeComplaints(installersIn(folder))).toEqual(["there is no installer"]);
      for (const name of ["Winnow.dmg", "Winnow.zip", "Winnow.exe", "winnow.deb", "Winnow.AppImage"]) {
        writeFileSync(join(folder, name), "");
        truncateSync(join(folder, name), 100e6);
      }
      writeFileSync(join(folder, "latest.yml"), "");
      expect(installersIn(folder)).toHaveLength(5);
      expect(sizeComplaints(installersIn(folder))).toEqual([]);
      truncateSync(join(folder, "winnow.deb"), 200e6);
      expect(sizeComplaints(installersIn(folder))).toEqual(["winnow.deb weighs 200 MB; 115 MB are allowed"]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe("a release", () => {
  const config = "linux:\n  maintainer: Winnow <releases@winnow.email>\nwin:\n    publisherName: [Winnow]\n";
  const good = { tag: "v1.2.3", version: "1.2.3", config, updateUrl: "https://github.com/a/b/releases" };

  it("is made when its tag, its names and its feed are real", () => {
    expect(releaseObstacles(good)).toEqual([]);
  });

  it.each([
    ["another tag", { tag: "v1.2.4" }, "the tag is v1.2.4"],
    [
      "a reserved maintainer",
      { config: config.replace("winnow.email", "winnow.example") },
      "linux.maintainer",
    ],
    ["no maintainer", { config: config.replace("maintainer", "keeper") }, "linux.maintainer"],
    ["a reserved publisher", { config: config.replace("[Winnow]", "[winnow.example]") }, "publisherName"],
    ["no publisher", { config: config.replace("[Winnow]", "[]") }, "publisherName"],
    ["a reserved feed", { updateUrl: "https://updates.winnow.example" }, "WINNOW_UPDATE_URL"],
    ["a feed in the open", { updateUrl: "http://github.com/a/b" }, "WINNOW_UPDATE_URL"],
    ["no feed", { updateUrl: undefined }, "WINNOW_UPDATE_URL"],
  ])("is refused with %s", (_name, changes, said) => {
    expect(releaseObstacles({ ...good, ...changes }).join()).toContain(said);
  });

  it("cannot be made while the project's own configuration holds reserved names", () => {
    const own = readFileSync(join(root, "electron-builder.yml"), "utf8");
    expect(releaseObstacles({ ...good, config: own })).toEqual([
      "electron-builder.yml: linux.maintainer must be an address that answers",
      "electron-builder.yml: win.signtoolOptions.publisherName must be the name in the certificate",
    ]);
  });

  const workflow = readFileSync(join(root, ".github/workflows/release.yml"), "utf8");

  it("runs no action of others but by its commit, with its version beside it", () => {
    const used = [...workflow.matchAll(/uses: (.+)/g)].map(([, action]) => action);
    expect(used.length).toBeGreaterThan(5);
    for (const action of used) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it("is checked before it is built", () => {
    expect(workflow.indexOf("scripts/check-release.ts")).toBeGreaterThan(0);
    expect(workflow.indexOf("scripts/check-release.ts")).toBeLessThan(workflow.indexOf("npm run package"));
  });

  it("is published signed, with the desktop suite run and the fuses of every program read back", () => {
    expect(workflow).toContain("npm run package -- -c.forceCodeSigning=true");
    expect(workflow.match(/desktop-tests\.mjs --required\n/g)).toHaveLength(2);
    expect(workflow.match(/desktop-tests\.mjs/g)).toHaveLength(2);
    const programs = [...workflow.matchAll(/apps: (.+?) \}/g)].map(([, apps = ""]) => apps.split(" ").length);
    expect(programs).toEqual([2, 2, 2]);
    const steps = [
      "desktop-tests.mjs",
      "npm run package",
      "check-fuses.mjs",
      "upload-artifact",
      "gh release create",
    ];
    const at = steps.map((step) => workflow.indexOf(step));
    expect(at).toEqual([...at].sort((a, b) => a - b));
    expect(at[0]).toBeGreaterThan(0);
  });
});

describe("the commands of a machine that is not the release's", () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, args, {
      cwd: root,
      encoding: "utf8",
      // No test downloads a runtime, nor finds one that was downloaded for another checkout.
      env: {
        ...process.env,
        ELECTRON_MIRROR: "http://127.0.0.1:1/",
        electron_config_cache: join(tmpdir(), "winnow-no-runtime"),
      },
    });

  it.each([["--publish", "always"], ["--publish=always"], ["-p", "always"]])(
    "npm run package refuses to publish: %s",
    (...args) => {
      const { status, stdout, stderr } = run("scripts/package.mjs", ...args);
      expect(status).toBe(1);
      expect(stdout + stderr).toContain("npm run package does not publish");
    },
  );

  it.skipIf(existsSync(join(root, "node_modules/electron/path.txt")))(
    "the desktop suite says that it was not run, which is a failure where it is required",
    () => {
      const said = "Desktop tests: not run: no Electron runtime";
      const free = run("scripts/desktop-tests.mjs");
      expect([free.status, (free.stdout + free.stderr).trim()]).toEqual([0, said]);
      const required = run("scripts/desktop-tests.mjs", "--required");
      expect([required.status, (required.stdout + required.stderr).trim()]).toEqual([1, said]);
    },
  );
});
