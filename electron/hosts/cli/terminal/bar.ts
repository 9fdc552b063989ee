import { SingleBar } from "cli-progress";

const WIDEST = 40;
const NARROWEST = 8;

/** Makes progress bars on `stream`, of so many columns where that is a bar at all. */
export function barIn(stream: NodeJS.WritableStream): (columns: number) => SingleBar {
  return (columns) =>
    new SingleBar({
      stream,
      format: "{stage} [{bar}] {value} of {total}",
      barsize: Math.max(NARROWEST, Math.min(WIDEST, columns)),
      hideCursor: true,
      clearOnComplete: true,
    });
}
