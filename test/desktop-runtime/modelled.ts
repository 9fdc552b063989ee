import type { EventEmitter } from "node:events";

/** A part of Electron that the stand-in lacks. It must be added before Winnow may use it. */
export class NotModelled extends Error {
  constructor(what: string) {
    super(`the stand-in for Electron does not model ${what}`);
    // Printed because Winnow may catch the error, and the test must still fail.
    console.error(this.stack);
  }
}

/** Properties that the language and tools read from any object. */
const ASKED_OF_ALL: ReadonlySet<string> = new Set(["then", "toJSON", "constructor", "asymmetricMatch"]);

/** Returns `parts` as Electron's object `name`. All other properties throw by name. */
export function modelled<T extends object>(name: string, parts: Partial<T>): T {
  const known = (key: string | symbol) => key in parts;
  return new Proxy(parts, {
    get(target, key) {
      if (known(key)) return Reflect.get(target, key, target);
      if (typeof key === "symbol" || ASKED_OF_ALL.has(key)) return undefined;
      throw new NotModelled(`${name}.${key}`);
    },
    set(target, key, value) {
      // Tests may only replace members that exist.
      if (!known(key)) throw new NotModelled(`${name}.${String(key)}`);
      return Reflect.set(target, key, value, target);
    },
    // Missing members throw on access.
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
 * Returns the emitter methods of `T` on `emitter`. `events` are those that the stand-in or a test emits; listening for
 * another throws.
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
  // Electron declares one overload per event; the names were checked above.
  return parts as Listening<T>;
}

/** The first argument of event listeners. Electron's has more members, depending on the event. */
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
