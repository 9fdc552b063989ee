/**
 * All of a body, or null where it is longer than `mostBytes`; `declared`: how long it says it is, 0 where it does not say.
 * Throws where it breaks off.
 */
export async function readBody(
  body: AsyncIterable<Uint8Array>,
  declared: number,
  mostBytes: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (declared > mostBytes) return null;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > mostBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
