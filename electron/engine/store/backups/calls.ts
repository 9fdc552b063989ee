import { existsSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import type { CallOutput, CallRequest } from "../../../../shared/bridge.ts";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import type { Clock } from "../../clock.ts";
import type { Handlers } from "../../handlers.ts";
import type { Layout } from "../layout.ts";
import type { BackupTasks } from "../thread-tasks.ts";
import type { TaskRunner } from "../threads.ts";
import { discardGrowing } from "./snapshot.ts";
import { stampOf } from "./swap.ts";

export interface BackupCallsOptions {
  readonly layout: Layout;
  readonly clock: Clock;
  readonly version: string;
  readonly runner: Pick<TaskRunner<BackupTasks>, "run">;
  readonly restore: (
    source: CallRequest<"app.restore">,
    signal: AbortSignal,
  ) => Promise<Result<CallOutput<"app.restore">>>;
}

export function createBackupCalls(
  options: BackupCallsOptions,
): Handlers<"app.backup" | "app.backups" | "app.deleteBackups" | "app.restore"> {
  const { layout, clock, runner } = options;
  let restoring = 0;
  return {
    async "app.backup"({ target }, { signal }) {
      const folder = target === undefined ? layout.backups : resolve(target.path);
      if (target !== undefined && isWithin(layout.dataDir, folder) && !isWithin(layout.backups, folder)) {
        return fail(problem("backup_unwritable", { path: folder, why: "own_folder" }));
      }
      const at = clock.now();
      const path = join(folder, `winnow-${stampOf(at)}`);
      const input = { dataDir: layout.dataDir, path, app: options.version, at };
      const made = await runner.run("backups.make", input, { signal });
      // A terminated thread cannot clean up.
      if (!made.ok && made.problem.code === "cancelled") discardGrowing(path);
      return made;
    },
    async "app.backups"() {
      const listed = await runner.run("backups.list", { dataDir: layout.dataDir });
      return listed.ok ? ok({ backups: listed.value }) : listed;
    },
    async "app.deleteBackups"({ ids }) {
      // A restore may be reading one of them.
      if (restoring > 0) return fail(problem("restore_busy"));
      const left = await runner.run("backups.delete", { dataDir: layout.dataDir, ids });
      return left.ok ? ok({ backups: left.value }) : left;
    },
    async "app.restore"(source, { signal }) {
      restoring++;
      try {
        return await options.restore(source, signal);
      } finally {
        restoring--;
      }
    },
  };
}

function isWithin(outer: string, inner: string): boolean {
  const way = relative(real(outer), real(inner));
  return way === "" || !(way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way));
}

/** Resolves links in the existing part of the path. */
function real(path: string): string {
  const whole = resolve(path);
  const above = dirname(whole);
  if (existsSync(whole) || above === whole) return realpathSync(whole);
  return join(real(above), basename(whole));
}
