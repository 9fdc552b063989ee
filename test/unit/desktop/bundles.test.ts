import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { createContext, runInContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { bundledLicences } from "../../../electron/hosts/wire-engine.ts";
import { ensureBuilt } from "../../support/ensure-built.ts";

const root = resolve(import.meta.dirname, "../../..");
const out = join(root, "out");

beforeAll(ensureBuilt, 180_000);

function filesUnder(folder: string, ending: RegExp): { name: string; text: string }[] {
  return readdirSync(join(out, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ name: path.slice(out.length + 1), text: readFileSync(path, "utf8") }));
}

const code = () => filesUnder(".", /\.(js|cjs|mjs)$/);
const matches = (files: { name: string; text: string }[], pattern: RegExp) =>
  files.flatMap(({ name, text }) => [...text.matchAll(pattern)].map(([found]) => `${name}: ${found}`));

/** Zod's schema compiler. It never runs: the page sets `jitless`, and its content security policy blocks `eval`. */
const ZOD_COMPILER = [
  /\btry\s*\{\s*(?:new Function\(""\)|return new \w+\((?:""|``)\))[^}]*\}/g,
  /\b(?:const|let)\s+\w+\s*=\s*Function,?[^}]{0,200}return new \w+\(\.\.\.[^}]*\}/g,
];

describe("the built bundles", () => {
  it("loosen none of the browser sandbox's restrictions", () => {
    const loosened =
      /\b(?:nodeIntegration(?:InWorker|InSubFrames)?|allowRunningInsecureContent|experimentalFeatures|webviewTag|bypassCSP)\s*:\s*(?:true|!0)|\b(?:contextIsolation|sandbox|webSecurity)\s*:\s*(?:false|!1)|--no-sandbox/g;
    expect(matches(filesUnder("main", /\.js$/), loosened)).toEqual([]);
    const main = filesUnder("main", /^main\.js$/)[0]?.text ?? "";
    expect(main).toMatch(/nodeIntegration: false/);
    expect(main).toMatch(/contextIsolation: true/);
    expect(main).toContain("app.enableSandbox()");
  });

  it("never evaluate text as code", () => {
    const stripped = code().map(({ name, text }) => ({
      name,
      text: ZOD_COMPILER.reduce((rest, known) => rest.replaceAll(known, ""), text),
    }));
    const compiled =
      /(?<![\w$.])eval\s*\(|\bnew Function\b|[=(,]\s*Function\s*[,;)(](?!\.)|setTimeout\(\s*["'`]/g;
    expect(matches(stripped, compiled)).toEqual([]);
  });

  it("load no remote resources", () => {
    const html = filesUnder("renderer", /\.html$/);
    expect(matches(html, /\b(?:src|href|action)\s*=\s*["']?(?:https?:)?\/\/[^"']*/g)).toEqual([]);
    expect(
      matches(filesUnder("renderer", /\.css$/), /(?:url\(|@import)\s*["']?(?:https?:)?\/\/[^)]*/g),
    ).toEqual([]);
    const remote =
      /(?:\bimport|\bimportScripts|\bloadURL|\bfetch|\.open|new (?:Worker|EventSource|WebSocket))\(\s*["'`](?:https?|wss?):[^"'`]*/g;
    expect(matches(code(), remote)).toEqual([]);
    expect(matches(filesUnder("main", /^main\.js$/), /\bload(?:File|URL)\([^)]*\)/g)).toEqual([
      "main/main.js: loadURL(APP_START)",
    ]);
  });

  it("have no inline script in the page, because the page's policy would block it", () => {
    const [page] = filesUnder("renderer", /^index\.html$/);
    expect(page?.text.match(/<script(?![^>]*\bsrc=)[^>]*>/g)).toBeNull();
    expect(page?.text.match(/\son\w+\s*=/g)).toBeNull();
  });
});

describe("the built preload script", () => {
  it("is one CommonJS file that requires only Electron and exposes only the bridge", () => {
    const [built, ...others] = filesUnder("preload", /./);
    expect(others).toEqual([]);
    const required: string[] = [];
    const exposed: [string, object][] = [];
    const electron = {
      contextBridge: { exposeInMainWorld: (name: string, api: object) => void exposed.push([name, api]) },
      ipcRenderer: { on() {}, invoke() {} },
      webUtils: { getPathForFile: () => "" },
    };
    const require = (name: string) => {
      required.push(name);
      if (name !== "electron") throw new Error(`the preload requires ${name}`);
      return electron;
    };
    runInContext(
      built?.text ?? "",
      createContext({ require, module: { exports: {} }, exports: {}, Promise, Set }),
    );
    expect(new Set(required)).toEqual(new Set(["electron"]));
    expect(exposed.map(([name, api]) => [name, Object.keys(api).sort()])).toEqual([
      ["winnow", ["call", "listen", "receiveFiles"]],
    ]);
  });
});

describe("the licences of bundled packages", () => {
  it("are listed by package beside the bundles, and all permit distribution", async () => {
    const licences = await bundledLicences(pathToFileURL(`${out}/`));
    const names = licences.map(({ name }) => name);
    for (const known of ["react", "@mantine/core", "zod", "zustand", "papaparse"])
      expect(names).toContain(known);
    expect(new Set(names).size).toBeGreaterThan(20);
    expect([...names].sort((a, b) => a.localeCompare(b, "en"))).toEqual(names);
    const free =
      /^(MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|CC0-1\.0|OFL-1\.1|Unlicense|BlueOak-1\.0\.0)$/;
    expect(licences.filter(({ licence }) => !free.test(licence))).toEqual([]);
  });
});

describe("the code that loads before the window shows", () => {
  it("contains no Zod schemas in the page, which would delay its first paint", () => {
    expect(matches(filesUnder("renderer", /\.js$/), /ZodError/g)).toEqual([]);
  });

  it("amounts to at most 200 kB of compressed scripts in the page", () => {
    const [page] = filesUnder("renderer", /^index\.html$/);
    const scripts = [...(page?.text ?? "").matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(
      ([, path]) => path,
    );
    expect(scripts.length).toBeGreaterThan(0);
    const bytes = scripts.map((path) => gzipSync(readFileSync(join(out, "renderer", `.${path}`))).length);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(200_000);
  });

  it("excludes the engine, the database and the updater", () => {
    const seen = new Map<string, string>();
    const visit = (name: string) => {
      if (seen.has(name)) return;
      const text = readFileSync(join(out, "main", name), "utf8");
      seen.set(name, text);
      for (const [, next = ""] of text.matchAll(
        /^(?:import|export)[^"'\n]*["']\.\/((?:chunks\/)?[\w.-]+)["']/gm,
      )) {
        visit(name.startsWith("chunks/") && !next.startsWith("chunks/") ? `chunks/${next}` : next);
      }
    };
    visit("main.js");
    const loaded = [...seen].map(([name, text]) => ({ name, text }));
    const heavy = /^import[^\n]*["'](?:better-sqlite3|keytar|electron-updater)["']/gm;
    expect(matches(loaded, heavy)).toEqual([]);
    expect([...seen.values()].reduce((sum, text) => sum + text.length, 0)).toBeLessThanOrEqual(480_000);
  });
});
