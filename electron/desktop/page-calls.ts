import { type IpcMainInvokeEvent, ipcMain, type WebContents } from "electron";
import { z } from "zod";
import { problem } from "../../shared/problems.ts";
import { fail, type Result } from "../../shared/result.ts";
import { isAppUrl, replacesPage } from "./app-url.ts";
import { CALL_CHANNEL, FILES_CHANNEL } from "./channels.ts";

const requestSchema = z.strictObject({ name: z.string().max(100), input: z.unknown() });
const filesSchema = z.array(z.string().min(1).max(4096)).max(1000);

export type AnswerCall = (name: string, input: unknown, signal: AbortSignal) => Promise<Result<unknown>>;

export interface PageAnswers {
  readonly answer: AnswerCall;
  readonly onFiles: (paths: readonly string[]) => void;
  /** Called when a handler throws; the page gets the problem `internal`. */
  readonly onBug: (error: unknown) => void;
}

/**
 * Handles the page's calls on one channel. Rejects senders other than the main frame of `contents` on Winnow's own
 * page, and malformed requests. Pending calls are aborted when the page is reloaded or ends.
 */
export function answerPage(contents: WebContents, { answer, onFiles, onBug }: PageAnswers): void {
  let life = new AbortController();
  const endLife = () => {
    life.abort();
    life = new AbortController();
  };
  contents.on("did-start-navigation", (details) => {
    if (replacesPage(details)) endLife();
  });
  contents.on("render-process-gone", endLife);
  contents.once("destroyed", () => {
    life.abort();
    ipcMain.removeHandler(CALL_CHANNEL);
    ipcMain.removeHandler(FILES_CHANNEL);
  });

  ipcMain.handle(CALL_CHANNEL, async (event, request: unknown) => {
    if (!isOwnPage(event, contents)) throw new Error("not allowed");
    const parsed = requestSchema.safeParse(request);
    if (!parsed.success) {
      return fail(problem("call_invalid", { why: "shape" }));
    }
    try {
      return await answer(parsed.data.name, parsed.data.input, life.signal);
    } catch (error) {
      onBug(error);
      return fail(problem("internal"));
    }
  });

  ipcMain.handle(FILES_CHANNEL, (event, paths: unknown) => {
    if (!isOwnPage(event, contents)) throw new Error("not allowed");
    const parsed = filesSchema.safeParse(paths);
    if (parsed.success) onFiles(parsed.data);
  });
}

function isOwnPage(event: IpcMainInvokeEvent, contents: WebContents): boolean {
  const frame = event.senderFrame;
  return event.sender === contents && frame !== null && frame.parent === null && isAppUrl(frame.url);
}
