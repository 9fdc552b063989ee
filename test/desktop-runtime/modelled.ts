import type { EventEmitter } from "node:events";

/** Something of Electron's that the stand-in does not have: it has to be added here before Winnow may use it. */
export class NotModelled extends Error {
  constructor(what: string) {
    super(`the stand-in for Electron does not model ${what}`);
    // Winnow catches what it does not expect and goes on; the test that brought this about must not.
    console.error(this.stack);
  }
}

/** Asked of any object by language and tools, of none of Electron's. */
const ASKED_OF_ALL: ReadonlySet<string> = new Set(["then", "toJSON", "constructor", "asymmetricMatch"]);

/** `parts` as the object of Electron's that `name` tells of: whatever was not given throws, by name. */
export function modelled<T extends object>(name: string, parts: Partial<T>): T {
  const known = (key: string | symbol) => key in parts;
  return new Proxy(parts, {
    get(target, key) {
      if (known(key)) return Reflect.get(target, key, target);
      if (typeof key === "symbol" || ASKED_OF_ALL.has(key)) return undefined;
      throw new NotModelled(`${name}.${key}`);
    },
    set(target, key, value) {
      // A test may put something else in the place of what is there, and nothing where nothing is.
      if (!known(key)) throw new NotModelled(`${name}.${String(key)}`);
      return Reflect.set(target, key, value, target);
    },
    // Everything that was not given throws when it is touched.
  }) as T;
}

const LISTENING = [
  "on",
  "once",
  "off",
  "addListener",
  "removeListener",
  "prependListener",
  "emit",
  "listenerCount",
] as const;
type Listening<T> = Pick<T, Extract<keyof T, (typeof LISTENING)[number]>>;

/**
 * The part of `T` that listens and tells, over `emitter`. `events`: those that the stand-in tells of, or that a test may
 * tell of in the system's place; listening for another throws.
 */
export function listening<T extends object>(
  name: string,
  emitter: EventEmitter,
  events: readonly string[],
): Listening<T> {
  const known = new Set(events);
  const parts = Object.fromEntries(
    LISTENING.map((method) => [
      method,
      (event: string, ...rest: unknown[]) => {
        if (!known.has(event)) throw new NotModelled(`the event '${event}' of ${name}`);
        return Reflect.apply(emitter[method], emitter, [event, ...rest]);
      },
    ]),
  );
  // Electron declares one overload an event; the names were checked above.
  return parts as Listening<T>;
}

/** The event that a listener gets first; Electron's has more, by kind. */
export interface PreventableEvent {
  defaultPrevented: boolean;
  preventDefault(): void;
}

export function preventable<T extends object>(more: T): PreventableEvent & T {
  const event = {
    ...more,
    defaultPrevented: false,
    preventDefault() {
      event.defaultPrevented = true;
    },
  };
  return event;
}
