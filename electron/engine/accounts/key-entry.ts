import { z } from "zod";

/** A key, and the origin (scheme, host and port) that the user gave it for: it may be sent nowhere else. */
export interface BoundKey {
  readonly key: string;
  readonly origin: string;
}

/** What a keychain entry turned out to hold. `bare`: a key alone, as they were saved before entries named an origin. */
export type KeyEntry =
  | { kind: "bound"; bound: BoundKey }
  | { kind: "bare"; key: string }
  | { kind: "unreadable" };

const versioned = z.looseObject({ version: z.number() });
const boundSchema = z.object({ version: z.literal(1), key: z.string().min(1), origin: z.string().min(1) });

/** The text of the keychain entry for a key. */
export function writeKeyEntry({ key, origin }: BoundKey): string {
  return JSON.stringify({ version: 1, key, origin });
}

/** Reads a keychain entry. What a later Winnow wrote is `unreadable`, and never taken for a bare key. */
export function readKeyEntry(text: string): KeyEntry {
  const json = parse(text);
  const bound = boundSchema.safeParse(json);
  if (bound.success) return { kind: "bound", bound: { key: bound.data.key, origin: bound.data.origin } };
  return versioned.safeParse(json).success ? { kind: "unreadable" } : { kind: "bare", key: text };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
