import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { listPackage } from "@electron/asar";
import { FileMatcher } from "app-builder-lib/out/fileMatcher.js";
import { getConfig, validateConfiguration } from "app-builder-lib/out/util/config/config.js";
import { DebugLogger } from "builder-util";
import type { Configuration } from "electron-builder";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { LIST_EXTENSIONS } from "../../../electron/desktop/launch-files.ts";
import { ensureBuilt } from "../../support/ensure-built.ts";
import { testFolder } from "../../support/folders.ts";
import {
  FUSE_SENTINEL,
  filesIn,
  type Packed,
  pack,
  removePacked,
  unpackArchive,
} from "../../support/packed.ts";

const root = resolve(import.meta.dirname, "../../..");
let config: Configuration;
beforeAll(ensureBuilt, 180_000);
beforeAll(async () => {
  config = await getConfig(root, join(root, "electron-builder.yml"), null);
});

const read = (path: string) => readFileSync(join(root, path));

describe("electron-builder.yml", () => {
  it("is valid by electron-builder's own schema", async () => {
    await expect(validateConfiguration(config, new DebugLogger(false))).resolves.toBeUndefined();
    const wrong = { ...config, asarUnpak: [] };
    await expect(validateConfiguration(wrong, new DebugLogger(false))).rejects.toThrow("asarUnpak");
  });

  it("pins the publisher, so that an update's signature is checked", () => {
    expect(config.win?.verifyUpdateCodeSignature).toBe(true);
    expect(config.win?.signtoolOptions?.publisherName).toEqual(["publisher.winnow.example"]);
    expect(config.publish).toMatchObject({ provider: "generic", url: `\${env.WINNOW_UPDATE_URL}` });
    expect(read("scripts/package.mjs").toString()).toContain('"https://updates.winnow.example"');
    const workflow = read(".github/workflows/release.yml").toString();
    expect(workflow).toMatch(/WINNOW_UPDATE_URL: https:\/\/github\.com\/\$\{\{ github\.repository \}\}\//);
  });

  it("does not make Winnow the default program for any file type", () => {
    const associations = [config.mac?.fileAssociations ?? []].flat();
    expect(associations.map(({ rank }) => rank)).toEqual(associations.map(() => "Alternate"));
    expect(
      associations
        .flatMap(({ ext }) => ext)
        .map((ext) => `.${ext}`)
        .sort(),
    ).toEqual([...LIST_EXTENSIONS].sort());
    expect(config.fileAssociations ?? null).toBeNull();
    const installer = read("resources/package/installer.nsh").toString();
    for (const extension of LIST_EXTENSIONS) expect(installer).toContain(`registerList "${extension}"`);
    // Electron adds a second entry to the Start menu after an installation for all users.
    expect(installer).toMatch(/Delete "\$SMPROGRAMS\\\$\{PRODUCT_NAME\}\.lnk"/);
    expect(installer).not.toMatch(/WriteRegStr SHCTX "Software\\Classes\\\./);
  });

  it("re-signs the application after setting the fuses, so that a build without a certificate starts", () => {
    expect(config.electronFuses?.resetAdHocDarwinSignature).toBe(true);
  });

  it("allows only JIT in the hardened runtime of macOS", () => {
    const keys = [
      ...read("resources/package/entitlements.mac.plist")
        .toString()
        .matchAll(/<key>([^<]+)/g),
    ];
    expect(keys.map(([, key]) => key)).toEqual(["com.apple.security.cs.allow-jit"]);
    expect(config.mac?.hardenedRuntime).toBe(true);
  });
});

/** Returns the packages shipped beside the bundles: direct and transitive dependencies. */
function shippedPackages(): string[] {
  const lock = z
    .object({
      packages: z.record(z.string(), z.object({ dev: z.boolean().optional(), link: z.boolean().optional() })),
    })
    .parse(JSON.parse(read("package-lock.json").toString()));
  return Object.entries(lock.packages)
    .filter(([path, { dev }]) => /^node_modules\/(?:@[^/]+\/)?[^/]+$/.test(path) && dev !== true)
    .map(([path]) => path.slice("node_modules/".length))
    .filter((name) => existsSync(join(root, "node_modules", name)));
}

describe("the package", () => {
  const packagedFiles = (platform: string, arch: string) => {
    const macros: Record<string, string> = { platform, arch };
    const expand = (pattern: string) =>
      pattern.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => macros[name] ?? "");
    const patterns = [config.files ?? []]
      .flat()
      .flatMap((set) => (typeof set === "string" ? set : (set.filter ?? [])));
    const excluded = patterns.filter((pattern) => pattern.startsWith("!"));
    expect(excluded.length).toBeGreaterThan(3);
    const matcher = new FileMatcher(root, root, expand, ["**/*", ...excluded]);
    const filter = matcher.createFilter();
    return shippedPackages().flatMap((name) =>
      readdirSync(join(root, "node_modules", name), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .filter((path) => filter(path, statSync(path)))
        .map((path) => path.slice(join(root, "node_modules/").length)),
    );
  };

  it.each([
    ["linux", "x64"],
    ["linux", "arm64"],
    ["darwin", "arm64"],
    ["win32", "x64"],
  ])("holds one native binary for each module and no sources on %s %s", (platform, arch) => {
    const files = packagedFiles(platform, arch);
    expect(files.filter((file) => file.endsWith(".node")).sort()).toEqual([
      `better-sqlite3/prebuilds/${platform}-${arch}.node`,
      `keytar/prebuilds/${platform}-${arch}/keytar.node`,
    ]);
    expect(files.filter((file) => /\.(c|cc|cpp|h|hpp|gyp|gypi)$/.test(file))).toEqual([]);
    expect(files).toContain("better-sqlite3/lib/index.js");
    expect(files).toContain("keytar/package.json");
  });

  it("has only the listed run-time dependencies", () => {
    const { dependencies } = JSON.parse(read("package.json").toString());
    expect(Object.keys(dependencies).sort()).toEqual(["better-sqlite3", "electron-updater", "keytar"]);
  });
});

describe.skipIf(process.platform !== "linux")("a package built by electron-builder", () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "winnow-package-")));
  let packed: Packed;
  let archive: string;
  beforeAll(async () => {
    // Electron's runtime is not available everywhere; this script runs the command line on Node instead.
    packed = await pack(folder, { script: `exec '${process.execPath}' "$@"` });
    archive = join(packed.resources, "app.asar");
  }, 60_000);
  afterAll(() => removePacked(folder));

  it("contains only the bundles and what they load at run time", () => {
    const files = listPackage(archive, { isPack: false }).map((path) => path.slice(1));
    const kinds = new Set(files.map((path) => path.split("/")[0]));
    expect([...kinds].sort()).toEqual(["LICENSE", "node_modules", "out", "package.json", "resources"]);
    expect(files.filter((path) => path.startsWith("resources/")).sort()).toEqual([
      "resources/badge.png",
      "resources/drag.png",
      "resources/icon.svg",
      "resources/sample.csv",
    ]);
    const bundles = readdirSync(join(root, "out"), { recursive: true, encoding: "utf8" });
    const shipped = bundles
      .filter((path) => path !== ".sources" && path !== "main/browser.js")
      .map((path) => `out/${path}`);
    expect(files.filter((path) => path.startsWith("out/")).sort()).toEqual(shipped.sort());
    expect(files.filter((path) => /\.(map|ts|tsx|test\.js|c|cc|cpp|h|hpp|gyp)$/.test(path))).toEqual([]);
    const loose = readdirSync(`${archive}.unpacked`, { recursive: true, withFileTypes: true });
    expect(loose.filter((entry) => entry.isFile()).map(({ name }) => name)).toEqual(
      expect.arrayContaining([`linux-${process.arch}.node`, "keytar.node"]),
    );
  });

  it("has its fuses set and looks for updates at the URL given to the build", () => {
    // In Electron's order: run as Node, cookies encrypted, NODE_OPTIONS, inspect, archive checked, only the archive, …
    expect(readFileSync(packed.program, "latin1")).toContain(`${FUSE_SENTINEL}\u0001\u000810001100`);
    expect(readFileSync(join(packed.resources, "app-update.yml"), "utf8")).toContain(
      "https://updates.winnow.example",
    );
  });

  it("requires as new a C library as the newest one that its native modules need", () => {
    const needed = filesIn(packed.dir)
      .filter((path) => path.endsWith(".node"))
      .flatMap((path) => readFileSync(path, "latin1").match(/GLIBC_2\.\d+/g) ?? [])
      .map((version) => Number(version.slice("GLIBC_2.".length)));
    expect(needed.length).toBeGreaterThan(0);
    const depends = config.deb?.depends ?? [];
    const [, required] = /libc6 \(>= 2\.(\d+)\)/.exec(depends.join()) ?? [];
    expect(Math.max(...needed)).toBeLessThanOrEqual(Number(required));
    expect(depends).toContain("libstdc++6");
  });

  it("opens lists from the launcher, and reserves `winnow` for the command line", () => {
    const { arguments: args, desktopEntry } = packed.debian;
    expect(desktopEntry).toMatch(/^Exec=\/opt\/Winnow\/winnow-desktop %F$/m);
    // Desktops match a window to this entry by its class, which is `desktopName` in package.json.
    expect(desktopEntry).toMatch(/^StartupWMClass=winnow$/m);
    expect(args.filter((arg) => /=\/usr\/(?:bin|share\/applications)\//.test(arg))).toEqual([
      "resources/package/usr-bin-winnow=/usr/bin/winnow",
      expect.stringMatching(/=\/usr\/share\/applications\/winnow\.desktop$/),
    ]);
    const installed = readFileSync(join(root, "resources/package/usr-bin-winnow"), "utf8");
    expect(installed).toContain('exec /opt/Winnow/resources/bin/winnow "$@"');
    expect(statSync(join(root, "resources/package/usr-bin-winnow")).mode & 0o111).toBe(0o111);
  });

  it("cleans a list without writing to its own folder or loading code from outside it", () => {
    unpackArchive(packed);
    const before = filesIn(packed.dir);
    const loaded = join(folder, "loaded.txt");
    const hook = join(folder, "hook.mjs");
    writeFileSync(
      hook,
      `import { appendFileSync } from "node:fs"; import { registerHooks } from "node:module";
       const note = (what) => appendFileSync(${JSON.stringify(loaded)}, what + "\\n");
       registerHooks({ load(url, context, next) { note(url); return next(url, context); } });
       const open = process.dlopen;
       process.dlopen = (module, file, ...rest) => { note("file://" + file); return open(module, file, ...rest); };`,
    );
    const out = join(folder, "clean.csv");
    const ran = spawnSync(
      join(packed.resources, "bin/winnow"),
      ["clean", join(packed.resources, "app.asar/resources/sample.csv"), "--sandbox", "--yes", "--out", out],
      {
        cwd: folder,
        env: {
          PATH: process.env.PATH,
          WINNOW_DATA_DIR: join(folder, "data"),
          WINNOW_SANDBOX_SPEED: "1000000",
          NODE_OPTIONS: `--import=${pathToFileURL(hook)}`,
        },
        encoding: "utf8",
      },
    );
    expect(ran.status, ran.stderr).toBe(0);
    expect(readFileSync(out, "utf8").split("\n").length).toBeGreaterThan(800);
    const inside = `${pathToFileURL(join(packed.resources, "app.asar"))}/`;
    const urls = [...new Set(readFileSync(loaded, "utf8").trim().split("\n"))].filter(
      (url) => !url.startsWith("node:") && url !== pathToFileURL(hook).href,
    );
    expect(urls.filter((url) => !url.startsWith(inside))).toEqual([]);
    const names = urls.map((url) => url.slice(inside.length));
    for (const part of ["cli", "worker", "reader", "sandbox"]) expect(names).toContain(`out/main/${part}.js`);
    expect(names.some((name) => name.endsWith(".node"))).toBe(true);
    expect(filesIn(packed.dir)).toEqual(before);
  });
});

