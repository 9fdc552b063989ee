import { type IpcMainInvokeEvent, ipcMain, type WebContents } from "electron";
import { z } from "zod";
import { problem } from "../../shared/problems.ts";
import { fail, type Result } from "../../shared/result.ts";
import { isOwnAddress, replacesPage } from "./app-url.ts";
import { CALL_CHANNEL, FILES_CHANNEL } from "./channels.ts";

const requestSchema = z.strictObject({ name: z.string().max(100), input: z.unknown() });
const filesSchema = z.array(z.string().min(1).max(4096)).max(1000);

/** Answers one call: the host's own, or the engine's. */
export type AnswerCall = (name: string, input: unknown, signal: AbortSignal) => Promise<Result<unknown>>;

/** What answers the page. */
export interface PageAnswers {
  readonly answer: AnswerCall;
  /** The user dropped these files on the page, or chose them there. */
  readonly onFiles: (paths: readonly string[]) => void;
  /** Answering broke: a mistake of Winnow's own, which the page is told of as such. */
  readonly onBug: (error: unknown) => void;
}

/**
 * Answers the page's calls, on one channel. A sender that is not the main frame of `contents` on Winnow's own page is
 * rejected; so is a request of another shape. What the page asked for is aborted when it is reloaded or ends.
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
  return event.sender === contents && frame !== null && frame.parent === null && isOwnAddress(frame.url);
}
