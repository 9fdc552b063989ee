import { RECIPIENTS } from "./json-cells.ts";
import { JsonError, type JsonListener, type Literal } from "./json-events.ts";
import { JsonObject, TreeBuilder } from "./json-tree.ts";

const DEEPEST_ROWS = 2;
const MOST_LISTS = 100_000;

/** Location of a file's rows: its outermost values, or the elements of the arrays with these numbers, by appearance. */
export type JsonShape = "outermost" | ReadonlySet<number>;

/** Tracks arrays that may hold rows: those inside up to {@link DEEPEST_ROWS} objects and no other array. */
abstract class ArrayWalker implements JsonListener {
  protected depth = 0;
  /** Number of open containers, from the outermost on, that are objects which may hold lists. */
  protected holders = 0;
  protected list: { readonly number: number; readonly depth: number } | null = null;
  protected values = 0;
  #lists = 0;

  protected get isElement(): boolean {
    return this.list !== null && this.depth === this.list.depth + 1;
  }

  open(isArray: boolean): void {
    if (this.depth === 0) this.values++;
    if (this.list === null && this.depth === this.holders && this.depth <= DEEPEST_ROWS) {
      if (isArray) this.list = { number: this.#lists++, depth: this.depth };
      else if (this.depth < DEEPEST_ROWS) this.holders++;
    }
    this.depth++;
  }

  close(): void {
    this.depth--;
    if (this.list?.depth === this.depth) this.list = null;
    this.holders = Math.min(this.holders, this.depth);
  }

  abstract key(text: string): void;
  abstract value(scalar: string | Literal): void;
}

interface Found {
  readonly lists: number[];
  readonly hasAddresses: boolean;
}

/** An object that may hold lists. Arrays of an event are part of the event. */
interface ContainerObject {
  isEvent: boolean;
  found: Found | null;
}

/** Finds the location of a file's rows: of several arrays those with addresses, otherwise the first. */
export class RowLocator extends ArrayWalker {
  #shape: JsonShape | null = null;
  #found: Found | null = null;
  readonly #holders: ContainerObject[] = [];
  #elements = { objects: 0, others: 0, hasAddresses: false };

  get isDone(): boolean {
    return this.#shape !== null;
  }

  get shape(): JsonShape {
    return this.#shape ?? (this.#found === null ? "outermost" : new Set(this.#found.lists));
  }

  override open(isArray: boolean): void {
    if (this.isElement) this.#elements[isArray ? "others" : "objects"]++;
    const { list, holders } = this;
    super.open(isArray);
    if (this.values > 1) this.#shape ??= "outermost";
    else if (isArray && this.depth === 1) this.#shape = new Set([0]);
    if (this.holders > holders) this.#holders.push({ isEvent: false, found: null });
    if (this.list !== list) this.#elements = { objects: 0, others: 0, hasAddresses: false };
  }

  override close(): void {
    const { list, holders } = this;
    super.close();
    if (list !== null && this.list === null) {
      const { objects, others, hasAddresses } = this.#elements;
      if (objects > 0 && others === 0) this.#keep({ lists: [list.number], hasAddresses });
    } else if (this.holders < holders) {
      const ended = this.#holders.pop();
      if (ended?.isEvent === false && ended.found !== null) this.#keep(ended.found);
    }
  }

  override key(text: string): void {
    this.#look(text, RECIPIENTS.test(text));
  }

  override value(scalar: string | Literal): void {
    if (this.isElement) this.#elements.others++;
    if (typeof scalar === "string") this.#look(scalar, scalar.includes("@"));
  }

  #look(text: string, isOfEvent: boolean): void {
    const holder = this.#holders.at(-1);
    if (this.list !== null) this.#elements.hasAddresses ||= text.includes("@");
    else if (isOfEvent && holder !== undefined && this.depth === this.holders) holder.isEvent = true;
  }

  #keep(found: Found): void {
    const holder = this.#holders.at(-1);
    const before = holder?.found ?? null;
    if (holder === undefined) this.#found ??= found;
    else if (before === null || (found.hasAddresses && !before.hasAddresses)) holder.found = found;
    else if (found.hasAddresses) for (const list of found.lists) before.lists.push(list);
    if (before !== null && before.lists.length > MOST_LISTS) throw new JsonError("table");
  }
}

/** Builds the rows of a file one at a time. Throws {@link JsonError} at unexpected values. */
export class RowReader extends ArrayWalker {
  readonly #shape: JsonShape;
  readonly #onRow: (row: JsonObject) => void;
  #builder: TreeBuilder | null = null;

  constructor(shape: JsonShape, onRow: (row: JsonObject) => void) {
    super();
    this.#shape = shape;
    this.#onRow = onRow;
  }

  override open(isArray: boolean): void {
    if (this.#builder === null && this.#isRow()) {
      if (isArray) throw new JsonError("syntax");
      this.#builder = new TreeBuilder();
    }
    this.#builder?.open(isArray);
    super.open(isArray);
    if (this.#shape !== "outermost" && this.values > 1) throw new JsonError("syntax");
  }

  override close(): void {
    super.close();
    this.#builder?.close();
    if (this.#builder?.isComplete !== true) return;
    const { root } = this.#builder;
    this.#builder = null;
    if (root instanceof JsonObject) this.#onRow(root);
  }

  override key(text: string): void {
    this.#builder?.key(text);
  }

  override value(scalar: string | Literal): void {
    if (this.depth === 0 || (this.#builder === null && this.#isRow())) throw new JsonError("syntax");
    this.#builder?.value(scalar);
  }

  #isRow(): boolean {
    if (this.#shape === "outermost") return this.depth === 0;
    return this.isElement && this.list !== null && this.#shape.has(this.list.number);
  }
}
