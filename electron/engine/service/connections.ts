import type { Dispatcher } from "undici";

/** What requests are sent through: connections made within a time limit, over TLS 1.2 or later where it is TLS. */
export interface Connections {
  /** Loads undici, the library behind Node's own fetch, when the first request is made and not before. */
  dispatcher(): Promise<Dispatcher>;
}

/**
 * Connections of one client. `connect`: milliseconds until one must stand, its encryption agreed on
 * (service-spec, 'Authentication', 5). Idle ones close by themselves and keep no process alive.
 */
export function createConnections({ connect }: { connect: number }): Connections {
  let agent: Promise<Dispatcher> | undefined;
  return {
    dispatcher() {
      agent ??= import("undici").then(
        ({ Agent }) => new Agent({ connect: { timeout: connect, minVersion: "TLSv1.2" } }),
      );
      return agent;
    },
  };
}
