import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EngineOptions } from "../../electron/engine/engine.ts";
import type { Sandbox } from "../../electron/sandbox/index.ts";
import type { Cleaning } from "../../shared/bridge/cleanings.ts";
import { fullOutput, type InProcess, openInProcess, PAY_FOR_ALL, readList, unwrap } from "./in-process.ts";

export const ADDRESSES = 40;

/** A folder, an account at the sandbox, and the engines that the test opens. */
export interface World {
  readonly folder: string;
  readonly data: string;
  readonly label: string;
  readonly out: string;
  start(dataDir?: string, options?: Partial<EngineOptions>): Promise<InProcess>;
  stop(at: InProcess): Promise<void>;
  /** Starts cleaning a list of 40 addresses into `out`. */
  begin(at: InProcess): Promise<Cleaning>;
  /** Like {@link begin}, but goes offline at the fault point `point`, or before any request if it is `null`. */
  startAndGoOfflineAt(at: InProcess, point: string | null): Promise<Cleaning>;
  /** Returns how often each address was charged, by the service's records. */
  charges(): number[];
  jobs(): ReturnType<Sandbox["snapshot"]>["jobs"];
  end(): Promise<void>;
}

let worlds = 0;

export function createWorld(sandbox: Sandbox): World {
  const folder = mkdtempSync(join(tmpdir(), "winnow-world-"));
  const label = `world-${process.pid}-${++worlds}`;
  sandbox.createAccount({ label, credits: 10_000 });
  const data = join(folder, "data");
  const out = join(folder, "clean.csv");
  const open: InProcess[] = [];
  const points = new Map<InProcess, (point: string) => void>();

  async function begin(at: InProcess): Promise<Cleaning> {
    const path = join(folder, "contacts.csv");
    const rows = Array.from({ length: ADDRESSES }, (_, i) => `${i},person${i}@example${i % 5}.com`);
    writeFileSync(path, `Nr,Email\n${rows.join("\n")}\n`);
    const listId = await readList(at, path);
    const accountId = unwrap(await at.call("accounts.list", {})).accounts[0]?.id ?? "";
    const wanted = { ...fullOutput(out), withVerdicts: false };
    return unwrap(
      await at.call("cleanings.start", {
        listId,
        accountId,
        options: PAY_FOR_ALL,
        agreedCredits: ADDRESSES,
        out: wanted,
      }),
    );
  }

  return {
    folder,
    data,
    label,
    out,
    async start(dataDir = data, options = {}) {
      let passed = (_point: string) => {};
      const sessionAccount = { baseUrl: sandbox.baseUrl, apiKey: sandbox.account(label).key };
      const at = unwrap(
        await openInProcess(dataDir, {
          sessionAccount,
          probe: (point) => passed(point),
          ...options,
        }),
      );
      points.set(at, (wanted) => {
        passed = (point) => {
          if (point !== wanted) return;
          passed = () => {};
          void at.call("app.online", { online: false });
        };
      });
      open.push(at);
      return at;
    },
    async stop(at) {
      open.splice(open.indexOf(at), 1);
      await at.close();
    },
    begin,
    async startAndGoOfflineAt(at, point) {
      if (point === null) {
        unwrap(await at.call("app.online", { online: false }));
        return begin(at);
      }
      points.get(at)?.(point);
      const begun = await begin(at);
      const state = point.slice("committed:".length);
      return at.until(begun.id, ({ parts }) => parts[0]?.state === state);
    },
    charges: () => [...sandbox.charges(label).values()],
    jobs: () => sandbox.snapshot().jobs.filter((job) => job.account === label),
    async end() {
      for (const at of open.splice(0)) await at.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
