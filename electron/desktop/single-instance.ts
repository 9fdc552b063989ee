import { resolve } from "node:path";
import { app } from "electron";
import { z } from "zod";
import { filesInArguments } from "./launch-files.ts";

const handedSchema = z.object({ files: z.array(z.string().min(1).max(4096)).max(100) });

export type TakeFiles = (files: string[]) => void;

/**
 * Acquires the single-instance lock before anything is opened. Returns false if another instance runs: it has received
 * this launch's files, and this process must end. `take` also gets files from later launches and the system.
 */
export function becomeOnlyInstance(
  argv: readonly string[],
  workingDirectory: string,
  take: TakeFiles,
): boolean {
  const files = filesInArguments(argv, workingDirectory);
  if (!app.requestSingleInstanceLock({ files })) return false;
  app.on("second-instance", (_event, otherArgv, otherDirectory, data) => {
    const handed = handedSchema.safeParse(data);
    take(handed.success ? handed.data.files : filesInArguments(otherArgv, otherDirectory));
  });
  // macOS passes files as events, even before the app is ready.
  app.on("open-file", (event, path) => {
    event.preventDefault();
    take([resolve(path)]);
  });
  if (files.length > 0) take(files);
  return true;
}

/** Queues items until there is a receiver. */
export interface Inbox<T> {
  put(item: T): void;
  open(take: (item: T) => void): void;
}

export function createInbox<T>(): Inbox<T> {
  const waiting: T[] = [];
  let taker: ((item: T) => void) | null = null;
  return {
    put(item) {
      if (taker === null) waiting.push(item);
      else taker(item);
    },
    open(take) {
      taker = take;
      for (const item of waiting.splice(0)) take(item);
    },
  };
}
