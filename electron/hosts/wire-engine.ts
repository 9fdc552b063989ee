import { ok } from "../../shared/result.ts";
import { createKeychain, type SessionAccount } from "../engine/accounts/index.ts";
import type { Engine, EngineOptions } from "../engine/engine-types.ts";
import { type Clock, systemClock } from "../engine/handlers.ts";
import { layoutOf } from "../engine/store/layout.ts";
import { type Env, readEnvironment, refuseTold } from "./environment.ts";
import { bundledLicences } from "./licences.ts";

/** What a face has of its own. Everything else is wired here, the same for each of them. */
export interface Face
  extends Pick<
    EngineOptions,
    "host" | "version" | "fetch" | "samplePath" | "workers" | "log" | "probe" | "goOn"
  > {
  readonly env: Env;
  /** Where the data lives, when the face was told otherwise than by the environment. */
  readonly dataDir?: string;
  /** A key without an address in the environment is for the face's own use. */
  readonly keyAlone?: boolean;
  /** The face only looks: it needs no lock, and leaves everything as it is. */
  readonly look?: boolean;
  /** The DNS server (`ip[:port]`) to ask about domains, instead of the environment's. */
  readonly resolver?: string | undefined;
  /** Winnow was started to be tried out. */
  readonly demo?: boolean;
  /** How fast time passes in the sandbox when the environment says nothing. */
  readonly usualSpeed?: number;
  /** The entry of the sandbox's thread, in a built program. */
  readonly sandboxWorker?: URL;
  /** The folder of the bundles, with their licences. */
  readonly bundles: URL;
  /** The system's, unless a test has time pass faster. */
  readonly clock?: Clock;
}

export interface WiredEngine {
  readonly engine: Engine;
  /** The account that the environment gives, or null. */
  readonly account: SessionAccount | null;
  readonly dataDir: string;
}

/** Brings up the engine for a face. Problems: those of {@link createEngine}, and `environment_invalid`. */
export async function wireEngine(face: Face) {
  const {
    env,
    keyAlone,
    look = false,
    demo = false,
    usualSpeed = 1,
    sandboxWorker,
    bundles,
    clock = systemClock,
    resolver,
    ...own
  } = face;
  const quiet = own.host === "desktop" ? ok(null) : refuseTold(env);
  if (!quiet.ok) return quiet;
  const read = readEnvironment(env, { keyAlone });
  if (!read.ok) return read;
  const { account, limits, sandboxSpeed: speed = usualSpeed } = read.value;
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
    session: account,
    demo,
    licences: () => bundledLicences(bundles),
    limits,
  };
  const opened =
    (look ? await readOnlyEngine(given) : null) ?? (await engine(look ? { ...given, goOn: false } : given));
  if (!opened.ok) return opened;
  const wired: WiredEngine = { engine: opened.value, account, dataDir };
  return { ok: true, value: wired } as const;
}

/** The engine that only looks, where it can; null: it cannot. Whoever looks loads nothing of the other one. */
async function readOnlyEngine(given: EngineOptions) {
  const { canLook, createReadOnlyEngine } = await import("../engine/read-only-engine.ts");
  return canLook(given.dataDir) ? createReadOnlyEngine(given) : null;
}

async function engine(given: EngineOptions) {
  const { createEngine } = await import("../engine/engine.ts");
  return createEngine(given);
}
