import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { FileMatcher } from "app-builder-lib/out/fileMatcher.js";
import { getConfig, validateConfiguration } from "app-builder-lib/out/util/config/config.js";
import { DebugLogger } from "builder-util";
import type { Configuration } from "electron-builder";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { APP_ID } from "../../../electron/desktop/app-id.ts";
import { LIST_EXTENSIONS } from "../../../electron/desktop/handed-files.ts";
import { ensureBuilt } from "../../support/ensure-built.ts";

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

  it("sets every fuse", () => {
    expect(config.electronFuses).toEqual({
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      grantFileProtocolExtraPrivileges: false,
    });
  });

  it("pins the publisher, so that an update's signature is checked", () => {
    expect(config.win?.verifyUpdateCodeSignature).toBe(true);
    expect(config.win?.signtoolOptions?.publisherName).toEqual(["publisher.winnow.example"]);
    expect(config.publish).toEqual({ provider: "generic", url: `\${env.WINNOW_UPDATE_URL}` });
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
    expect(installer).not.toMatch(/WriteRegStr SHCTX "Software\\Classes\\\./);
  });

  it("uses the name that the running desktop gives itself", () => {
    expect(config.appId).toBe(APP_ID);
  });

  it("relaxes macOS's hardened runtime only as far as V8 needs", () => {
    const keys = [
      ...read("resources/package/entitlements.mac.plist")
        .toString()
        .matchAll(/<key>([^<]+)/g),
    ];
    expect(keys.map(([, key]) => key)).toEqual(["com.apple.security.cs.allow-jit"]);
    expect(config.mac?.hardenedRuntime).toBe(true);
  });
});

/** The packages that are shipped beside the bundles: the dependencies, and theirs. */
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
  const kept = (platform: string, arch: string) => {
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
    const files = kept(platform, arch);
    expect(files.filter((file) => file.endsWith(".node")).sort()).toEqual([
      `better-sqlite3/prebuilds/${platform}-${arch}.node`,
      `keytar/prebuilds/${platform}-${arch}/keytar.node`,
    ]);
    expect(files.filter((file) => /\.(c|cc|cpp|h|hpp|gyp|gypi)$/.test(file))).toEqual([]);
    expect(files).toContain("better-sqlite3/lib/index.js");
    expect(files).toContain("keytar/package.json");
  });

  it.each([
    ["linux", "x64"],
    ["darwin", "arm64"],
    ["win32", "x64"],
  ])("adds at most 12 MB to Electron itself on %s %s", (platform, arch) => {
    const bundles = readdirSync(join(root, "out"), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    const shipped = kept(platform, arch).map((file) => join(root, "node_modules", file));
    const bytes = [...bundles, ...shipped].reduce((sum, file) => sum + statSync(file).size, 0);
    expect(bundles.length).toBeGreaterThan(20);
    expect(bytes).toBeLessThanOrEqual(12e6);
  });

  it("needs at run time only the listed dependencies", () => {
    const { dependencies } = JSON.parse(read("package.json").toString());
    expect(Object.keys(dependencies).sort()).toEqual(["better-sqlite3", "electron-updater", "keytar"]);
  });
});
