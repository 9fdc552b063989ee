import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { createNodeFetch } from "../../electron/engine/service/index.ts";
import { programFiles } from "../../electron/hosts/program-files.ts";
import { type HostOptions, wireEngine } from "../../electron/hosts/wire-engine.ts";
import type { CallInput, CallOutput, EngineCallName } from "../../shared/bridge.ts";
import type { Result } from "../../shared/result.ts";
import { testFolder } from "../support/folders.ts";
import { PAY_FOR_ALL, unwrap } from "../support/in-process.ts";
import { quickSandbox } from "../support/quick-sandbox.ts";

const service = await quickSandbox();
let folder: string;
beforeEach(() => {
  folder = testFolder();
});

const face = (env: Record<string, string>, host: HostOptions["host"] = "command_line"): HostOptions => ({
  ...programFiles(),
  env: { WINNOW_DATA_DIR: join(folder, "data"), ...env },
  host,
  fetch: createNodeFetch().fetch,
  log: () => {},
});

async function open(env: Record<string, string>, host?: HostOptions["host"]) {
  const { engine } = unwrap(await wireEngine(face(env, host)));
  const call = async <N extends EngineCallName>(name: N, input: CallInput<N>) =>
    (await engine.call(name, input)) as Result<CallOutput<N>>;
  return { engine, call };
}

describe("the engine", () => {
  it("applies the environment's limits on the desktop", async () => {
    const { key } = service.createAccount({ label: "acme", credits: 100 });
    const list = join(folder, "list.csv");
    writeFileSync(list, `email\n${[1, 2, 3, 4, 5, 6].map((n) => `a${n}@acme.example`).join("\n")}\n`);
    const { engine, call } = await open(
      { WINNOW_BASE_URL: service.baseUrl, WINNOW_API_KEY: key, WINNOW_LIMIT_ADDRESSES: "2" },
      "desktop",
    );
    const [account] = unwrap(await call("accounts.list", {})).accounts;
    const { listId } = unwrap(await call("lists.open", { source: { kind: "path", path: list } }));
    unwrap(await call("lists.read", { listId, options: {} }));
    const finished = new Promise<void>((resolve) =>
      engine.on((event) => {
        if (event.event === "cleaning.finished") resolve();
      }),
    );
    const input = { listId, accountId: account?.id ?? "", options: PAY_FOR_ALL, agreedCredits: 6 };
    unwrap(await call("cleanings.start", input));
    await finished;
    expect(service.requests.filter((one) => one.operation === "upload")).toHaveLength(3);
    expect(unwrap(await call("app.info", {})).host).toBe("desktop");
    await engine.close();
  });

  it("is not created in an invalid environment, which is reported", async () => {
    expect(await wireEngine(face({ WINNOW_LIMIT_BYTES: "10 MB" }))).toMatchObject({
      ok: false,
      problem: { code: "environment_invalid" },
    });
    expect(readdirSync(folder)).toEqual([]);
  });
});
