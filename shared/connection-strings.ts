/** Keywords of libpq and their values. `host`: a name, an IP address or the folder of a Unix socket. */
type Keywords = Readonly<Record<string, string>>;

const PSQL_OPTIONS: Keywords = { h: "host", p: "port", U: "user", username: "user", d: "dbname" };

/**
 * Rewrites what providers and tools show for a PostgreSQL server as a `postgres://` URL: a psql command, libpq's
 * `host=… dbname=…`, or a JDBC URL. Returns other texts unchanged, but trimmed.
 */
export function toServerUrl(text: string): string {
  const trimmed = text.trim();
  const words = splitWords(trimmed, `'"`);
  const password = /^PGPASSWORD=(.*)$/s.exec(words[0] ?? "")?.[1];
  const command = password === undefined ? words : words.slice(1);
  if (command[0] === "psql") return convertPsql(command.slice(1), password === undefined ? {} : { password });
  const pairs = splitWords(trimmed, "'").map((word) => /^([a-z_]+)=(.*)$/s.exec(word)?.slice(1) ?? []);
  const keywords = pairs.every(({ length }) => length > 0) ? Object.fromEntries(pairs) : {};
  return "host" in keywords ? formatUrl(keywords) : moveLogin(trimmed.replace(/^jdbc:/i, ""));
}

/** Returns a `postgres://` URL. Keywords without a place in it become parameters. */
export function formatUrl(keywords: Keywords): string {
  const { host = "localhost", port = "", dbname = "", user = "", password = "", ...others } = keywords;
  const isSocket = host.startsWith("/");
  const name = isSocket ? "localhost" : host.includes(":") ? `[${host}]` : encodeURIComponent(host);
  const secret = password === "" ? "" : `:${encodeURIComponent(password)}`;
  const login = user === "" ? "" : `${encodeURIComponent(user)}${secret}@`;
  const parameters = new URLSearchParams(isSocket ? { host, ...others } : others).toString();
  const authority = `${login}${name}${port === "" ? "" : `:${port}`}`;
  return `postgres://${authority}/${encodeURIComponent(dbname)}${parameters === "" ? "" : `?${parameters}`}`;
}

function convertPsql(words: readonly string[], given: Keywords): string {
  const keywords: Record<string, string> = { ...given };
  const positional: string[] = [];
  const rest = words.values();
  for (const word of rest) {
    const [, long, name = long, value] =
      /^-(?:-(host|port|username|dbname)=?|([hpUd]))(.*)$/s.exec(word) ?? [];
    if (name !== undefined) keywords[PSQL_OPTIONS[name] ?? name] = value || (rest.next().value ?? "");
    else if (!word.startsWith("-")) positional.push(word);
  }
  const { dbname = positional[0] ?? "", user = positional[1] ?? "" } = keywords;
  // The database may be given as a URL or as keywords.
  return /:\/\/|=/.test(dbname) ? toServerUrl(dbname) : formatUrl({ ...keywords, dbname, user });
}

/** Moves the login from a URL's parameters, where JDBC has it, to the front of its host. */
function moveLogin(text: string): string {
  const url = URL.parse(text);
  const user = url?.searchParams.get("user");
  if (url === null || url.hostname === "" || user == null) return text;
  url.username = encodeURIComponent(user);
  url.password = encodeURIComponent(url.searchParams.get("password") ?? url.password);
  url.searchParams.delete("user");
  url.searchParams.delete("password");
  return url.href;
}

/** Splits at spaces outside of `quotes`. A backslash escapes the next character. */
function splitWords(text: string, quotes: string): string[] {
  const words: string[] = [];
  let word: string | null = null;
  let quote = "";
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === quote) quote = "";
    else if (quote === "" && quotes.includes(char)) {
      quote = char;
      word ??= "";
    } else if (quote === "" && /\s/.test(char)) {
      if (word !== null) words.push(word);
      word = null;
    } else word = `${word ?? ""}${char === "\\" ? text.charAt(++at) : char}`;
  }
  return word === null ? words : [...words, word];
}
