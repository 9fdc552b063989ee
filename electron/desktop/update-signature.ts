import { createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { z } from "zod";

/** What a feed says of a version, of which the signature covers what is fetched and run. */
const updateSchema = z.object({
  version: z.string(),
  files: z.array(z.object({ url: z.string(), sha512: z.string() })).min(1),
  winnowSignature: z.string().optional(),
});
export type Update = z.infer<typeof updateSchema>;

function signedBytes({ version, files }: Update): Buffer {
  return Buffer.from(
    JSON.stringify(["winnow update", version, files.map(({ url, sha512 }) => [url, sha512])]),
  );
}

/** The signature of an update, for its feed. `privateKey`: Ed25519, as PEM. */
export function signUpdate(update: Update, privateKey: string): string {
  return sign(null, signedBytes(update), privateKey).toString("base64");
}

/** The key in `pem`, where it is an Ed25519 public key; else null. */
export function updateKeyOf(pem: string): KeyObject | null {
  try {
    // A private key makes a public one as well: it must not stand here.
    const key = pem.includes("PRIVATE") ? null : createPublicKey(pem);
    return key?.asymmetricKeyType === "ed25519" ? key : null;
  } catch {
    return null;
  }
}

/**
 * Whether `update` – what the feed said, as the updater read it – was signed with the key that is built in. The updater
 * then checks each file against the hash that was signed. False without a key or a signature.
 */
export function isSignedUpdate(update: unknown, key: KeyObject | null): boolean {
  const parsed = updateSchema.safeParse(update);
  if (key === null || !parsed.success || parsed.data.winnowSignature === undefined) return false;
  return verify(null, signedBytes(parsed.data), key, Buffer.from(parsed.data.winnowSignature, "base64"));
}
