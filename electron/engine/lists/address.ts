/** Characters without width or meaning that get into cells by copying: joiners, marks, soft hyphens, BOMs. */
const INVISIBLE = /[\u00AD\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/gu;
/** Full-width and small forms of `@`. */
const OTHER_AT = /[\uFF20\uFE6B]/gu;
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

/** What a cell holds for verification: the first thing that reads as an address, and how many more there are. */
export interface CellReading {
  /** null: nothing at all in the cell. Not necessarily well-formed. */
  readonly address: string | null;
  readonly others: number;
}

/**
 * The address meant by a cell, as it is to be verified, or null when the cell is blank. Understands
 * `Name <a@b.c>`, `mailto:`, blanks and quotes around it, zero-width characters and a full-width ＠. What it
 * answers is not necessarily well-formed: see {@link checkSyntax}.
 */
export function extractAddress(cell: string): string | null {
  return readCell(cell).address;
}

/** As {@link extractAddress}, and whether there is more than one address in the cell. */
export function readCell(cell: string): CellReading {
  const text = cell.replace(INVISIBLE, "").replace(OTHER_AT, "@").trim();
  if (text === "") return { address: null, others: 0 };
  const pieces = text.includes("@") ? split(text) : [text];
  const withAt = pieces.filter((piece) => piece.includes("@"));
  const [first = text] = withAt;
  const address = strip(first);
  return { address: address === "" ? null : address, others: Math.max(0, withAt.length - 1) };
}

/** Cuts at commas, semicolons and line breaks that stand outside quotes and between two addresses. */
function split(text: string): string[] {
  const pieces: string[] = [];
  let quoted = false;
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (c === "\\") i++;
    else if (c === '"') quoted = !quoted;
    else if (!quoted && (c === "," || c === ";" || c === "\n" || c === "\r")) {
      pieces.push(text.slice(from, i));
      from = i + 1;
    }
  }
  pieces.push(text.slice(from));
  return quoted ? [text] : pieces;
}

function strip(piece: string): string {
  let text = piece.trim();
  const angled = /<\s*([^<>]*@[^<>]*?)\s*>[^<>]*$/u.exec(text);
  if (angled?.[1] !== undefined) text = angled[1].trim();
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
