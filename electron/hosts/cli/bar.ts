import { SingleBar } from "cli-progress";

const WIDEST = 40;

/** Makes progress bars on `stream`, of so many columns at most. */
export function barIn(stream: NodeJS.WritableStream): (columns: number) => SingleBar {
  return (columns) =>
    new SingleBar({
      stream,
      format: "{stage} [{bar}] {value} of {total}",
      barsize: Math.min(WIDEST, columns),
      hideCursor: true,
      clearOnComplete: true,
    });
}
