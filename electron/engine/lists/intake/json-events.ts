import { Tokenizer, TokenizerError, TokenType } from "@streamparser/json";

const MOST_DEPTH = 100;
const MOST_TOKEN = 16 * 1024 * 1024;

/** A number, `true`, `false` or `null` as spelled in the file; a JavaScript number would round it. */
export class Literal {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const CONSTANTS: ReadonlyMap<TokenType, Literal> = new Map([
  [TokenType.TRUE, new Literal("true")],
  [TokenType.FALSE, new Literal("false")],
  [TokenType.NULL, new Literal("null")],
]);

export interface JsonListener {
  open(isArray: boolean): void;
  close(): void;
  key(text: string): void;
  value(scalar: string | Literal): void;
  /** Set once the rest of the file need not be read. */
  readonly isDone?: boolean;
}

/** Reasons for refusing JSON: a syntax error or no rows, a truncated file, invalid bytes, or an exceeded limit. */
export type JsonErrorKind = "syntax" | "cut" | "encoding" | "depth" | "row" | "columns" | "table";

export class JsonError extends Error {
  readonly kind: JsonErrorKind;

  constructor(kind: JsonErrorKind) {
    super(kind);
    this.kind = kind;
  }
}

/**
 * Streams JSON values to `listener`, holding one string at a time. Throws {@link JsonError} and errors of `listener`.
 */
export function readJson(pieces: Iterable<Uint8Array | string>, listener: JsonListener): void {
  const reader = new EventReader(listener);
  let kind: JsonErrorKind = "syntax";
  try {
    for (const piece of pieces) {
      reader.write(piece);
      if (listener.isDone === true) return;
    }
    kind = "cut";
    reader.end();
  } catch (error) {
    if (error instanceof TokenizerError) throw new JsonError(kind);
    const isUndecodable =
      error instanceof TypeError && "code" in error && String(error.code).includes("ENCODING");
    throw isUndecodable ? new JsonError("encoding") : error;
  }
}

type Expected = "value" | "value_or_end" | "key" | "key_or_end" | "colon" | "comma_or_end";

/** Validates the grammar, which the tokenizer doesn't. */
class EventReader extends Tokenizer {
  readonly #listener: JsonListener;
  /** Open containers, outermost first; true for arrays. */
  readonly #isArray: boolean[] = [];
  #expected: Expected = "value";
  #number = "";

  constructor(listener: JsonListener) {
    super({ emitPartialTokens: true });
    this.#listener = listener;
  }

  protected override parseNumber(text: string): number {
    if (text.length > MOST_TOKEN) throw new JsonError("row");
    this.#number = text;
    return 0;
  }

  override onToken({ token, value, partial }: Parameters<Tokenizer["onToken"]>[0]): void {
    if (typeof value === "string" && value.length > MOST_TOKEN) throw new JsonError("row");
    if (partial === true) return;
    const isArray = token === TokenType.LEFT_BRACKET || token === TokenType.RIGHT_BRACKET;
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) this.#open(isArray);
    else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) this.#close(isArray);
    else if (token === TokenType.COLON) {
      this.#expect(this.#expected === "colon");
      this.#expected = "value";
    } else if (token === TokenType.COMMA) {
      this.#expect(this.#expected === "comma_or_end");
      this.#expected = this.#isArray.at(-1) === true ? "value" : "key";
    } else if (token !== TokenType.STRING) {
      this.#value(CONSTANTS.get(token) ?? new Literal(this.#number));
    } else if (this.#expected === "key" || this.#expected === "key_or_end") {
      this.#expected = "colon";
      this.#listener.key(String(value));
    } else this.#value(String(value));
  }

  override end(): void {
    super.end();
    if (this.#isArray.length > 0) throw new JsonError("cut");
  }

  #expect(isAsExpected: boolean): void {
    if (!isAsExpected) throw new JsonError("syntax");
  }

  #open(isArray: boolean): void {
    this.#expect(this.#expected === "value" || this.#expected === "value_or_end");
    if (this.#isArray.push(isArray) > MOST_DEPTH) throw new JsonError("depth");
    this.#expected = isArray ? "value_or_end" : "key_or_end";
    this.#listener.open(isArray);
  }

  #close(isArray: boolean): void {
    const mayEnd =
      this.#expected === "comma_or_end" || this.#expected === (isArray ? "value_or_end" : "key_or_end");
    this.#expect(mayEnd && this.#isArray.pop() === isArray);
    this.#listener.close();
    this.#next();
  }

  #value(scalar: string | Literal): void {
    this.#expect(this.#expected === "value" || this.#expected === "value_or_end");
    this.#listener.value(scalar);
    this.#next();
  }

  #next(): void {
    this.#expected = this.#isArray.length === 0 ? "value" : "comma_or_end";
  }
}
