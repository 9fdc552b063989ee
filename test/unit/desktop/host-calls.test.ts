import { statSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import type { AppInfo } from "../../../shared/bridge/app.ts";
import { cleaning } from "../../fixtures/cleaning.ts";
import { state } from "./electron-double.ts";
import { type LaunchedDesktop, launch } from "./launched-desktop.ts";

vi.mock("electron", () => import("./electron-double.ts"));

let desktop: LaunchedDesktop;
beforeEach(async () => {
  desktop = await launch();
});

const forbidden = { ok: false, problem: { code: "forbidden" } };

describe("the file dialog", () => {
  it("suggests the downloads folder for a target, and ignores folders in the suggested name", async () => {
    state.dialogResults.push({ canceled: false, filePath: "/out/clean.csv" });
    expect(await desktop.call("host.pickTarget", { name: "../../etc/clean.csv" })).toEqual({
      ok: true,
      value: { target: { path: "/out/clean.csv", overwrite: false } },
    });
    expect(state.dialogs[0]?.options).toEqual({
      defaultPath: "/home/ann/Downloads/clean.csv",
      properties: ["createDirectory", "showOverwriteConfirmation"],
    });
  });

  it("allows overwriting only the file that existed when the dialog closed", async () => {
    const path = join(desktop.dir, "clean.csv");
    await writeFile(path, "last week's");
    const { ino, size, mtimeNs } = statSync(path, { bigint: true });
    state.dialogResults.push({ canceled: false, filePath: path });
    expect(await desktop.call("host.pickTarget", { name: "clean.csv" })).toEqual({
      ok: true,
      value: {
        target: {
          path,
          overwrite: true,
          standing: { file: String(ino), bytes: Number(size), changed: String(mtimeNs) },
        },
      },
    });
  });
});

describe("a path that the page may use", () => {
  const refused = { ok: false, problem: { code: "path_not_chosen" } };

  it("can be the last backup, once Winnow has offered it", async () => {
    const restore = () => desktop.call("app.restore", { kind: "path", path: "/data/backups/last" });
    expect(await restore()).toMatchObject(refused);
    const info: AppInfo = {
      version: "1.0.0",
      host: "desktop",
      platform: "linux",
      dataDir: "/data",
      dataBytes: 0,
      keychain: "available",
      keychainDetail: "",
      demo: false,
      serviceHost: "",
      online: true,
      lastBackup: "/data/backups/last",
      licences: [],
    };
    desktop.engine.answers.set("app.info", info);
    await desktop.call("app.info", {});
    expect(await restore()).not.toMatchObject(refused);
  });

  it("can be a backup folder, chosen either for restoring or for writing", async () => {
    const backUp = () => desktop.call("app.backup", { target: { path: "/media/usb" } });
    const restore = () => desktop.call("app.restore", { kind: "path", path: "/media/usb" });
    const asked = z.object({ properties: z.array(z.string()) });
    const properties = () => state.dialogs.map(({ options }) => asked.parse(options).properties);
    for (const name of ["app.backup", "app.restore"]) desktop.engine.answers.set(name, {});
    state.dialogResults.push({ canceled: false, filePaths: ["/media/usb"] });
    await desktop.call("host.pickFiles", { what: "backup" });
    expect(properties()).toEqual([["openDirectory"]]);
    expect(await restore()).toMatchObject({ ok: true });
    expect(await backUp()).toMatchObject(refused);
    state.dialogResults.push({ canceled: false, filePaths: ["/media/usb"] });
    await desktop.call("host.pickFiles", { what: "backup_target" });
    expect(properties().at(-1)).toEqual(["openDirectory", "createDirectory"]);
    expect(await backUp()).toMatchObject({ ok: true });
  });
});

/** Exports a file under `name` and returns its path. */
async function exportFile(name: string): Promise<string> {
  const path = join(desktop.dir, name);
  await writeFile(path, "a");
  const file = { name, path, bytes: 1, rows: 1, downloadId: null };
  desktop.engine.answers.set("exports.write", { exportId: "e1", rows: 1, guarded: 0, files: [file] });
  await desktop.call("exports.write", {});
  return path;
}

describe("showing or opening a file", () => {
  it("is allowed for backups and the data folder", async () => {
    desktop.engine.answers.set("app.backup", { path: "/data/backup", bytes: 1 });
    desktop.engine.answers.set("app.info", { dataDir: "/data" });
    await desktop.call("app.backup", {});
    await desktop.call("app.info", {});
    for (const path of ["/data/backup", "/data"]) {
      expect(await desktop.call("host.showFile", { path })).toEqual({ ok: true, value: {} });
    }
  });

  it.each(["/bin/sh", "/etc/passwd", "https://evil.example/", "smb://evil.example/x.csv", ""])(
    "is refused for any other path: %j",
    async (path) => {
      expect(await desktop.call("host.showFile", { path })).toMatchObject(forbidden);
      expect(await desktop.call("host.openFile", { path })).toMatchObject(forbidden);
      expect(state.opened).toEqual([]);
    },
  );

  it("is refused for the output path of a stored cleaning", async () => {
    const path = join(desktop.dir, "restored.csv");
    await writeFile(path, "a");
    desktop.engine.answers.set(
      "cleanings.get",
      cleaning({ out: { path, rows: 1, keep: [], keepDuplicates: false } }),
    );
    await desktop.call("cleanings.get", { id: "c1" });
    for (const name of ["host.showFile", "host.openFile", "host.dragFile"])
      expect(await desktop.call(name, { path })).toMatchObject(forbidden);
    expect(state.opened).toEqual([]);
  });

  it("is refused for an HTML file, as is saving a report to a path that was not chosen", async () => {
    const list = await exportFile("list.html");
    expect(await desktop.call("host.openFile", { path: list })).toMatchObject(forbidden);
    const target = { path: join(desktop.dir, "chosen-by-a-page.pdf"), overwrite: true };
    expect(await desktop.call("host.savePdf", { target })).toMatchObject({
      ok: false,
      problem: { code: "path_not_chosen" },
    });
    expect(state.opened).toEqual([]);
  });

  it("is refused for a script, even if Winnow wrote it", async () => {
    const path = await exportFile("clean.sh");
    expect(await desktop.call("host.openFile", { path })).toMatchObject(forbidden);
    expect(state.opened).toEqual([]);
  });

  it("reports a problem when the system cannot open the file", async () => {
    const path = await exportFile("clean.csv");
    await rm(path);
    expect(await desktop.call("host.openFile", { path })).toMatchObject({
      ok: false,
      problem: { code: "file_unreadable" },
    });
  });
});

describe("dragging a finished file out", () => {
  it("carries a list that Winnow wrote, and no other file", async () => {
    const path = await exportFile("clean.zip");
    expect(await desktop.call("host.dragFile", { path })).toEqual({ ok: true, value: {} });
    expect(desktop.window().page.dragged.map(({ file }) => file)).toEqual([path]);
    for (const other of ["/etc/passwd", desktop.dir, await exportFile("clean.sh")])
      expect(await desktop.call("host.dragFile", { path: other })).toMatchObject(forbidden);
    expect(desktop.window().page.dragged).toHaveLength(1);
  });
});

describe("every host call", () => {
  it.each([
    ["host.pickTarget", { name: 5 }],
    ["host.pickTarget", {}],
    ["host.showFile", { path: "x".repeat(5000) }],
    ["host.openFile", null],
    ["host.dragFile", { path: "x".repeat(5000) }],
  ])("rejects invalid input: %s %j", async (name, input) => {
    expect(await desktop.call(name, input)).toMatchObject({ ok: false, problem: { code: "call_invalid" } });
    expect(state.dialogs).toEqual([]);
  });
});
