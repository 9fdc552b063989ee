import { isAscii, isUtf8 } from "node:buffer";
import { decode, type Encoding } from "./encodings.ts";

/** Whether the encoding knows all of `bytes`, which hold whole characters: only then does their text say all that they do. */
export function isDecodable(bytes: Uint8Array, encoding: Encoding): boolean {
  if (encoding.name === "UTF-8") return isUtf8(bytes);
  return isAscii(bytes) || !decode(bytes, encoding).includes("\uFFFD");
}
