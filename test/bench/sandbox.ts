import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";

export interface RunningSandbox {
  readonly baseUrl: string;
  readonly apiKey: string;
  stop(): Promise<void>;
}

/** Starts a sandbox at full speed in a separate process, with all its credits. */
export async function startSandbox(): Promise<RunningSandbox> {
  const script = join(import.meta.dirname, "processes/sandbox.ts");
  const child = spawn(process.execPath, [script], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  const [, baseUrl, apiKey] = /^Sandbox at (\S+) key (\S+)$/.exec(String(line)) ?? [];
  if (baseUrl === undefined || apiKey === undefined) throw new Error(`no sandbox in: ${String(line)}`);
  return {
    baseUrl,
    apiKey,
    async stop() {
      const closed = once(child, "close");
      child.kill("SIGTERM");
      await closed;
    },
  };
}
