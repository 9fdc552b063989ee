import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { CallInput, CallOutput, EngineCallName } from "../../../shared/bridge.ts";
import { problem } from "../../../shared/problems.ts";
import { fail, type Result } from "../../../shared/result.ts";
import { createKeychain } from "../../engine/accounts/index.ts";
import { DOCUMENTED_LIMITS } from "../../engine/cleanings/index.ts";
import { createEngine, type Engine } from "../../engine/engine.ts";
import { systemClock } from "../../engine/handlers.ts";
import { launchSandbox } from "../../sandbox/index.ts";
import { dataDirOf } from "../data-dir.ts";
import { faultProbe } from "./fault-probe.ts";

/** The engine as commands use it: typed calls over the same bridge as the page. */
export interface Session {
  readonly engine: Engine;
  call<N extends EngineCallName>(name: N, input: CallInput<N>): Promise<Result<CallOutput<N>>>;
  /** The account that the environment gives, or null. */
  readonly environment: { baseUrl: string; apiKey: string } | null;
}

type Env = Readonly<Record<string, string | undefined>>;

/** Opens Winnow on the data folder and the account that the environment names. */
export async function openSession(env: Env): Promise<Result<Session>> {
  const environment = environmentAccount(env);
  if (!environment.ok) return environment;
  const speed = Number(env.WINNOW_SANDBOX_SPEED ?? "");
  const dataDir = dataDirOf(env);
  const opened = await createEngine({
    dataDir,
    keychain: createKeychain(),
    fetch: globalThis.fetch,
    clock: systemClock,
    launchSandbox: () => launchSandbox({ stateDir: join(dataDir, "sandbox"), speed: speed > 0 ? speed : 20 }),
    session: environment.value,
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
      environment: environment.value,
      async call<N extends EngineCallName>(name: N, input: CallInput<N>) {
        // The engine answers call N with N's own output: its handlers are typed by the same table.
        return (await engine.call(name, input)) as Result<CallOutput<N>>;
      },
    },
  };
}

function environmentAccount(env: Env): Result<Session["environment"]> {
  const baseUrl = env.WINNOW_BASE_URL?.trim();
  const apiKey = env.WINNOW_API_KEY?.trim();
  if (baseUrl && apiKey) return { ok: true, value: { baseUrl, apiKey } };
  if (baseUrl && !apiKey) {
    return fail(
      problem("usage", { why: "WINNOW_BASE_URL is set without WINNOW_API_KEY: an account needs both" }),
    );
  }
  return { ok: true, value: null };
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
