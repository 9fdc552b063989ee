import { readFile } from "node:fs/promises";
import { z } from "zod";
import type { AppInfo } from "../../shared/bridge/app.ts";
import { ok } from "../../shared/result.ts";
import {
  type Clock,
  createKeychain,
  type Engine,
  type EngineOptions,
  layoutOf,
  type SessionAccount,
  systemClock,
} from "../engine/index.ts";
import { type Env, readEnvironment, refuseNodeDebug } from "./environment.ts";

type Licence = AppInfo["licences"][number];

const listSchema = z.array(z.object({ name: z.string(), version: z.string(), licence: z.string() }));

/** Returns the packages listed beside each bundle, each version once, sorted by name. Missing lists are skipped. */
export async function bundledLicences(out: URL): Promise<Licence[]> {
  const lists = await Promise.all(
    ["main", "renderer"].map((bundle) => read(new URL(`${bundle}/licences.json`, out))),
  );
  const byKey = new Map(lists.flat().map((one) => [`${one.name}@${one.version}`, one]));
  return [...byKey.values()].sort((a, b) => a.name.localeCompare(b.name, "en"));
}

async function read(file: URL): Promise<Licence[]> {
  try {
    return listSchema.parse(JSON.parse(await readFile(file, "utf8")));
  } catch {
    return [];
  }
}

export interface HostOptions
  extends Pick<
    EngineOptions,
    "host" | "version" | "fetch" | "samplePath" | "workers" | "log" | "probe" | "resumeCleanings"
  > {
  readonly env: Env;
  readonly dataDir?: string;
  readonly allowKeyWithoutUrl?: boolean;
  /** Read-only: takes no lock and changes nothing. */
  readonly readOnly?: boolean;
  /** The DNS server (`ip[:port]`) that overrides the environment's. */
  readonly resolver?: string | undefined;
  /** Ignore the team that the environment names. */
  readonly ignoresTeam?: boolean | undefined;
  readonly demo?: boolean;
  /** The sandbox's speed if the environment sets none. */
  readonly defaultSandboxSpeed?: number;
  readonly sandboxWorker?: URL;
  readonly bundlesUrl: URL;
  readonly clock?: Clock;
}

export interface WiredEngine {
  readonly engine: Engine;
  readonly account: SessionAccount | null;
  readonly dataDir: string;
}

/** Creates the engine for a host. Fails with the problems of {@link createEngine}, or `environment_invalid`. */
export async function wireEngine(face: HostOptions) {
  const {
    env,
    allowKeyWithoutUrl,
    readOnly = false,
    demo = false,
    defaultSandboxSpeed = 1,
    sandboxWorker,
    bundlesUrl,
    clock = systemClock,
    resolver,
    ignoresTeam = false,
    ...own
  } = face;
  const quiet = own.host === "desktop" ? ok(null) : refuseNodeDebug(env);
  if (!quiet.ok) return quiet;
  const read = readEnvironment(env, { keyAlone: allowKeyWithoutUrl });
  if (!read.ok) return read;
  const { account: sessionAccount, limits, sandboxSpeed: speed = defaultSandboxSpeed } = read.value;
  const dataDir = face.dataDir ?? read.value.dataDir;
  const server = resolver ?? read.value.resolver;
  const given: EngineOptions = {
    ...own,
    dnsServers: server === undefined ? undefined : [server],
    dataDir,
    keychain: createKeychain(),
    clock,
    launchSandbox: async () =>
      (await import("../sandbox/index.ts")).launchSandbox({
        stateDir: layoutOf(dataDir).sandbox,
        speed,
        workerUrl: sandboxWorker,
      }),
    sessionAccount,
    teamUrl: ignoresTeam ? null : read.value.teamUrl,
    demo,
    licences: () => bundledLicences(bundlesUrl),
    limits,
  };
  const opened =
    (readOnly ? await readOnlyEngine(given) : null) ??
    (await engine(readOnly ? { ...given, resumeCleanings: false } : given));
  if (!opened.ok) return opened;
  const wired: WiredEngine = { engine: opened.value, account: sessionAccount, dataDir };
  return { ok: true, value: wired } as const;
}

/** Returns the read-only engine; `null` if it is unavailable. Imported lazily: it must not load the full engine. */
async function readOnlyEngine(given: EngineOptions) {
  const { canReadFolder, createReadOnlyEngine } = await import("../engine/read-only-engine.ts");
  return canReadFolder(given.dataDir) ? createReadOnlyEngine(given) : null;
}

async function engine(given: EngineOptions) {
  const { createEngine } = await import("../engine/engine.ts");
  return createEngine(given);
}
