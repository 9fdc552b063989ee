import { z } from "zod";

/** A key, and the origin (scheme, host and port) that the user gave it for: it may be sent nowhere else. */
export interface BoundKey {
  readonly key: string;
  readonly origin: string;
}

const boundSchema = z.object({ version: z.literal(1), key: z.string().min(1), origin: z.string().min(1) });

/** The text of the keychain entry for a key. */
export function writeKeyEntry({ key, origin }: BoundKey): string {
  return JSON.stringify({ version: 1, key, origin });
}

/** Reads a keychain entry; null: it is none of this Winnow's. */
export function readKeyEntry(text: string): BoundKey | null {
  try {
    const { key, origin } = boundSchema.parse(JSON.parse(text));
    return { key, origin };
  } catch {
    return null;
  }
}
