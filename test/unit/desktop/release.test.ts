import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
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
    ]);
  });

  it("is checked before it is built", () => {
    const workflow = readFileSync(join(root, ".github/workflows/release.yml"), "utf8");
    expect(workflow.indexOf("scripts/check-release.ts")).toBeGreaterThan(0);
    expect(workflow.indexOf("scripts/check-release.ts")).toBeLessThan(workflow.indexOf("npm run package"));
  });
});
