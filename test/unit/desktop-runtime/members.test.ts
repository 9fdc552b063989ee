import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../../support/winnow.ts";

/** Everything of Winnow's that may use Electron, but for the preload's side. */
const folder = join(root, "electron/desktop");
const sources = readdirSync(folder)
  .filter((file) => file !== "page-bridge.ts")
  .map((file) => join(folder, file))
  .concat(join(root, "electron/main.ts"))
  // What comments speak of is not used.
  .map((path) => readFileSync(path, "utf8").replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, ""));

/** What is imported from Electron as a value, by file. */
function valuesOf(source: string): string[] {
  const [, names = ""] = /import \{([^}]*)\} from "electron";/.exec(source) ?? [];
  return names
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && !name.startsWith("type "));
}

/** How Winnow names what it has of Electron beside the module's own members. */
const NAMED = {
  window: "BrowserWindow",
  contents: "webContents",
  webContents: "webContents",
  session: "session",
};

/** Members that are there on one system only, or in a packaged Winnow. */
const ELSEWHERE = new Set([
  "app.addRecentDocument",
  "app.clearRecentDocuments",
  "app.setAppUserModelId",
  "window.setOverlayIcon",
]);

const used = new Set<string>();
const events = new Set<string>();
for (const source of sources) {
  const names = [...valuesOf(source), ...Object.keys(NAMED)];
  for (const name of names) {
    // The name of a file, as it is imported.
    for (const [, member] of source.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, "g")))
      if (member !== "ts") used.add(`${name}.${member}`);
    const listens = new RegExp(`\\b${name}\\.(?:on|once|off)\\("([\\w-]+)"`, "g");
    for (const [, event] of source.matchAll(listens)) events.add(`${name} ${event}`);
  }
}

describe("the stand-in for Electron's runtime", () => {
  it("has every member that the desktop uses, and listens to every event", () => {
    // In a process of its own: it takes over signals and sockets as Electron does. Chromium is not started.
    const script = `
      const electron = await import("./test/desktop-runtime/electron.ts");
      const { becomeReady } = await import("./test/desktop-runtime/life.ts");
      becomeReady();
      const made = { window: new electron.BrowserWindow({ show: false }), session: electron.session.defaultSession };
      made.contents = made.webContents = made.window.webContents;
      const missing = [];
      const attempt = (what, act) => { try { act(); } catch (error) { missing.push(what + ": " + error.message); } };
      const has = (object, member) => {
        try { return object?.[member] !== undefined; } catch { return false; }
      };
      for (const name of ${JSON.stringify([...used])}) {
        const [object, member] = name.split(".");
        attempt(name, () => {
          if (!has(made[object], member) && !has(electron[object], member)) throw new Error("is not there");
        });
      }
      for (const name of ${JSON.stringify([...events])}) {
        const [object, event] = name.split(" ");
        attempt(name, () => (made[object] ?? electron[object]).on(event, () => {}));
      }
      console.log(JSON.stringify(missing));
      process.exit(0);
    `;
    const run = spawnSync(process.execPath, ["--input-type=module", "--eval", script], {
      cwd: root,
      encoding: "utf8",
    });
    expect(run.stdout, run.stderr).not.toBe("");
    const missing = (JSON.parse(run.stdout) as string[]).filter(
      (line) => !ELSEWHERE.has(line.split(":")[0] ?? ""),
    );
    expect(missing).toEqual([]);
    // What is looked for is found at all.
    expect(used.size).toBeGreaterThan(50);
    expect(events).toContain("app before-quit");
  });
});
