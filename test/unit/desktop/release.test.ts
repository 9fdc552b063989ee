import { spawnSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { isSignedUpdate, updateKeyOf } from "../../../electron/desktop/update-signature.ts";
import { type Release, releaseObstacles } from "../../../scripts/check-release.ts";
import { signatureLine } from "../../../scripts/sign-update.ts";

const root = resolve(import.meta.dirname, "../../..");

describe("a release", () => {
  const config = [
    "linux:\n  maintainer: Winnow <releases@winnow.email>",
    "win:\n    publisherName: [Winnow]",
    "nsis:\n  # Without spaces.\n  artifactName: Winnow-Setup.exe\n",
  ].join("\n");
  const keys = generateKeyPairSync("ed25519");
  const updateKey = keys.publicKey.export({ type: "spki", format: "pem" }).toString();
  const privateKey = keys.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const good: Release = {
    tag: "v1.2.3",
    version: "1.2.3",
    homepage: "https://winnow.email",
    config,
    updateUrl: "https://github.com/a/b/releases",
    updateKey,
  };

  it("is allowed if the tag matches and no name or URL is a placeholder", () => {
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
    ["a space in the installer's name", { config: config.replace("-Setup", " Setup") }, "nsis.artifactName"],
    ["the installer's default name", { config: config.replace("artifactName", "name") }, "nsis.artifactName"],
    ["no homepage", { homepage: undefined }, "homepage"],
    ["a reserved homepage", { homepage: "https://winnow.example" }, "homepage"],
    ["no publisher", { config: config.replace("[Winnow]", "[]") }, "publisherName"],
    ["a reserved feed", { updateUrl: "https://updates.winnow.example" }, "WINNOW_UPDATE_URL"],
    ["a feed over plain HTTP", { updateUrl: "http://github.com/a/b" }, "WINNOW_UPDATE_URL"],
    ["no feed", { updateUrl: undefined }, "WINNOW_UPDATE_URL"],
    ["no key for Linux's updates", { updateKey: undefined }, "update-key.pem"],
    ["its private key built in", { updateKey: privateKey }, "update-key.pem"],
  ])("is refused with %s", (_name, changes, said) => {
    expect(releaseObstacles({ ...good, ...changes }).join()).toContain(said);
  });

  it("is refused while the project's configuration holds placeholder names", () => {
    const own = readFileSync(join(root, "electron-builder.yml"), "utf8");
    expect(releaseObstacles({ ...good, config: own })).toEqual([
      "electron-builder.yml: linux.maintainer must be an address that answers",
      "electron-builder.yml: win.signtoolOptions.publisherName must be the name in the certificate",
    ]);
  });

  const feed = `version: 1.2.3
files:
  - url: Winnow-1.2.3.AppImage
    sha512: aGFzaA==
    size: 1
    blockMapSize: 2
  - url: winnow_1.2.3_amd64.deb
    sha512: aGFzaDI=
    size: 3
path: Winnow-1.2.3.AppImage
sha512: aGFzaA==
releaseDate: '2026-01-02T03:04:05.000Z'
`;

  it("has signed feeds for Linux that the installed Winnow can verify", () => {
    const [, winnowSignature] =
      /^winnowSignature: (\S+)\n$/.exec(signatureLine(feed, privateKey, updateKey)) ?? [];
    const files = [
      { url: "Winnow-1.2.3.AppImage", sha512: "aGFzaA==" },
      { url: "winnow_1.2.3_amd64.deb", sha512: "aGFzaDI=" },
    ];
    const read = { version: "1.2.3", files, path: "Winnow-1.2.3.AppImage", winnowSignature };
    expect(isSignedUpdate(read, updateKeyOf(updateKey))).toBe(true);
    expect(isSignedUpdate({ ...read, version: "1.2.4" }, updateKeyOf(updateKey))).toBe(false);
  });

  it.each([
    ["no feed", ""],
    ["a feed without files", "version: 1.2.3\nfiles: []\n"],
    ["a feed with an unreadable file entry", feed.replace("    sha512: aGFzaDI=\n", "")],
  ])("is not signed with %s", (_name, text) => {
    expect(() => signatureLine(text, privateKey, updateKey)).toThrow("another form");
  });

  it("is not signed with a key that does not match the built-in public key", () => {
    const other = generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" });
    expect(() => signatureLine(feed, other.toString(), updateKey)).toThrow("does not belong");
  });

  const workflow = readFileSync(join(root, ".github/workflows/release.yml"), "utf8");

  it("pins every third-party action to a commit, with its version beside it", () => {
    const used = [...workflow.matchAll(/uses: (.+)/g)].map(([, action]) => action);
    expect(used.length).toBeGreaterThan(5);
    for (const action of used) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });
});

describe("outside the release machine", () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, args, {
      cwd: root,
      encoding: "utf8",
      // Tests must neither download a runtime nor find one from another checkout.
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
});
