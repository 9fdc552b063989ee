/*
 * Page and main process exchange structured clones, but the DevTools protocol only carries text. These two functions
 * serialize and parse a clone. They also run as text in the page, so they must not reference anything outside
 * themselves.
 */

/** Returns a structured clone of `value` as text. Throws Electron's error if it cannot be cloned. */
export function write(value: unknown): string {
  let clone: unknown;
  try {
    clone = structuredClone(value);
  } catch {
    throw new Error("An object could not be cloned.");
  }
  const seen = new Map<object, number>();
  const bytesOf = (buffer: ArrayBufferLike, from: number, length: number) => {
    let text = "";
    for (const byte of new Uint8Array(buffer, from, length)) text += String.fromCharCode(byte);
    return btoa(text);
  };
  const down = (one: unknown): unknown => {
    switch (typeof one) {
      case "undefined":
        return { t: "undefined" };
      case "bigint":
        return { t: "bigint", v: String(one) };
      case "number":
        return Number.isFinite(one) && !Object.is(one, -0)
          ? one
          : { t: "number", v: Object.is(one, -0) ? "-0" : String(one) };
      case "object":
        break;
      default:
        return one;
    }
    if (one === null) return null;
    const at = seen.get(one);
    if (at !== undefined) return { t: "again", v: at };
    seen.set(one, seen.size);
    if (Array.isArray(one)) return { t: "array", v: Array.from(one, down) };
    if (one instanceof Date) return { t: "date", v: down(one.getTime()) };
    if (one instanceof RegExp) return { t: "regexp", v: [one.source, one.flags] };
    if (one instanceof Map) return { t: "map", v: [...one].map(([key, item]) => [down(key), down(item)]) };
    if (one instanceof Set) return { t: "set", v: [...one].map(down) };
    if (one instanceof Error) return { t: "error", v: [one.name, one.message, one.stack ?? ""] };
    if (one instanceof ArrayBuffer) return { t: "ArrayBuffer", v: bytesOf(one, 0, one.byteLength) };
    if (ArrayBuffer.isView(one)) {
      const kind = Object.prototype.toString.call(one).slice(8, -1);
      return { t: "view", v: [kind, bytesOf(one.buffer, one.byteOffset, one.byteLength)] };
    }
    // Files, bitmaps and the like cannot be cloned to another process.
    if (Object.prototype.toString.call(one) !== "[object Object]")
      throw new Error("An object could not be cloned.");
    return { t: "object", v: Object.entries(one).map(([key, item]) => [key, down(item)]) };
  };
  return JSON.stringify(down(clone));
}

/** Returns the value serialized by {@link write}. */
export function read(text: string): unknown {
  type Written = { t: string; v: never };
  const seen: unknown[] = [];
  const keep = <T>(value: T): T => {
    seen.push(value);
    return value;
  };
  const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const up = (one: unknown): unknown => {
    if (typeof one !== "object" || one === null) return one;
    const { t, v } = one as Written;
    switch (t) {
      case "undefined":
        return undefined;
      case "bigint":
        return BigInt(v);
      case "number":
        return Number(v);
      case "again":
        return seen[v];
      case "array": {
        const list = keep<unknown[]>([]);
        for (const item of v as unknown[]) list.push(up(item));
        return list;
      }
      case "date":
        return keep(new Date(up(v) as number));
      case "regexp":
        return keep(new RegExp(v[0], v[1]));
      case "map": {
        const map = keep(new Map());
        for (const [key, item] of v as [unknown, unknown][]) map.set(up(key), up(item));
        return map;
      }
      case "set": {
        const set = keep(new Set());
        for (const item of v as unknown[]) set.add(up(item));
        return set;
      }
      case "error": {
        const [name, message, stack] = v as [string, string, string];
        return keep(Object.assign(new Error(message), { name, stack }));
      }
      case "ArrayBuffer":
        return keep(bytesOf(v).buffer);
      case "view": {
        const [kind, base64] = v as [string, string];
        const View = Reflect.get(globalThis, kind) as Uint8ArrayConstructor;
        return keep(new View(bytesOf(base64).buffer));
      }
      default: {
        const object = keep<Record<string, unknown>>({});
        for (const [key, item] of v as [string, unknown][]) object[key] = up(item);
        return object;
      }
    }
  };
  return up(JSON.parse(text));
}
