/** Reserved device names on Windows, with any extension. */
const RESERVED_ON_WINDOWS = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(\.|$)/i;

/** Returns whether no file can have this name. Windows drops final dots and spaces; a colon names a stream. */
export function isUnusableName(name: string, platform: NodeJS.Platform): boolean {
  if (name === "" || name.includes("\0")) return true;
  if (platform !== "win32") return false;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: Windows allows none of them in a name
  return /[<>:"|?*\u0000-\u001f]/.test(name) || /[. ]$/.test(name) || RESERVED_ON_WINDOWS.test(name);
}

/** Maximum UTF-8 bytes of a name on common file systems. */
const MAX_BYTES = 255;
const EXTENSION = /^\.[^\s.]{1,15}$/u;

// Path separators, characters that Windows forbids, control characters, and bidirectional marks.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be in a name
const UNSAFE = /[/\\:*?"<>|\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** Makes a valid file name, at most 255 bytes, from untrusted text. Safe names are unchanged. */
export function safeFileName(text: string, fallback = "list"): string {
  const plain = text.toWellFormed().replace(UNSAFE, "_");
  const bare = plain.replace(/^[. ]+|(?<![. ])[. ]+$/gu, "");
  const named = bare.replace(/[\s_]/gu, "") === "" ? fallback : bare;
  const fitted = fitting(named, "");
  return RESERVED_ON_WINDOWS.test(fitted) ? fitting(`_${fitted}`, "") : fitted;
}

export function safeNameWith(stem: string, end: string): string {
  return fitting(safeFileName(stem), end);
}

/** Returns a name without folders and extension, with either kind of separator. */
export function stemOf(name: string): string {
  const last = name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1);
  return last.slice(0, last.length - extensionOf(last).length);
}

/** Returns a function that makes file names unique within a folder, ignoring case and Unicode composition. */
export function createNamer(): (name: string) => string {
  const taken = new Set<string>();
  return (name) => {
    const safe = safeFileName(name);
    const extension = extensionOf(safe);
    const stem = safe.slice(0, safe.length - extension.length);
    let own = safe;
    for (let n = 2; taken.has(foldName(own)); n++) own = fitting(stem, ` (${n})${extension}`);
    taken.add(foldName(own));
    return own;
  };
}

function foldName(name: string): string {
  return name.normalize("NFKC").toUpperCase().toLowerCase().normalize("NFKC");
}

function extensionOf(name: string): string {
  const dot = name.lastIndexOf(".");
  const extension = dot > 0 ? name.slice(dot) : "";
  return EXTENSION.test(extension) ? extension : "";
}

/** Truncates `stem` so that it fits with `end`, or with its own extension if `end` is empty. */
function fitting(stem: string, end: string): string {
  if (Buffer.byteLength(stem + end) <= MAX_BYTES) return stem + end;
  const kept = end === "" ? extensionOf(stem) : end;
  const room = MAX_BYTES - Buffer.byteLength(kept);
  let cut = "";
  let bytes = 0;
  for (const character of end === "" ? stem.slice(0, stem.length - kept.length) : stem) {
    bytes += Buffer.byteLength(character);
    if (bytes > room) break;
    cut += character;
  }
  return `${cut.replace(/(?<![. ])[. ]+$/u, "")}${kept}`;
}
