/**
 * Reads a body of at most `mostBytes`; `null` if it is longer. `declared`: the announced length in bytes; 0 if unknown.
 * Throws if the body is cut off.
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
