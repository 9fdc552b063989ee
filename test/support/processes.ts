import type { ChildProcess } from "node:child_process";
import type { Server } from "node:net";

export interface ProcessResult {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly child: ChildProcess;
  readonly said: { readonly stdout: string; readonly stderr: string };
  readonly ended: Promise<ProcessResult>;
}

/** Collects the output of a process. `onOutput` gets each chunk. */
export function collectOutput(
  child: ChildProcess,
  onOutput?: (text: string, stream: "stdout" | "stderr") => void,
): Running {
  const said = { stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"] as const)
    child[stream]?.setEncoding("utf8").on("data", (text: string) => {
      said[stream] += text;
      onOutput?.(text, stream);
    });
  const ended = new Promise<ProcessResult>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => resolve({ code, signal, ...said }));
  });
  return { child, said, ended };
}

/** Makes a server listen on a free port of loopback, and returns the port. */
export async function listen(server: Server, host = "127.0.0.1"): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("not listening on a port");
  return address.port;
}

export async function stop(server: Server): Promise<void> {
  if ("closeAllConnections" in server && typeof server.closeAllConnections === "function")
    server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
