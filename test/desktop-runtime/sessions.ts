import { EventEmitter } from "node:events";
import type * as Electron from "electron";
import { afterReady } from "./life.ts";
import { listening, modelled, NotModelled } from "./modelled.ts";
import { protocol } from "./protocol.ts";

type BeforeRequest = (
  details: Electron.OnBeforeRequestListenerDetails,
  decide: (answer: Electron.CallbackResponse) => void,
) => void;

export interface KnownSession {
  readonly session: Electron.Session;
  readonly events: EventEmitter;
  beforeRequest: BeforeRequest | null;
}

const known = new Map<string, KnownSession>();

function makeSession(): KnownSession {
  const events = new EventEmitter();
  const made: KnownSession = {
    events,
    beforeRequest: null,
    session: modelled<Electron.Session>("session", {
      ...listening<Electron.Session>("session", events, ["will-download"]),
      protocol,
      webRequest: modelled<Electron.WebRequest>("session.webRequest", {
        onBeforeRequest(filter: unknown, listener?: unknown) {
          if (listener !== undefined) throw new NotModelled("webRequest.onBeforeRequest with a filter");
          // The overload without a filter.
          made.beforeRequest = filter as BeforeRequest | null;
        },
      }),
      // Headless Chromium never asks for permissions, devices or screens.
      setPermissionCheckHandler() {},
      setPermissionRequestHandler() {},
      setDevicePermissionHandler() {},
      setDisplayMediaRequestHandler() {},
    }),
  };
  return made;
}

/** Returns the data of `session`. Throws if the stand-in did not make it. */
export function knownSession(session: Electron.Session): KnownSession {
  for (const one of known.values()) if (one.session === session) return one;
  throw new Error("this is no session of the stand-in");
}

function named(name: string): KnownSession {
  afterReady("a session");
  const session = known.get(name) ?? makeSession();
  known.set(name, session);
  return session;
}

export const defaultSession = () => named("");

export const session = modelled<typeof Electron.session>("session", {
  get defaultSession() {
    return defaultSession().session;
  },
  fromPartition(partition, options) {
    if (partition.startsWith("persist:")) throw new NotModelled("a session that is kept");
    if (options?.cache !== false) throw new NotModelled("a session with a cache");
    return named(partition).session;
  },
});
