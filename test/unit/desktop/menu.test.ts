import type { MenuItemConstructorOptions } from "electron";
import { describe, expect, it, vi } from "vitest";
import { menuTemplate, type PageCommand } from "../../../electron/desktop/menu-template.ts";
import { eventSchema } from "../../../shared/bridge.ts";
import { state } from "./electron-double.ts";
import { type LaunchedDesktop, launch } from "./launched-desktop.ts";

vi.mock("electron", () => import("./electron-double.ts"));

type Item = MenuItemConstructorOptions;
const submenu = (item: Item | undefined): Item[] => (Array.isArray(item?.submenu) ? item.submenu : []);
const flat = (items: Item[]): Item[] =>
  items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flat(item.submenu) : [])]);
const press = (item: Item | undefined) => item?.click?.(null as never, undefined, null as never);

const COMMANDS = eventSchema.options.flatMap((option) =>
  "command" in option.shape ? option.shape.command.options : [],
);

const build = (platform: NodeJS.Platform, changes: Partial<Parameters<typeof menuTemplate>[0]> = {}) => {
  const commands: PageCommand[] = [];
  const files: string[] = [];
  const template = menuTemplate(
    { platform, recent: [], updateReady: false, development: false, ...changes },
    {
      command: (command) => void commands.push(command),
      openFile: (path) => void files.push(path),
      clearRecent: () => void files.push("cleared"),
      checkForUpdates: () => void files.push("check"),
      restartToUpdate: () => void files.push("restart"),
      showLogs: () => void files.push("logs"),
    },
  );
  return { template, items: flat(template), commands, files };
};

describe.each(["darwin", "win32", "linux"] as const)("the menu on %s", (platform) => {
  it("offers every command of the page, each with a keyboard shortcut", () => {
    const { items, commands } = build(platform);
    expect(COMMANDS).toContain("palette");
    for (const name of COMMANDS) {
      const found = items.filter((item) => item.id === name);
      expect([name, found.length]).toEqual([name, 1]);
      expect([name, found[0]?.accelerator]).not.toEqual([name, undefined]);
      press(found[0]);
      expect(eventSchema.safeParse({ event: "command", command: name }).success).toBe(true);
    }
    expect(commands).toEqual([...COMMANDS]);
  });

  it("uses no accelerator twice", () => {
    const used = build(platform, { development: true })
      .items.map((item) => item.accelerator)
      .filter((accelerator) => accelerator !== undefined)
      .map((accelerator) => String(accelerator).replace(/CmdOrCtrl|Cmd|Ctrl/, "Mod"));
    expect(new Set(used).size).toBe(used.length);
  });

  it("has the developer items in development only", () => {
    const roles = (development: boolean) => build(platform, { development }).items.map((item) => item.role);
    expect(roles(true)).toContain("toggleDevTools");
    expect(roles(false)).not.toContain("toggleDevTools");
    expect(roles(false)).not.toContain("reload");
  });

  it("offers to restart once an update is ready", () => {
    const before = build(platform);
    press(before.items.find((item) => item.id === "checkForUpdates"));
    expect(before.files).toEqual(["check"]);
    const after = build(platform, { updateReady: true });
    expect(after.items.find((item) => item.id === "checkForUpdates")).toBeUndefined();
    press(after.items.find((item) => item.id === "restartToUpdate"));
    expect(after.files).toEqual(["restart"]);
  });
});

describe("the menu bar", () => {
  it("has the application menu, the system's recent documents and the window menu on macOS", () => {
    const { template, items } = build("darwin", { recent: ["/lists/a.csv"] });
    expect(template.map((item) => item.role ?? item.label)).toEqual([
      "appMenu",
      "File",
      "Edit",
      "View",
      "Go",
      "windowMenu",
      "help",
    ]);
    expect(items.some((item) => item.role === "recentDocuments")).toBe(true);
    expect(items.some((item) => item.label === "/lists/a.csv")).toBe(false);
    expect(items.find((item) => item.id === "redo")?.accelerator).toBe("Shift+Cmd+Z");
  });

  it("lists recent files that open on click, with the ampersands in their names", () => {
    const { items, files } = build("linux", { recent: ["/lists/R&D.csv", "/lists/b.csv"] });
    const menu = items.find((item) => item.id === "openRecent");
    expect(menu?.enabled).toBe(true);
    press(items.find((item) => item.label === "/lists/R&&D.csv"));
    press(submenu(menu).at(-1));
    expect(files).toEqual(["/lists/R&D.csv", "cleared"]);
    expect(build("linux").items.find((item) => item.id === "openRecent")?.enabled).toBe(false);
  });
});

describe("the menu of a running Winnow", () => {
  let desktop: LaunchedDesktop;
  const item = (test: (item: Item) => boolean) => flat(state.menu ?? []).find(test);

  it("lists recent files, newest first, also after a restart", async () => {
    desktop = await launch({ platform: "win32" });
    desktop.engine.answers.set("lists.open", { listId: "l1", name: "a.csv" });
    await desktop.drop(["/lists/a.csv", "/lists/b.csv"]);
    for (const path of ["/lists/a.csv", "/lists/b.csv", "/lists/a.csv"]) {
      await desktop.call("lists.open", { source: { kind: "path", path } });
    }
    await desktop.call("lists.open", { source: { kind: "sample" } });
    const recent = submenu(item(({ id }) => id === "openRecent"));
    expect(recent.map(({ label }) => label).slice(0, 2)).toEqual(["/lists/a.csv", "/lists/b.csv"]);
    expect(state.recentDocuments).toEqual(["/lists/a.csv", "/lists/b.csv", "/lists/a.csv"]);

    const { openRecentFiles } = await import("../../../electron/desktop/menu.ts");
    const { join } = await import("node:path");
    const file = join(desktop.dir, "data", "desktop", "recent.json");
    expect(openRecentFiles(file).list()).toEqual(["/lists/a.csv", "/lists/b.csv"]);

    desktop.pageLoads();
    press(recent[1]);
    desktop.clock.advance(500);
    expect(desktop.events().at(-1)).toContain('"/lists/b.csv"');
    press(recent.at(-1));
    expect(openRecentFiles(file).list()).toEqual([]);
    expect(state.recentDocuments).toEqual([]);
  });

  it.each(["{", '["a", 5]'])("starts empty from a damaged list of recent files: %j", async (text) => {
    desktop = await launch();
    const { writeFile, mkdir } = await import("node:fs/promises");
    const { join } = await import("node:path");
    const file = join(desktop.dir, "damaged", "recent.json");
    await mkdir(join(desktop.dir, "damaged"));
    await writeFile(file, text);
    const { openRecentFiles } = await import("../../../electron/desktop/menu.ts");
    const recent = openRecentFiles(file);
    expect(recent.list()).toEqual([]);
    for (let n = 0; n < 12; n++) recent.add(`/lists/${n}.csv`);
    expect(openRecentFiles(file).list()).toHaveLength(10);
  });
});