describe.skipIf(process.platform === "win32")("the command line beside an installed desktop", () => {
  it.each([
    ["Linux", "resources", "winnow-desktop"],
    ["Darwin", "Resources", "MacOS/Winnow"],
    // Git Bash finds this script before winnow.cmd.
    ["MINGW64_NT-10.0-26100", "resources", "Winnow.exe"],
  ])(
    "runs in the desktop program that it belongs to, even through symbolic links, on %s",
    (system, resources, name) => {
      const folder = testFolder();
      const bin = join(folder, "app", resources, "bin");
      const program = join(folder, "app", name);
      writeFileSync(join(folder, "uname"), `#!/bin/sh\necho ${system}\n`, { mode: 0o755 });
      mkdirSync(bin, { recursive: true });
      mkdirSync(dirname(program), { recursive: true });
      cpSync(join(root, "resources/bin/winnow"), join(bin, "winnow"));
      writeFileSync(program, '#!/bin/sh\necho "$ELECTRON_RUN_AS_NODE"\nprintf "%s\\n" "$@"\nexit 7\n', {
        mode: 0o755,
      });
      symlinkSync(join(bin, "winnow"), join(folder, "first"));
      symlinkSync("first", join(folder, "winnow"));
      const ran = spawnSync(join(folder, "winnow"), ["gate", "my list.csv"], {
        env: { PATH: `${folder}:${process.env.PATH}` },
        encoding: "utf8",
      });
      const script = join(dirname(bin), "app.asar/out/main/cli.js");
      expect(ran.stdout.split("\n")).toEqual(["1", script, "gate", "my list.csv", ""]);
      expect(ran.status).toBe(7);
    },
  );
});
