// node scripts/check-release.ts <tag>: checks the release configuration before anything is built.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { updateKeyOf } from "../electron/desktop/update-signature.ts";

/** Reserved domains, which are fine for a self-made build but not for a release. */
const RESERVED = /(?:^|[@./])(?:[\w-]+\.)*(?:example|invalid|test|localhost)\b/;

export interface Release {
  readonly tag: string;
  readonly version: string;
  /** From package.json; required in a Debian package. */
  readonly homepage: string | undefined;
  readonly config: string;
  readonly updateUrl: string | undefined;
  /** Text of resources/update-key.pem; undefined if it is missing. */
  readonly updateKey: string | undefined;
}

/** Returns the reasons not to publish this release, one per line. */
export function releaseObstacles({
  tag,
  version,
  homepage,
  config,
  updateUrl,
  updateKey,
}: Release): string[] {
  const maintainer = /^\s*maintainer:\s*(.+)$/m.exec(config)?.[1] ?? "";
  const installer = /^nsis:\n(?:[ #].*\n|\n)*?\s+artifactName:\s*(.+)$/m.exec(config)?.[1] ?? "";
  const publisher = /^\s*publisherName:\s*\[(.*)\]/m.exec(config)?.[1]?.trim() ?? "";
  return [
    ...(tag === `v${version}` ? [] : [`the tag is ${tag}, and package.json says ${version}`]),
    ...(homepage?.startsWith("https://") && !RESERVED.test(homepage)
      ? []
      : ["package.json: homepage must be an address that answers"]),
    ...(maintainer !== "" && !RESERVED.test(maintainer)
      ? []
      : ["electron-builder.yml: linux.maintainer must be an address that answers"]),
    ...(publisher !== "" && !RESERVED.test(publisher)
      ? []
      : ["electron-builder.yml: win.signtoolOptions.publisherName must be the name in the certificate"]),
    ...(/^\S+$/.test(installer.trim())
      ? []
      : [
          "electron-builder.yml: nsis.artifactName must be a name without spaces, which GitHub would replace",
        ]),
    ...(updateUrl?.startsWith("https://") && !RESERVED.test(updateUrl)
      ? []
      : ["WINNOW_UPDATE_URL must be the https address of the releases"]),
    ...(updateKeyOf(updateKey ?? "") !== null
      ? []
      : ["resources/update-key.pem must be the public key (Ed25519) that updates on Linux are signed with"]),
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = join(import.meta.dirname, "..");
  const keyFile = join(root, "resources/update-key.pem");
  const obstacles = releaseObstacles({
    tag: process.argv[2] ?? "",
    ...z
      .object({ version: z.string(), homepage: z.string().optional() })
      .transform(({ version, homepage }) => ({ version, homepage }))
      .parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8"))),
    config: readFileSync(join(root, "electron-builder.yml"), "utf8"),
    updateUrl: process.env.WINNOW_UPDATE_URL,
    updateKey: existsSync(keyFile) ? readFileSync(keyFile, "utf8") : undefined,
  });
  for (const line of obstacles) console.error(line);
  if (obstacles.length > 0) process.exitCode = 1;
  else console.log("Nothing stands against the release");
}
