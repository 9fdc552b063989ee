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
import { bundledLicences } from "./licences.ts";

export interface HostOptions
  extends Pick<
    EngineOptions,
    "host" | "version" | "fetch" | "samplePath" | "workers" | "log" | "probe" | "resumeCleanings"
  > {
  readonly env: Env;
  readonly dataDir?: string;
  readonly allowKeyWithoutUrl?: boolean;
  /** Read-only: takes no lock and changes nothing. */
  readonly look?: boolean;
  /** The DNS server (`ip[:port]`) that overrides the environment's. */
  readonly resolver?: string | undefined;
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
    look = false,
    demo = false,
    defaultSandboxSpeed = 1,
    sandboxWorker,
    bundlesUrl,
    clock = systemClock,
    resolver,
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
    demo,
    licences: () => bundledLicences(bundlesUrl),
    limits,
  };
  const opened =
    (look ? await readOnlyEngine(given) : null) ??
    (await engine(look ? { ...given, resumeCleanings: false } : given));
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
