import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import { dataDirOf } from "../data-dir.ts";

export interface BrowserOptions {
  readonly port: number;
  readonly open: boolean;
  readonly sandbox: boolean;
  readonly dataDir: string;
}

export function parseOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Result<BrowserOptions> {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        port: { type: "string", default: "0" },
        open: { type: "boolean", default: true },
        sandbox: { type: "boolean", default: false },
        "data-dir": { type: "string" },
      },
      allowNegative: true,
    });
    const port = /^\d{1,5}$/.test(values.port) ? Number(values.port) : Number.NaN;
    if (!(port <= 65_535)) return fail(problem("usage", { why: "port", given: values.port }));
    const chosen = values["data-dir"];
    const dataDir = chosen === undefined ? dataDirOf(env) : resolve(chosen);
    return ok({ port, open: values.open, sandbox: values.sandbox, dataDir });
  } catch (error) {
    const said = error instanceof Error ? error.message : undefined;
    return fail(problem("usage", { said }));
  }
}
