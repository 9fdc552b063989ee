const MASK = "•••";
/** Shorter than this a 'key' would blank out ordinary words. */
const SHORTEST_KEY = 4;

/**
 * `text` with nothing of a key in it: the value of every `apikey` parameter and every occurrence of each of `keys` is
 * replaced, as it is or encoded for an address, a form, JSON or HTML. Use it on whatever came from the service or from
 * the network before it is shown, logged or stored.
 */
export function redact(text: string, keys: readonly string[]): string {
  const spellings = keys.filter((key) => key.length >= SHORTEST_KEY).flatMap(spellingsOf);
  return [...new Set(spellings)]
    .sort((a, b) => b.length - a.length)
    .reduce((clean, spelling) => clean.replaceAll(spelling, MASK), text)
    .replace(/(api[_-]?key\s*(?:=|%3D)\s*)[^&\s"'<>#]+/gi, `$1${MASK}`)
    .replace(/("api[_-]?key"\s*:\s*")[^"]*(")/gi, `$1${MASK}$2`);
}

function spellingsOf(key: string): string[] {
  const address = encodeURIComponent(key);
  const form = new URLSearchParams({ key }).toString().slice("key=".length);
  const html = key.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  const inLowerCase = (encoded: string) => encoded.replace(/%../g, (hex) => hex.toLowerCase());
  return [
    key,
    address,
    inLowerCase(address),
    form,
    inLowerCase(form),
    html,
    JSON.stringify(key).slice(1, -1),
  ];
}
