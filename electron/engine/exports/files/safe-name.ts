/** Names that Windows keeps for devices, with whatever stands behind a dot. */
const RESERVED_ON_WINDOWS = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(\.|$)/i;

/**
 * Whether no file can be called `name` on that system. On Windows a colon would write into
 * another file, and dots and blanks at the end are dropped, which names another file than the user did.
 */
export function isUnusableName(name: string, platform: NodeJS.Platform): boolean {
  if (name === "" || name.includes("\0")) return true;
  if (platform !== "win32") return false;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: Windows allows none of them in a name
  return /[<>:"|?*\u0000-\u001f]/.test(name) || /[. ]$/.test(name) || RESERVED_ON_WINDOWS.test(name);
}

/** Bytes that a name may have in UTF-8 on every common file system. */
const MOST_BYTES = 255;
/** What is longer, or holds blanks, is no extension. */
const EXTENSION = /^\.[^\s.]{1,15}$/u;

// Separators of every system, what Windows allows in no name, controls, and marks that turn the direction of writing.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be in a name
const UNSAFE = /[/\\:*?"<>|\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/**
 * A name for a file made of text that came from somebody else: good on every system, never a path, never empty, of at
 * most 255 bytes with its extension kept. What is safe already stays as it is.
 */
export function safeFileName(text: string, fallback = "list"): string {
  const plain = text.toWellFormed().replace(UNSAFE, "_");
  const bare = plain.replace(/^[. ]+|(?<![. ])[. ]+$/gu, "");
  const named = bare.replace(/[\s_]/gu, "") === "" ? fallback : bare;
  const fitted = fitting(named, "");
  return RESERVED_ON_WINDOWS.test(fitted) ? fitting(`_${fitted}`, "") : fitted;
}

/** The same of a name made of several parts, for whatever stands in front: `${stem}${end}`, with `end` kept whole. */
export function safeNameWith(stem: string, end: string): string {
  return fitting(safeFileName(stem), end);
}

/** What a list's name is without its folders and its extension, on whichever system it was made. */
export function stemOf(name: string): string {
  const last = name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1);
  return last.slice(0, last.length - extensionOf(last).length);
}

/** Gives names out for one folder: none twice, whatever the case of its letters or how its accents are composed. */
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

/** Names that some file system takes for the same one fold to the same text. */
function foldName(name: string): string {
  return name.normalize("NFKC").toUpperCase().toLowerCase().normalize("NFKC");
}

function extensionOf(name: string): string {
  const dot = name.lastIndexOf(".");
  const extension = dot > 0 ? name.slice(dot) : "";
  return EXTENSION.test(extension) ? extension : "";
}

/** `stem` cut until it fits with `end` behind it; without `end` its own extension is kept. */
function fitting(stem: string, end: string): string {
  if (Buffer.byteLength(stem + end) <= MOST_BYTES) return stem + end;
  const kept = end === "" ? extensionOf(stem) : end;
  const room = MOST_BYTES - Buffer.byteLength(kept);
  let cut = "";
  let bytes = 0;
  for (const character of end === "" ? stem.slice(0, stem.length - kept.length) : stem) {
    bytes += Buffer.byteLength(character);
    if (bytes > room) break;
    cut += character;
  }
  return `${cut.replace(/(?<![. ])[. ]+$/u, "")}${kept}`;
}
