const QUOTE_PAIRS: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ["`", "`"],
  ["“", "”"],
  ["‘", "’"],
  ["«", "»"],
  ["„", "“"],
  ["<", ">"],
  ["(", ")"],
]);

/** A part of a cell, and the separator that stood before it; the empty string: the cell begins here. */
export interface Piece {
  readonly separator: string;
  readonly text: string;
}

/** Cuts a cell at the commas, semicolons and line breaks that stand outside quotes. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let quoted = false;
  let from = 0;
  let separator = "";
  for (let i = 0; i < text.length; i++) {
    const c = text[i] ?? "";
    if (c === "\\") i++;
    else if (c === '"') quoted = !quoted;
    else if (!quoted && (c === "," || c === ";" || c === "\n" || c === "\r")) {
      pieces.push({ separator, text: text.slice(from, i) });
      separator = c;
      from = i + 1;
    }
  }
  pieces.push({ separator, text: text.slice(from) });
  return quoted ? [{ separator: "", text }] : pieces;
}

/** What stands between the last angle brackets of `Name <ann@a.example>`; null: there are none around an `@`. */
export function angled(text: string): string | null {
  const close = text.lastIndexOf(">");
  const open = text.lastIndexOf("<");
  if (open < 0 || close < open) return null;
  const inside = text.slice(open + 1, close);
  return inside.includes("@") && !inside.includes(">") ? inside.trim() : null;
}

/** `piece` without what certainly stands around an address: a name before angle brackets, `mailto:`, quotes, blanks. */
export function unwrap(piece: string): string {
  let text = piece.trim();
  text = angled(text) ?? text;
  for (;;) {
    const before = text;
    const mailto = /^mailto:\s*/i.exec(text);
    if (mailto !== null) text = unescapeMailto(text.slice(mailto[0].length));
    const close = QUOTE_PAIRS.get(text[0] ?? "");
    if (close !== undefined && text.length > 1 && text.endsWith(close) && !quotedLocal(text)) {
      text = text.slice(1, -1).trim();
    }
    if (text === before) return text;
  }
}

/** `"a b"@c` begins with a quote, but the quote belongs to the address. */
function quotedLocal(text: string): boolean {
  return text.startsWith('"') && !text.endsWith('"');
}

function unescapeMailto(text: string): string {
  const query = text.indexOf("?");
  const plain = query < 0 ? text : text.slice(0, query);
  try {
    return decodeURIComponent(plain).trim();
  } catch {
    return plain.trim();
  }
}
