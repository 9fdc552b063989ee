import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { extractAll } from "@electron/asar";
import { setPrinter } from "builder-util";
import { Arch, build, Platform } from "electron-builder";
import { root } from "./winnow.ts";

/** Marks the fuses in Electron's program. */
export const FUSE_SENTINEL = "dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX";
const FUSES_OFF = `${FUSE_SENTINEL}\u0001\u000800000000`;

/** The desktop packed for Linux as in a release, with a script in place of Electron's program. */
export interface Packed {
  /** The folder that is installed as /opt/Winnow. */
  readonly dir: string;
  readonly program: string;
  readonly resources: string;
  /** fpm's arguments for the Debian package, and the package's desktop entry. */
  readonly debian: { readonly arguments: readonly string[]; readonly desktopEntry: string };
}

export interface PackOptions {
  /** Shell script that replaces Electron's program. */
  readonly script: string;
  readonly updateUrl?: string;
}

/** Packs the desktop into `folder`, in about two seconds. */
export async function pack(
  folder: string,
  { script, updateUrl = "https://updates.winnow.example" }: PackOptions,
): Promise<Packed> {
  const dist = join(folder, "electron");
  mkdirSync(dist);
  writeFileSync(join(dist, "electron"), `#!/bin/sh\n# ${FUSES_OFF}\n${script}\n`, { mode: 0o755 });
  process.env.WINNOW_UPDATE_URL = updateUrl;
  // Keeps the build log out of the test output. Errors are thrown.
  setPrinter(() => {});
  let debian: Packed["debian"] | null = null;
  await build({
    projectDir: root,
    targets: Platform.LINUX.createTarget(["deb"], process.arch === "x64" ? Arch.x64 : Arch.arm64),
    publish: "never",
    config: {
      extends: join(root, "electron-builder.yml"),
      electronDist: dist,
      directories: { output: folder, buildResources: "resources/package" },
    },
    // Called before fpm, which would have to be downloaded. Returning `true` skips it.
    async effectiveOptionComputed([args, desktopEntry]: [string[], string]) {
      debian = { arguments: args, desktopEntry: readFileSync(desktopEntry, "utf8") };
      return true;
    },
  });
  if (debian === null) throw new Error("electron-builder made no Debian package");
  const dir = join(folder, process.arch === "x64" ? "linux-unpacked" : `linux-${process.arch}-unpacked`);
  return { dir, program: join(dir, "winnow-desktop"), resources: join(dir, "resources"), debian };
}

/**
 * Replaces the archive by a folder of the same name, because Node cannot read asar archives, and makes all folders of
 * the package read-only.
 */
export function unpackArchive({ dir, resources }: Packed): void {
  const archive = join(resources, "app.asar");
  const packed = join(dir, "..", "app.asar");
  renameSync(archive, packed);
  // The archive's unpacked files are found by its name.
  renameSync(`${archive}.unpacked`, `${packed}.unpacked`);
  extractAll(packed, archive);
  // Only folders, because electron-builder links some files to their sources.
  setMode(dir, 0o555);
}

/** Removes `folder` although packed folders in it are read-only. */
export function removePacked(folder: string): void {
  setMode(folder, 0o755);
  rmSync(folder, { recursive: true, force: true });
}

function setMode(dir: string, mode: number): void {
  for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true }))
    if (entry.isDirectory()) chmodSync(join(entry.parentPath, entry.name), mode);
}

/** Returns the paths of all files and folders in `dir`. */
export function filesIn(dir: string): string[] {
  return readdirSync(dir, { recursive: true, encoding: "utf8" }).map((path) => join(dir, path));
}
