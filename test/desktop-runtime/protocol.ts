import type * as Electron from "electron";
import { mapScheme } from "./addresses.ts";
import { afterReady, beforeReady } from "./life.ts";
import { modelled, NotModelled } from "./modelled.ts";

type Handler = Parameters<Electron.Protocol["handle"]>[1];

const handlers = new Map<string, Handler>();
let registered: readonly Electron.CustomScheme[] | null = null;

export const privilegesOf = (scheme: string): Electron.Privileges | undefined =>
  registered?.find((one) => one.scheme === scheme)?.privileges;

export const protocol = modelled<Electron.Protocol>("protocol", {
  registerSchemesAsPrivileged(schemes) {
    beforeReady("protocol.registerSchemesAsPrivileged");
    if (registered !== null) throw new Error("schemes can be registered once only");
    registered = schemes;
    for (const { scheme, privileges = {} } of schemes) {
      // The mapped origin in Chromium is standard and secure; other schemes behave differently.
      if (privileges.standard !== true || privileges.secure !== true)
        throw new NotModelled("a scheme that is not both standard and secure");
      const { standard, secure, codeCache, ...others } = privileges;
      for (const [privilege, on] of Object.entries(others))
        if (on) throw new NotModelled(`a scheme's privilege '${privilege}'`);
      mapScheme(scheme);
    }
  },
  handle(scheme, handler) {
    afterReady("protocol.handle");
    if (privilegesOf(scheme) === undefined)
      throw new NotModelled(`protocol.handle for '${scheme}:', which is not registered`);
    if (handlers.has(scheme)) throw new Error(`The scheme has been registered`);
    handlers.set(scheme, handler);
  },
  isProtocolHandled: (scheme) => handlers.has(scheme),
  unhandle(scheme) {
    if (!handlers.delete(scheme)) throw new Error(`The scheme has not been registered`);
  },
});

/** Returns the response of the scheme's handler, or `null` without one. Rejects if the handler does. */
export async function handled(request: Request): Promise<Response | null> {
  const handler = handlers.get(new URL(request.url).protocol.slice(0, -1));
  return handler === undefined ? null : await handler(request);
}
