import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { CallInput, CallOutput, EngineCallName } from "../../../shared/bridge.ts";
import { problem } from "../../../shared/problems.ts";
import { fail, type Result } from "../../../shared/result.ts";
import { createKeychain, type SessionAccount } from "../../engine/accounts/index.ts";
import { DOCUMENTED_LIMITS } from "../../engine/cleanings/index.ts";
import { createEngine, type Engine } from "../../engine/engine.ts";
import { systemClock } from "../../engine/handlers.ts";
import { createNodeFetch } from "../../engine/service/index.ts";
import { layoutOf } from "../../engine/store/index.ts";
import { launchSandbox } from "../../sandbox/index.ts";
import { dataDirOf } from "../data-dir.ts";
import { environmentAccount, sandboxSpeed } from "../environment.ts";
import { faultProbe } from "./fault-probe.ts";

/** The engine as commands use it: typed calls over the same bridge as the page. */
export interface Session {
  readonly engine: Engine;
  call<N extends EngineCallName>(
    name: N,
    input: CallInput<N>,
    signal?: AbortSignal,
  ): Promise<Result<CallOutput<N>>>;
  /** The account that the environment gives, or null. */
  readonly environment: SessionAccount | null;
  readonly dataDir: string;
}

/** Nobody watches the sandbox at work in a terminal: it runs faster than in a window. */
const BRISK = 20;

type Env = Readonly<Record<string, string | undefined>>;

/** Opens Winnow on the data folder and the account that the environment names. */
export async function openSession(env: Env): Promise<Result<Session>> {
  if (env.WINNOW_BASE_URL?.trim() && !env.WINNOW_API_KEY?.trim()) {
    return fail(
      problem("usage", { why: "WINNOW_BASE_URL is set without WINNOW_API_KEY: an account needs both" }),
    );
  }
  const environment = environmentAccount(env);
  const dataDir = dataDirOf(env);
  const opened = await createEngine({
    dataDir,
    keychain: createKeychain(),
    fetch: createNodeFetch().fetch,
    clock: systemClock,
    launchSandbox: () =>
      launchSandbox({ stateDir: layoutOf(dataDir).sandbox, speed: sandboxSpeed(env, BRISK) }),
    session: environment,
    host: "command_line",
    version: version(),
    demo: false,
    samplePath: fileURLToPath(new URL("../../../resources/sample.csv", import.meta.url)),
    workers: {
      tasks: new URL("../../engine/worker.ts", import.meta.url),
      reader: new URL("../../engine/reader.ts", import.meta.url),
    },
    log: () => {},
    limits: uploadLimits(env),
    probe: faultProbe(env),
  });
  if (!opened.ok) return opened;
  const engine = opened.value;
  return {
    ok: true,
    value: {
      engine,
      environment: environment,
      dataDir,
      async call<N extends EngineCallName>(name: N, input: CallInput<N>, signal?: AbortSignal) {
        // The engine answers call N with N's own output: its handlers are typed by the same table.
        return (await engine.call(name, input, { signal })) as Result<CallOutput<N>>;
      },
    },
  };
}

/** The service's limits on one upload, should they have changed: WINNOW_LIMIT_ADDRESSES and WINNOW_LIMIT_BYTES. */
function uploadLimits(env: Env): { addresses: number; bytes: number } {
  const whole = (text: string | undefined, documented: number) =>
    text !== undefined && /^[1-9]\d{0,11}$/.test(text) ? Number(text) : documented;
  return {
    addresses: whole(env.WINNOW_LIMIT_ADDRESSES, DOCUMENTED_LIMITS.addresses),
    bytes: whole(env.WINNOW_LIMIT_BYTES, DOCUMENTED_LIMITS.bytes),
  };
}

function version(): string {
  const text = readFileSync(new URL("../../../package.json", import.meta.url), "utf8");
  return /"version":\s*"([^"]+)"/.exec(text)?.[1] ?? "";
}
