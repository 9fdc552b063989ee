import { createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { z } from "zod";

/** The signature covers everything that is downloaded and executed. */
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

/** Returns the signature for a feed. `privateKey`: Ed25519, as PEM. */
export function signUpdate(update: Update, privateKey: string): string {
  return sign(null, signedBytes(update), privateKey).toString("base64");
}

/** Parses an Ed25519 public key; `null` for anything else. */
export function updateKeyOf(pem: string): KeyObject | null {
  try {
    // A public key can be derived from a private key, which must not be in this file.
    const key = pem.includes("PRIVATE") ? null : createPublicKey(pem);
    return key?.asymmetricKeyType === "ed25519" ? key : null;
  } catch {
    return null;
  }
}

/** Verifies a feed's signature. The updater then checks each file against its signed hash. */
export function isSignedUpdate(update: unknown, key: KeyObject | null): boolean {
  const parsed = updateSchema.safeParse(update);
  if (key === null || !parsed.success || parsed.data.winnowSignature === undefined) return false;
  return verify(null, signedBytes(parsed.data), key, Buffer.from(parsed.data.winnowSignature, "base64"));
}
