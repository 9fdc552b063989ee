import type { Session } from "../session.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { placeInWords } from "./out-place.ts";

/** Milliseconds without a sign of progress after which it is said what may be waited for, and between two such lines. */
const SILENCE = 3_000;
const SAY_AGAIN = 10 * 60_000;

/** Says, while `work` writes into a pipe or a terminal and nothing moves, that somebody has to read there. */
export async function tellingOfReader<T>(
  session: Pick<Session, "engine">,
  terminal: Pick<Terminal, "say">,
  path: string,
  work: Promise<T>,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const later = (milliseconds: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      terminal.say(
        `Still writing to ${placeInWords(path)}: it waits until somebody reads there. Ctrl+C stops.`,
      );
      later(SAY_AGAIN);
    }, milliseconds);
  };
  const stop = session.engine.on((event) => {
    if (event.event === "export.progress") later(SILENCE);
  });
  later(SILENCE);
  try {
    return await work;
  } finally {
    stop();
    clearTimeout(timer);
  }
}
