// node scripts/sign-update.ts <latest-linux.yml>…: signs what Linux's feeds say with the key in WINNOW_UPDATE_KEY (Ed25519,
// PEM), and checks it against the public key that is built in. On the other systems the installers carry signatures.
import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  isSignedUpdate,
  signUpdate,
  type Update,
  updateKeyOf,
} from "../electron/desktop/update-signature.ts";

/** What a feed as electron-builder writes it says of its version and files. Throws for any other text. */
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

/** The line to add to a feed. Throws when the key is not the one whose other half is built in. */
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
