const MASK = "•••";
/** Shorter than this a 'key' would blank out ordinary words. */
const SHORTEST_KEY = 4;

/**
 * `text` with nothing of a key in it: the value of every `apikey` parameter and every literal occurrence of
 * each of `keys` (as it is, percent-encoded, form-encoded or escaped for JSON or HTML) is replaced. Use it on whatever
 * came from the service or from the network before it is shown, logged or stored.
 */
export function redact(text: string, keys: readonly string[]): string {
  let clean = text;
  for (const spelling of spellings(keys)) clean = clean.replaceAll(spelling, MASK);
  return clean
    .replace(/(api[_-]?key\s*(?:=|%3D)\s*)[^&\s"'<>#]+/gi, `$1${MASK}`)
    .replace(/("api[_-]?key"\s*:\s*")[^"]*(")/gi, `$1${MASK}$2`);
}

/** Longest first, so that no part of a longer spelling is left over. */
function spellings(keys: readonly string[]): string[] {
  const all = new Set<string>();
  for (const key of keys) {
    if (key.length < SHORTEST_KEY) continue;
    const encoded = encodeURIComponent(key);
    const form = new URLSearchParams({ k: key }).toString().slice(2);
    const html = key
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      .replaceAll('"', "&quot;");
    const lower = encoded.replace(/%[0-9A-F]{2}/g, (hex) => hex.toLowerCase());
    for (const spelling of [key, encoded, lower, form, html, JSON.stringify(key).slice(1, -1)])
      all.add(spelling);
  }
  return [...all].sort((a, b) => b.length - a.length);
}
