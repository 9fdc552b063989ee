// node scripts/sign-update.ts <latest-linux.yml>…: signs Linux update feeds with the key in WINNOW_UPDATE_KEY (Ed25519,
// PEM) and verifies them with the built-in public key. On other systems the installers are signed.
import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  isSignedUpdate,
  signUpdate,
  type Update,
  updateKeyOf,
} from "../electron/desktop/update-signature.ts";

/** Parses the version and files of an electron-builder feed. Throws for any other text. */
export function updateIn(feed: string): Update {
  const version = /^version: (\S+)$/m.exec(feed)?.[1];
  const files = [...feed.matchAll(/^ {2}- url: (\S+)\n {4}sha512: (\S+)$/gm)].map(
    ([, url = "", sha512 = ""]) => ({ url, sha512 }),
  );
  const listed = feed.match(/^ {2}- /gm)?.length ?? 0;
  if (version === undefined || files.length === 0 || files.length !== listed)
    throw new Error("the feed has another form than electron-builder's");
  return { version, files };
}

/** Returns the signature line to append to a feed. Throws if the key doesn't match the built-in public key. */
export function signatureLine(feed: string, privateKey: string, publicKey: string): string {
  const update = updateIn(feed);
  const winnowSignature = signUpdate(update, privateKey);
  if (!isSignedUpdate({ ...update, winnowSignature }, updateKeyOf(publicKey)))
    throw new Error("WINNOW_UPDATE_KEY does not belong to resources/update-key.pem");
  return `winnowSignature: ${winnowSignature}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const publicKey = readFileSync(join(import.meta.dirname, "../resources/update-key.pem"), "utf8");
  const feeds = process.argv.slice(2);
  if (feeds.length === 0) throw new Error("no feed was named");
  for (const file of feeds) {
    const feed = readFileSync(file, "utf8");
    appendFileSync(file, signatureLine(feed, process.env.WINNOW_UPDATE_KEY ?? "", publicKey));
  }
}
